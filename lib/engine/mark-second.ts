/**
 * A duplicate was avoided that was none: a person says so, the figure loses it, and the second action gets an occurrence
 * of its own, which a worker that has its code sends.
 */

import { isDisputed } from "@/lib/ledger/action";
import { businessKey, markerOf, noRun } from "@/lib/ledger/key";
import { providerKeyOf } from "./action-intent";
import { type Applied, type CommandAnswer, command } from "./command";
import type { Operator } from "./command-store";
import type { Engine } from "./engine";
import { checkIdentifier } from "./limits";

export type MarkSecondAsk = {
  actionId: string;
  /** Whose ask was answered from the ledger: one avoided repeat per execution. */
  executionId: string;
  reason: string;
  nonce: string;
  operator: Operator;
};

/** Throws InputRefused when no room is left in the occurrence. */
export async function markSecond(engine: Engine, ask: MarkSecondAsk): Promise<CommandAnswer<{ actionId: string }>> {
  const record = await engine.ledger.readAction(ask.actionId);
  if (record === null) return { ok: false, code: "action_not_found", message: "There is no such action." };
  const { action, avoided } = record;
  return command<{ actionId: string }>(
    engine,
    {
      nonce: ask.nonce,
      kind: "second",
      objectKind: "action",
      objectId: action.id,
      operator: ask.operator,
      reason: ask.reason,
      shown: { execution: ask.executionId },
      before: { avoided: avoided.filter(({ wrong }) => wrong === null).length },
    },
    async (): Promise<Applied<{ actionId: string }>> => {
      if (!avoided.some(({ executionId }) => executionId === ask.executionId)) {
        return { ok: false, code: "avoided_not_found", message: "No duplicate was avoided for that execution." };
      }
      if (isDisputed(action)) {
        return { ok: false, code: "incident", message: "It may have happened twice already. Settle that first." };
      }
      const count = avoided.filter(({ wrong }) => wrong !== null).length + 1;
      const occurrence = [action.occurrence, `second ${count}`].filter((part) => part !== "").join("/");
      checkIdentifier("The occurrence", occurrence);
      const { type, object, logicalRunId } = action;
      const key = businessKey({ type, object, logicalRunId: logicalRunId ?? noRun, occurrence });
      const providerKey = await providerKeyOf(engine, key, 1);
      const marked = await engine.ledger.markSecond({
        ...{ actionId: action.id, executionId: ask.executionId, id: ask.nonce, occurrence, businessKey: key },
        ...{ providerKey, marker: markerOf(providerKey), by: ask.operator.name, reason: ask.reason },
      });
      if (!marked) {
        return { ok: false, code: "changed_meanwhile", message: "Somebody said so already, or its payload is gone." };
      }
      return { ok: true, actionId: ask.nonce, after: { secondAction: ask.nonce } };
    },
  );
}
