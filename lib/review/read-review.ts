/** A week's review as a page shows it: what is frozen from its snapshot, what is a draft from the tables. */

import { computeReview } from "./compute-review";
import type { Review, ReviewContent } from "./review";
import type { ReviewEngine } from "./review-engine";
import { type Week, weekName, weeksLater } from "./week";
import { rangeOfWeek, weekAt } from "./week-range";

export type ReviewView = {
  now: number;
  week: string;
  previous: string | null;
  next: string | null;
  /** Null while nobody made one, as of the week that goes on. */
  review: Review | null;
  /** Newest first. */
  versions: { version: number; state: Review["state"]; frozenAt: number | null; frozenBy: string | null }[];
  content: ReviewContent;
};

/** Null for a week that has not begun, that ended before the first run, or a version that there is not. */
export async function readReview(
  engine: ReviewEngine,
  ask: { week: Week; zone: string; version?: number },
): Promise<ReviewView | null> {
  const { week, zone } = ask;
  const name = weekName(week);
  const [now, firstRunAt, versions] = await Promise.all([
    engine.progress.now(),
    engine.progress.firstRunAt(),
    engine.reviews.listVersions(name),
  ]);
  const [newest = null] = versions;
  const range = rangeOfWeek(week, zone);
  const isKnown = newest !== null || (firstRunAt !== null && firstRunAt < range.to);
  if (range.from > now || !isKnown) return null;
  const review = ask.version === undefined ? newest : versions.find(({ version }) => version === ask.version);
  if (review === undefined) return null;
  const frozen = review?.state === "frozen" ? await engine.reviews.readSnapshot(name, review.version) : null;
  const current = weekName(weekAt(now, zone));
  return {
    now,
    week: name,
    previous: firstRunAt !== null && firstRunAt < range.from ? weekName(weeksLater(week, -1)) : null,
    next: name < current ? weekName(weeksLater(week, 1)) : null,
    review,
    versions: versions.map(({ version, state, frozenAt, frozenBy }) => ({ version, state, frozenAt, frozenBy })),
    content: frozen ?? (await computeReview(engine, { week, zone, review })),
  };
}
