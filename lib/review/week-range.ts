/** From the calendar's weeks to instants: Monday to Monday in the deployment's zone, 167 or 169 hours at a clock change. */

import { startOfDay } from "@/lib/zone";
import { mondayOf, type Week, weekOfDay, weeksLater } from "./week";

export type WeekRange = { from: number; to: number; zone: string };

const hourMs = 3_600_000;

export function rangeOfWeek(week: Week, zone: string): WeekRange {
  return { from: mondayIn(week, zone), to: mondayIn(weeksLater(week, 1), zone), zone };
}

/** Zones reach from UTC-12 to UTC+14: noon in UTC plus or minus a day surely holds the Monday that is looked for. */
function mondayIn(week: Week, zone: string): number {
  const day = mondayOf(week);
  const wanted = dayText(day.getTime(), "UTC");
  const noon = day.getTime() + 12 * hourMs;
  for (const at of [noon, noon - 24 * hourMs, noon + 24 * hourMs]) {
    if (dayText(at, zone) === wanted) return startOfDay(at, zone);
  }
  // A day that its zone left out, as Samoa did once: the week begins with the day after it.
  return startOfDay(noon + 24 * hourMs, zone);
}

export function weekAt(at: number, zone: string): Week {
  const [year = 0, month = 0, day = 0] = dayText(at, zone).split("-").map(Number);
  return weekOfDay(year, month, day);
}

/** "2026-11-30": the calendar day of an instant. */
export function dayText(at: number, zone: string): string {
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" });
  return parts.format(at);
}

/** The newest week that is over. */
export const lastCompleteWeek = (now: number, zone: string): Week => weeksLater(weekAt(now, zone), -1);
