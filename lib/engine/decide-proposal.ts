/** A second person confirms, or anybody declines, what one person wants to settle an action as. */

import type { ActionState } from "@/lib/ledger/action";
import { verdictOf } from "@/lib/ledger/verdict";
import { type Applied, type CommandAnswer, command } from "./command";
import type { Operator } from "./command-store";
import { deliverOutbox } from "./deliver-outbox";
import type { Engine } from "./engine";
import { settleRefusal } from "./settle-action";

export type DecideProposalCommand = {
  actionId: string;
  proposalId: string;
  verdict: "confirm" | "decline";
  /** Version that this person saw. */
  version: number;
  reason: string;
  nonce: string;
  operator: Operator;
};

export async function decideProposal(
  engine: Engine,
  ask: DecideProposalCommand,
): Promise<CommandAnswer<{ state: ActionState }>> {
  const record = await engine.ledger.readAction(ask.actionId);
  if (record === null) return { ok: false, code: "action_not_found", message: "There is no such action." };
  const { action, proposal } = record;
  const verdict = verdictOf(record, await engine.ledger.now());
  return command<{ state: ActionState }>(
    engine,
    {
      nonce: ask.nonce,
      kind: "confirm",
      objectKind: "action",
      objectId: ask.actionId,
      operator: ask.operator,
      reason: ask.reason,
      shown: { verdict: verdict.kind, decision: ask.verdict, proposal },
      before: { state: action.state, version: action.version },
    },
    async (): Promise<Applied<{ state: ActionState }>> => {
      const { id: byPerson, name: by } = ask.operator;
      const { proposalId, version, reason } = ask;
      const decided = await engine.ledger.decideProposal({
        id: ask.nonce,
        proposalId,
        verdict: ask.verdict,
        version,
        by,
        byPerson,
        reason,
      });
      if (!decided.decided) return settleRefusal(engine, ask.actionId, decided);
      await deliverOutbox(engine);
      return { ok: true, state: decided.state, after: { state: decided.state } };
    },
  );
}
