/**
 * Makes the reviews that are due: of each week that is over, from the first run on, as far back as a review looks. It
 * may be asked at any time and by any process, so that a week without a server still gets its review.
 */

import type { Source } from "@/lib/engine/announce";
import type { Occasion } from "@/lib/engine/occasions";
import { openReview } from "./open-review";
import type { Review } from "./review";
import type { ReviewEngine } from "./review-engine";
import { type Week, weekName, weeksLater } from "./week";
import { lastCompleteWeek, rangeOfWeek } from "./week-range";

const weeksBack = 8;

export async function makeReviews(engine: ReviewEngine, zone: string): Promise<void> {
  const [now, firstRunAt] = await Promise.all([engine.progress.now(), engine.progress.firstRunAt()]);
  const last = lastCompleteWeek(now, zone);
  const due = Array.from({ length: weeksBack }, (_, i) => weeksLater(last, -i)).filter(
    (week) => firstRunAt !== null && firstRunAt < rangeOfWeek(week, zone).to,
  );
  const listed = await engine.reviews.listWeeks(weeksBack + 1);
  const isMissing = (week: Week) => !listed.some((review) => review.week === weekName(week));
  for (const week of due.filter(isMissing).reverse()) await openReview(engine, week);
}

/** Told once per week: of its first version, as later ones are somebody's own doing. */
export const reviewSource = (engine: ReviewEngine, zone: string): Source => [
  "reviews",
  async () => {
    const last = weekName(lastCompleteWeek(await engine.progress.now(), zone));
    const first = (await engine.reviews.listVersions(last)).at(-1);
    return { rows: first === undefined ? [] : [[readyOccasion(first)]], next: null };
  },
];

const readyOccasion = ({ id, week, state, createdAt }: Review): Occasion => ({
  event: "review.ready",
  objectKind: "review",
  objectId: id,
  occasion: "",
  name: week,
  state,
  at: createdAt,
});
