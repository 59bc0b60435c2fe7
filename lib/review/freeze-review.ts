/** Freezes a week as it is computed at this moment, with the paragraph and the decisions that were on the screen. */

import { type CommandAnswer, command } from "@/lib/engine/command";
import type { Operator } from "@/lib/engine/command-store";
import { computeReview } from "./compute-review";
import { changedMeanwhile, reviewFrozen, reviewToChange } from "./open-review";
import { type ReviewContent, reviewCan } from "./review";
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
      const snapshot = await computeReview(engine, { week, zone, review });
      const seen = { click: nonce, week: name, version, revision };
      const frozen = await engine.reviews.freeze({ ...seen, snapshot, by: operator.name });
      if (!frozen) return reviewCan.freeze(review) ? changedMeanwhile : reviewFrozen;
      await markReviewed(engine, name, snapshot, ask);
      return { ok: true, week: name, version, after: { state: "frozen", version } };
    },
  );
}

/** What was resolved is over with the review that quotes it; what is not yet is in the next one, too. */
async function markReviewed(
  engine: ReviewEngine,
  week: string,
  { incidents }: ReviewContent,
  { nonce, operator }: Pick<FreezeReview, "nonce" | "operator">,
): Promise<void> {
  const by = { id: operator.id, name: operator.name };
  for (const { id: incidentId } of incidents) {
    const incident = await engine.incidents.find(incidentId);
    if (incident?.state !== "resolved") continue;
    // The same click again is the same change.
    const id = uuidOf(engine.hash.sha256(`${nonce} ${incidentId}`));
    const { version } = incident;
    const said = { reason: `The review of ${week} was frozen.`, change: { kind: "state", to: "reviewed" } } as const;
    // Whoever opened it again meanwhile was faster.
    await engine.incidents.change({ id, incidentId, version, by, role: operator.role, ...said });
  }
}

const uuidOf = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
