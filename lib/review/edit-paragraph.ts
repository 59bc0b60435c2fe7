/** Writes a person's paragraph in the place of the one made from the figures, or gives the place back to that one. */

import { type CommandAnswer, command } from "@/lib/engine/command";
import type { Operator } from "@/lib/engine/command-store";
import { changedMeanwhile, reviewFrozen, reviewToChange } from "./open-review";
import { reviewCan } from "./review";
import type { ReviewEngine } from "./review-engine";
import { type Week, weekName } from "./week";

export type EditParagraph = {
  week: Week;
  zone: string;
  /** Of the draft that was on the screen. */
  revision: number;
  /** Null for the one made from the figures. */
  paragraph: string | null;
  nonce: string;
  operator: Operator;
};

export async function editParagraph(
  engine: ReviewEngine,
  ask: EditParagraph,
): Promise<CommandAnswer<{ week: string }>> {
  const review = await reviewToChange(engine, ask);
  if ("ok" in review) return review;
  const week = weekName(ask.week);
  const { nonce, operator, revision, paragraph } = ask;
  return command<{ week: string }>(
    engine,
    {
      nonce,
      kind: "edit",
      objectKind: "review",
      objectId: week,
      operator,
      reason: null,
      shown: { revision },
      before: { paragraph: review.paragraph },
    },
    async () => {
      const seen = { click: nonce, week, version: review.version, revision };
      const wrote = await engine.reviews.setParagraph({ ...seen, paragraph, by: operator.name });
      if (wrote) return { ok: true, week, after: { paragraph } };
      return reviewCan.edit(review) ? changedMeanwhile : reviewFrozen;
    },
  );
}
