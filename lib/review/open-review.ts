/** Makes the review of a week, if nobody did. Any number of processes may do it at once. */

import type { CommandRefusal } from "@/lib/engine/command";
import type { Review } from "./review";
import type { ReviewEngine } from "./review-engine";
import { type Week, weekName } from "./week";
import { rangeOfWeek } from "./week-range";

export async function openReview(engine: ReviewEngine, week: Week): Promise<Review> {
  const { review } = await engine.reviews.open({ id: engine.newId(), week: weekName(week) });
  return review;
}

/** The week's newest version for whoever changes it; a week that goes on has none, and none before the first run. */
export async function reviewToChange(
  engine: ReviewEngine,
  { week, zone }: { week: Week; zone: string },
): Promise<Review | CommandRefusal> {
  const range = rangeOfWeek(week, zone);
  const [now, firstRunAt] = await Promise.all([engine.progress.now(), engine.progress.firstRunAt()]);
  const [known] = await engine.reviews.listVersions(weekName(week));
  if (known !== undefined) return known;
  if (range.from > now || firstRunAt === null || firstRunAt >= range.to) return noSuchReview;
  if (range.to > now) {
    return { ok: false, code: "week_not_over", message: "The week is not over. Its review is made on Monday." };
  }
  return openReview(engine, week);
}

export const noSuchReview = {
  ok: false,
  code: "review_not_found",
  message: "There is no review of this week: it has not begun, or it was over before the first run.",
} as const;

export const reviewFrozen = {
  ok: false,
  code: "review_frozen",
  message: "This review is frozen. What became different is for a new version, which says why.",
} as const;

export const changedMeanwhile = {
  ok: false,
  code: "changed_meanwhile",
  message: "Somebody else changed this review meanwhile. Look at what it says now, then try again.",
} as const;
