/** An ask came with another payload: a person says that the stored outcome stands for it, and nothing more is sent. */

import { type Applied, type CommandAnswer, command } from "./command";
import type { Operator } from "./command-store";
import { deliverOutbox } from "./deliver-outbox";
import type { Engine } from "./engine";
import { differenceOf } from "./payload-difference";

export type KeepAsk = { actionId: string; nearMissId: string; reason: string; nonce: string; operator: Operator };

export async function keepOutcome(engine: Engine, ask: KeepAsk): Promise<CommandAnswer<{ actionId: string }>> {
  const record = await engine.ledger.readAction(ask.actionId);
  if (record === null) return { ok: false, code: "action_not_found", message: "There is no such action." };
  const { action, payload } = record;
  const near = record.nearMisses.find(({ id, kind }) => id === ask.nearMissId && kind === "other_payload");
  return command<{ actionId: string }>(
    engine,
    {
      nonce: ask.nonce,
      kind: "keep",
      objectKind: "action",
      objectId: action.id,
      operator: ask.operator,
      reason: ask.reason,
      shown: { differs: differenceOf(payload, near?.payload ?? null) },
      before: { state: action.state, revision: action.revision },
    },
    async (): Promise<Applied<{ actionId: string }>> => {
      if (near === undefined) return { ok: false, code: "near_miss_not_found", message: "There is no such ask." };
      const kept = await engine.ledger.keepOutcome({
        id: ask.nonce,
        actionId: action.id,
        fingerprint: near.fingerprint,
        by: ask.operator.name,
        reason: ask.reason,
      });
      if (!kept) {
        return { ok: false, code: "changed_meanwhile", message: "Somebody decided this already. Look at it again." };
      }
      await deliverOutbox(engine);
      return { ok: true, actionId: action.id, after: { state: action.state, revision: action.revision } };
    },
  );
}
