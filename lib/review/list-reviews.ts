/** The weeks that there are reviews of, the newest first, with what each came to. */

import { decisionState } from "./decision";
import type { Review, ReviewedDecision } from "./review";
import type { ReviewEngine } from "./review-engine";
import { parseWeek, weekName } from "./week";
import { lastCompleteWeek, weekAt } from "./week-range";

export type ReviewWeek = { review: Review; decisions: ReviewedDecision[] };
export type ReviewList = {
  now: number;
  /** The week that goes on. */
  current: string;
  lastComplete: string;
  rows: ReviewWeek[];
};

const yearOfWeeks = 53;

export async function listReviews(engine: ReviewEngine, zone: string): Promise<ReviewList> {
  const [now, reviews] = await Promise.all([engine.progress.now(), engine.reviews.listWeeks(yearOfWeeks)]);
  const named = reviews.filter(({ week }) => parseWeek(week) !== null);
  const [newest, oldest] = [named.at(0)?.week, named.at(-1)?.week];
  const decisions =
    newest === undefined || oldest === undefined
      ? []
      : await engine.reviews.listDecisions({ from: oldest, to: newest });
  return {
    now,
    current: weekName(weekAt(now, zone)),
    lastComplete: weekName(lastCompleteWeek(now, zone)),
    rows: named.map((review) => ({
      review,
      decisions: decisions
        .filter(({ week }) => week === review.week)
        .map((decision) => ({ ...decision, state: decisionState(decision, now, zone) })),
    })),
  };
}
