/** What a frozen week would say differently if it were computed now; nothing of a draft, which is computed now. */

import { type Amendment, amendmentsOf } from "./amendments";
import { computeReview } from "./compute-review";
import type { ReviewEngine } from "./review-engine";
import { type Week, weekName } from "./week";

export async function readAmendments(engine: ReviewEngine, week: Week): Promise<Amendment[] | null> {
  const [review = null] = await engine.reviews.listVersions(weekName(week));
  if (review === null) return null;
  const snapshot = await engine.reviews.readSnapshot(review.week, review.version);
  if (snapshot === null) return [];
  // In the zone that it was frozen in: a deployment that moved did not have another week then.
  return amendmentsOf(snapshot, await computeReview(engine, { week, zone: snapshot.zone, review }));
}
