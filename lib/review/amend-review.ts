/** Begins the next version of a frozen review, with a note that says why; the frozen one stays as it is. */

import { type CommandAnswer, command } from "@/lib/engine/command";
import type { Operator } from "@/lib/engine/command-store";
import { changedMeanwhile, noSuchReview } from "./open-review";
import { reviewCan } from "./review";
import type { ReviewEngine } from "./review-engine";
import { type Week, weekName } from "./week";

export type AmendReview = { week: Week; version: number; note: string; nonce: string; operator: Operator };

export async function amendReview(
  engine: ReviewEngine,
  ask: AmendReview,
): Promise<CommandAnswer<{ week: string; version: number }>> {
  const week = weekName(ask.week);
  const { version, note, nonce, operator } = ask;
  const [review] = await engine.reviews.listVersions(week);
  if (review === undefined) return noSuchReview;
  const about = { kind: "amend", objectKind: "review", objectId: week } as const;
  return command<{ week: string; version: number }>(
    engine,
    { nonce, ...about, operator, reason: note, shown: { version }, before: { state: review.state } },
    async () => {
      const made = await engine.reviews.amend({ id: nonce, week, version, note });
      if (made) return { ok: true, week, version: version + 1, after: { state: "draft", version: version + 1 } };
      if (reviewCan.amend(review)) return changedMeanwhile;
      return { ok: false, code: "not_frozen", message: "This review is a draft: change it as it is." };
    },
  );
}
