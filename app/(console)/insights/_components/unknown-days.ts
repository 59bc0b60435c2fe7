/** How many actions nobody knew about at the end of each day, from the times at which each was unknown. */

import type { Day } from "./days";

type Span = { actionId: string; since: number; until: number | null };

/** Of a day that is not over, what is open now. */
export const momentOf = (day: Day, now: number): number => Math.min(day.to, now);

/** Each action once, however many of its attempts are unknown. */
export function openAt<S extends Span>(spans: readonly S[], moment: number): S[] {
  const open = spans.filter(({ since, until }) => since < moment && (until === null || until >= moment));
  return [...new Map(open.map((span) => [span.actionId, span])).values()];
}
