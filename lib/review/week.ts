/** ISO weeks, named as in 2026-W48: Monday to Monday, in the deployment's zone, half-open. */

export type Week = { year: number; week: number };

/** Days since Monday, 0 to 6. */
const weekdayOf = (date: Date): number => (date.getUTCDay() + 6) % 7;
const dayMs = 24 * 3_600_000;

/** The week of a calendar day. Its year is the one that holds its Thursday. */
export function weekOfDay(year: number, month: number, day: number): Week {
  const date = new Date(Date.UTC(year, month - 1, day));
  const thursday = new Date(date.getTime() + (3 - weekdayOf(date)) * dayMs);
  const firstDay = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return { year: thursday.getUTCFullYear(), week: 1 + Math.floor((thursday.getTime() - firstDay) / (7 * dayMs)) };
}

/** The calendar day of its Monday, at midnight UTC; whoever knows the zone finds the instant. */
export function mondayOf({ year, week }: Week): Date {
  const fourth = new Date(Date.UTC(year, 0, 4));
  return new Date(fourth.getTime() + ((week - 1) * 7 - weekdayOf(fourth)) * dayMs);
}

export function weeksLater(week: Week, weeks: number): Week {
  const monday = new Date(mondayOf(week).getTime() + weeks * 7 * dayMs);
  return weekOfDay(monday.getUTCFullYear(), monday.getUTCMonth() + 1, monday.getUTCDate());
}

export const weekName = ({ year, week }: Week): string => `${year}-W${String(week).padStart(2, "0")}`;

/** Null for what names no week, such as 2026-W54. */
export function parseWeek(name: string): Week | null {
  const match = /^(\d{4})-W(\d{2})$/.exec(name);
  if (match === null) return null;
  const week = { year: Number(match[1]), week: Number(match[2]) };
  const monday = mondayOf(week);
  const same = weekOfDay(monday.getUTCFullYear(), monday.getUTCMonth() + 1, monday.getUTCDate());
  return week.week > 0 && same.year === week.year && same.week === week.week ? week : null;
}
