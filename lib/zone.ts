/** Days and weeks are those of the deployment's zone, half-open, with 23 or 25 hours where the clock changes. */

export function deploymentZone(): string {
  const zone = process.env.REPRISE_ZONE ?? "UTC";
  return isZone(zone) ? zone : "UTC";
}

export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The calendar day that holds `at` in the zone, as in 2026-11-30. */
export function isoDay(at: number, zone: string): string {
  const { year, month, day } = partsOf(at, zone);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** Midnight of the day that holds `at` in the zone, moved by whole days. */
export function startOfDay(at: number, zone: string, days = 0): number {
  const { year, month, day } = partsOf(at, zone);
  const wall = Date.UTC(year, month - 1, day + days);
  // The offset at the first guess may be the one on the other side of a clock change: ask twice.
  const guess = wall - offsetAt(wall, zone);
  return wall - offsetAt(guess, zone);
}

function offsetAt(at: number, zone: string): number {
  const { year, month, day, hour, minute, second } = partsOf(at, zone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

function partsOf(at: number, zone: string) {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const get = (name: string) => part[name] ?? 0;
  return {
    year: get("year"),
    month: get("month"),
    day: get("day"),
    hour: get("hour"),
    minute: get("minute"),
    second: get("second"),
  };
}
