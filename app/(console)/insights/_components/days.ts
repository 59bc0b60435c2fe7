/** The days of a range in its zone: every one of them, so that a day without anything is seen as such. */

import { formatDay } from "@/components/ui/time-format";
import { startOfDay } from "@/lib/zone";

export type Day = { key: string; label: string; from: number; to: number; partial: boolean };

/** Longer ranges would draw bars too thin to press. */
export const daysMax = 92;
/** Whatever is longer has days that no bar shows, and bars would not sum up to the figures. One hour more: the clock change. */
export const rangeMaxMs = (daysMax * 24 + 1) * 3_600_000;

export function daysOf(range: { from: number; to: number; zone: string }, now: number): Day[] {
  const days: Day[] = [];
  let from = startOfDay(range.from, range.zone);
  while (from < range.to && days.length < daysMax) {
    const to = startOfDay(from, range.zone, 1);
    days.push({ key: keyOf(from, range.zone), label: formatDay(from, range.zone), from, to, partial: now < to });
    from = to;
  }
  return days;
}

/** As many days, right before: its first day stands beside the first of the range. */
export const rangeBefore = (
  { from, zone }: { from: number; zone: string },
  days: number,
): { from: number; to: number } => ({ from: startOfDay(from, zone, -days), to: startOfDay(from, zone) });

/** "2026-11-30", as the figures name their days. */
export function keyOf(at: number, zone: string): string {
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" });
  return parts.format(at);
}
