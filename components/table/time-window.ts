/** The time ranges that lists offer, and how they read. */

import { formatAbsolute } from "@/components/ui/time-format";

export const windows = { "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000, "30d": 2_592_000_000 } as const;
export type Window = keyof typeof windows;
export const windowNames = Object.keys(windows) as Window[]; // the keys of the literal above

export const windowWords: Record<Window, string> = {
  "1h": "last hour",
  "24h": "last 24 hours",
  "7d": "last 7 days",
  "30d": "last 30 days",
};

/** Whole steps, so that a moving window does not make a new question of every poll. */
const windowStepMs = 60_000;

export const windowStart = (window: Window, now: number): number =>
  Math.floor((now - windows[window]) / windowStepMs) * windowStepMs;

export function rangeWords({ from, to }: { from: number | null; to: number | null }, zone: string): string | null {
  if (from !== null && to !== null) return `${formatAbsolute(from, zone)} – ${formatAbsolute(to, zone)}`;
  if (from !== null) return `from ${formatAbsolute(from, zone)}`;
  return to === null ? null : `before ${formatAbsolute(to, zone)}`;
}
