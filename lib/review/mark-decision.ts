/** Says that a decision is done, or that it is not after all; also once its review is frozen. */

import { type CommandAnswer, command } from "@/lib/engine/command";
import type { Operator } from "@/lib/engine/command-store";
import type { Decision } from "./decision";
import { noSuchDecision } from "./drop-decision";
import type { ReviewEngine } from "./review-engine";

export async function markDecision(
  engine: ReviewEngine,
  ask: { week: string; decisionId: string; done: boolean; nonce: string; operator: Operator },
): Promise<CommandAnswer<{ decision: Decision }>> {
  const { week, decisionId, done, nonce, operator } = ask;
  const before = await engine.reviews.findDecision(decisionId);
  const about = { kind: "mark", objectKind: "review", objectId: week } as const;
  return command<{ decision: Decision }>(
    engine,
    { nonce, ...about, operator, reason: before?.what ?? null, shown: { decisionId, done }, before },
    async () => {
      if (before === null || before.week !== week) return noSuchDecision;
      // One that was marked so already is as it was asked for.
      await engine.reviews.markDecision({ id: decisionId, done, by: operator.name });
      const decision = await engine.reviews.findDecision(decisionId);
      return decision === null ? noSuchDecision : { ok: true, decision, after: decision };
    },
  );
}
