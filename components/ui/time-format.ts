/** Milliseconds since the epoch, or an ISO string. */
export type Moment = number | string | Date;

export function toMs(at: Moment): number {
  return typeof at === "number" ? at : new Date(at).getTime();
}

const formatters = new Map<string, Intl.DateTimeFormat>();

// Building an Intl formatter costs more than a hundred uses of it.
function formatter(zone: string): Intl.DateTimeFormat {
  let found = formatters.get(zone);
  if (!found) {
    found = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
      timeZoneName: "shortOffset",
    });
    formatters.set(zone, found);
  }
  return found;
}

// Not Intl's: its short months differ between ICU versions ("Sep", "Sept"), so between the server and the browser.
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

type Parts = Record<"year" | "month" | "day" | "hour" | "minute" | "second" | "timeZoneName", string>;

function parts(ms: number, zone: string): Parts {
  const pairs = formatter(zone)
    .formatToParts(ms)
    .map((part) => [part.type, part.value]);
  const found = Object.fromEntries(pairs) as Parts; // the formatter asks for every one of them
  return { ...found, month: months[Number(found.month) - 1] ?? "" };
}

/** "30 Nov 2026, 16:40:11 UTC+1": a fact that can be quoted anywhere. */
export function formatAbsolute(at: Moment, zone: string): string {
  const p = parts(toMs(at), zone);
  const offset = p.timeZoneName.replace("GMT", "UTC").replace(/\+0$/, "");
  return `${p.day} ${p.month} ${p.year}, ${p.hour}:${p.minute}:${p.second} ${offset}`;
}

/** "16:40:11", where the day is already on the screen. */
export function formatClock(at: Moment, zone: string): string {
  const p = parts(toMs(at), zone);
  return `${p.hour}:${p.minute}:${p.second}`;
}

/** "30 Nov": axis labels. */
export function formatDay(at: Moment, zone: string): string {
  const p = parts(toMs(at), zone);
  return `${p.day} ${p.month}`;
}

export function formatIso(at: Moment): string {
  return new Date(toMs(at)).toISOString();
}

/** "2 s ago", "in 12 s", "3 d ago": one unit, rounded down, so that it never claims more than has passed. */
export function formatRelative(at: Moment, now: number): string {
  const delta = toMs(at) - now;
  const size = Math.abs(delta);
  if (size < 1_000) return "now";
  const text = oneUnit(size);
  return delta > 0 ? `in ${text}` : `${text} ago`;
}

/** "840 ms", "4.2 s", "1 min 12 s", "2 h 5 min", "3 d 4 h". */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.floor(ms))} ms`;
  if (ms < 10_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  const s = Math.floor(ms / 1_000);
  if (s < 60) return `${s} s`;
  if (s < 3_600) return pair(Math.floor(s / 60), "min", s % 60, "s");
  if (s < 86_400) return pair(Math.floor(s / 3_600), "h", Math.floor((s % 3_600) / 60), "min");
  return pair(Math.floor(s / 86_400), "d", Math.floor((s % 86_400) / 3_600), "h");
}

function pair(big: number, bigUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${big} ${bigUnit}` : `${big} ${bigUnit} ${small} ${smallUnit}`;
}

function oneUnit(ms: number): string {
  const s = Math.floor(ms / 1_000);
  if (s < 60) return `${s} s`;
  if (s < 3_600) return `${Math.floor(s / 60)} min`;
  if (s < 86_400) return `${Math.floor(s / 3_600)} h`;
  return `${Math.floor(s / 86_400)} d`;
}
