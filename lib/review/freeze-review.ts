/** Freezes a week as it is computed at this moment, with the paragraph and the decisions that were on the screen. */

import { type CommandAnswer, command } from "@/lib/engine/command";
import type { Operator } from "@/lib/engine/command-store";
import { computeReview } from "./compute-review";
import { changedMeanwhile, reviewFrozen, reviewToChange } from "./open-review";
import { reviewCan } from "./review";
import type { ReviewEngine } from "./review-engine";
import { type Week, weekName } from "./week";

export type FreezeReview = { week: Week; zone: string; revision: number; nonce: string; operator: Operator };

export async function freezeReview(
  engine: ReviewEngine,
  ask: FreezeReview,
): Promise<CommandAnswer<{ week: string; version: number }>> {
  const review = await reviewToChange(engine, ask);
  if ("ok" in review) return review;
  const name = weekName(ask.week);
  const { week, zone, nonce, operator, revision } = ask;
  const { version } = review;
  return command<{ week: string; version: number }>(
    engine,
    {
      nonce,
      kind: "freeze",
      objectKind: "review",
      objectId: name,
      operator,
      reason: null,
      shown: { version, revision },
      before: { state: review.state, revision: review.revision },
    },
    async () => {
      if (!reviewCan.freeze(review)) return reviewFrozen;
      if (review.revision !== revision) return changedMeanwhile;
      const snapshot = await computeReview(engine, { week, zone, review });
      const frozen = await engine.reviews.freeze({ week: name, version, revision, snapshot, by: operator.name });
      return frozen ? { ok: true, week: name, version, after: { state: "frozen", version } } : changedMeanwhile;
    },
  );
}
