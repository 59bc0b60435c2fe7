/** When tickets arrive: office hours are busier than nights, weekdays than weekends, and one day is bad. */

import type { Chance } from "./chance";

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export type Span = { from: number; to: number };

/** Sorted. */
export function arrivalTimes(count: number, { from, to }: Span, busy: Span, chance: Chance): number[] {
  const hours: { at: number; upTo: number }[] = [];
  let total = 0;
  for (let at = from; at < to; at += hour) {
    total += weightOf(at) * (at >= busy.from && at < busy.to ? 2 : 1);
    hours.push({ at, upTo: total });
  }
  return Array.from({ length: count }, () => {
    const drawn = chance.next() * total;
    const found = hours.find(({ upTo }) => drawn < upTo) ?? { at: from };
    return Math.min(found.at + chance.between(0, hour), to);
  }).sort((a, b) => a - b);
}

/** Midnight of last week's Monday. */
export function lastMonday(now: number): number {
  const date = new Date(now);
  date.setHours(0, 0, 0, 0);
  date.setDate(date.getDate() - ((date.getDay() + 6) % 7) - 7);
  return date.getTime();
}

/** Ten to half past two on last week's Tuesday: the peak that its review explains. */
export function outageOf(monday: number): Span {
  const from = monday + day + 10 * hour;
  return { from, to: from + 4.5 * hour };
}

/** In the zone of this machine, where the people of the demo work. */
function weightOf(at: number): number {
  const date = new Date(at);
  const weekend = date.getDay() === 0 || date.getDay() === 6;
  const hours = date.getHours();
  const ofHour = hours >= 9 && hours < 17 ? 10 : hours >= 7 && hours < 20 ? 4 : 0.5;
  return weekend ? ofHour * 0.15 : ofHour;
}
