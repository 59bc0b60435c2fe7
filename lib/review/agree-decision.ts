/** Adds to a week's review something to be done about what it saw: by whom, until when, against which class. */

import { type CommandAnswer, command } from "@/lib/engine/command";
import type { Operator } from "@/lib/engine/command-store";
import { type Decision, decisionsMax, whyNotDue } from "./decision";
import { noSuchReview, reviewFrozen, reviewToChange } from "./open-review";
import type { ReviewEngine } from "./review-engine";
import { type Week, weekName } from "./week";

export type AgreeDecision = Pick<Decision, "what" | "owner" | "due" | "reduces"> & {
  week: Week;
  zone: string;
  /** Names the decision as well: the same click is one decision. */
  nonce: string;
  operator: Operator;
};

export async function agreeDecision(
  engine: ReviewEngine,
  ask: AgreeDecision,
): Promise<CommandAnswer<{ decision: Decision }>> {
  const review = await reviewToChange(engine, ask);
  if ("ok" in review) return review;
  const week = weekName(ask.week);
  const { nonce, operator, what, owner, due, reduces, zone } = ask;
  const about = { kind: "agree", objectKind: "review", objectId: week } as const;
  return command<{ decision: Decision }>(
    engine,
    { nonce, ...about, operator, reason: what, shown: null, before: null },
    async () => {
      const late = whyNotDue(due, await engine.progress.now(), zone);
      if (late !== null) return { ok: false, code: "invalid", message: late };
      const asked = { id: nonce, week, what, owner, due, reduces, decidedBy: operator.name };
      const answer = await engine.reviews.addDecision(asked);
      if (answer.added) return { ok: true, decision: answer.decision, after: answer.decision };
      switch (answer.why) {
        case "review_not_found":
          return noSuchReview;
        case "review_frozen":
          return reviewFrozen;
        case "decisions_full":
          return {
            ok: false,
            code: "decisions_full",
            message: `This week decided ${decisionsMax} things already, and more are not done. Take one back first.`,
          };
      }
    },
  );
}
