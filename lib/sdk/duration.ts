/** Durations as people write them: "2m", "24h", "500ms", or a number of milliseconds. */

import { OptionRefused } from "./errors";

/** Milliseconds, or a number with one of the units ms, s, m, h, d. */
export type Duration = number | string;

const unitMs: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Throws OptionRefused for what is no duration, and for negative or endless ones; `name` begins its sentence. */
export function durationMs(name: string, duration: Duration): number {
  const ms = typeof duration === "number" ? duration : parse(duration);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  throw new OptionRefused(`${name} is ${JSON.stringify(duration)}; use milliseconds or text such as "90s" or "24h".`);
}

function parse(text: string): number {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/.exec(text.trim()) ?? [];
  return amount === undefined ? Number.NaN : Number(amount) * (unitMs[unit] ?? Number.NaN);
}
