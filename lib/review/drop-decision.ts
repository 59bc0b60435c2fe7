/** Takes a decision back while the review that made it is a draft. */

import { type CommandAnswer, command } from "@/lib/engine/command";
import type { Operator } from "@/lib/engine/command-store";
import { reviewFrozen } from "./open-review";
import type { ReviewEngine } from "./review-engine";

export async function dropDecision(
  engine: ReviewEngine,
  ask: { week: string; decisionId: string; nonce: string; operator: Operator },
): Promise<CommandAnswer<{ decisionId: string }>> {
  const { week, decisionId, nonce, operator } = ask;
  const decision = await engine.reviews.findDecision(decisionId);
  const about = { kind: "drop", objectKind: "review", objectId: week } as const;
  // The same click again finds nothing any more, and gets the answer of the first time.
  return command<{ decisionId: string }>(
    engine,
    { nonce, ...about, operator, reason: decision?.what ?? null, shown: { decisionId }, before: decision },
    async () => {
      const dropped = await engine.reviews.dropDecision({ id: decisionId, week, click: nonce });
      if (dropped) return { ok: true, decisionId, after: null };
      return decision === null || decision.week !== week ? noSuchDecision : reviewFrozen;
    },
  );
}

export const noSuchDecision = {
  ok: false,
  code: "decision_not_found",
  message: "There is no such decision in this week's review. Somebody may have taken it back.",
} as const;
