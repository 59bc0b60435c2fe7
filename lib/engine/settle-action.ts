/** A person says what happened outside, with evidence. This is the way out where nobody can be asked automatically. */

import type { ActionState } from "@/lib/ledger/action";
import type { SettleAsk } from "@/lib/ledger/store";
import { verdictOf } from "@/lib/ledger/verdict";
import { type Applied, type CommandAnswer, command } from "./command";
import type { Operator } from "./command-store";
import { deliverOutbox } from "./deliver-outbox";
import type { Engine } from "./engine";

export type SettleCommand = Omit<SettleAsk, "by"> & { nonce: string; operator: Operator };

export async function settleAction(engine: Engine, ask: SettleCommand): Promise<CommandAnswer<{ state: ActionState }>> {
  const record = await engine.ledger.readAction(ask.actionId);
  if (record === null) return { ok: false, code: "action_not_found", message: "There is no such action." };
  const verdict = verdictOf(record, await engine.ledger.now());
  return command<{ state: ActionState }>(
    engine,
    {
      nonce: ask.nonce,
      kind: "settle",
      objectKind: "action",
      objectId: ask.actionId,
      operator: ask.operator,
      reason: ask.reason,
      shown: { verdict: verdict.kind, as: ask.as, evidence: ask.evidence },
      before: { state: record.action.state, version: record.action.version },
    },
    async (): Promise<Applied<{ state: ActionState }>> => {
      if (verdict.kind === "wait") {
        return { ok: false, code: "in_flight", message: "An attempt is still in flight. Wait for its deadline." };
      }
      const settled = await engine.ledger.settle({ ...ask, by: ask.operator.name });
      if (!settled.settled)
        return { ok: false, code: settled.why, message: sentence[settled.why], facts: { state: settled.state } };
      await deliverOutbox(engine);
      return { ok: true, state: settled.state, after: { state: settled.state } };
    },
  );
}

const sentence = {
  action_not_found: "There is no such action.",
  changed_meanwhile: "New evidence came in since you opened this. Look at it, then decide again.",
  not_unknown: "Its outcome is known by now. Nothing is left to settle.",
} as const;
