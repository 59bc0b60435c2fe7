/**
 * "Check now": asks the destination, through a worker that knows it, whether it has an unknown action. The console only
 * enqueues the look-up; what came of it is observed later.
 */

import type { Probe } from "@/lib/ledger/store";
import { absentCountsFrom, verdictOf } from "@/lib/ledger/verdict";
import { type Applied, type CommandAnswer, command } from "./command";
import type { Operator } from "./command-store";
import type { Engine } from "./engine";

export type CheckAsk = { actionId: string; nonce: string; operator: Operator };

export async function checkAction(engine: Engine, ask: CheckAsk): Promise<CommandAnswer<{ probe: Probe }>> {
  const record = await engine.ledger.readAction(ask.actionId);
  if (record === null) return { ok: false, code: "action_not_found", message: "There is no such action." };
  const now = await engine.ledger.now();
  const verdict = verdictOf(record, now);
  return command<{ probe: Probe }>(
    engine,
    {
      nonce: ask.nonce,
      kind: "check",
      objectKind: "action",
      objectId: ask.actionId,
      operator: ask.operator,
      reason: null,
      shown: { verdict: verdict.kind },
      before: { state: record.action.state },
    },
    async (): Promise<Applied<{ probe: Probe }>> => {
      const { action } = record;
      const after = { absentCountsFrom: absentCountsFrom(action, record.attempts) };
      // Asked already, by this same click: what came of it may have settled the action since.
      const asked = record.probes.find(({ id }) => id === ask.nonce);
      if (asked) return { ok: true, probe: asked, after };
      if (action.declaration.probe === null) {
        return {
          ok: false,
          code: "no_probe",
          message: `${action.declaration.title} cannot be asked. Look yourself and settle by hand.`,
        };
      }
      if (action.state !== "unknown" && verdict.kind !== "verify_first") {
        return { ok: false, code: "not_unknown", message: "Its outcome is known by now. Nothing is left to check." };
      }
      const probe = await engine.ledger.askProbe({
        probeId: ask.nonce,
        actionId: action.id,
        by: ask.operator.name,
        // "Found" counts at once; only an "absent" must wait, and the worker asks again then.
        notBefore: now,
      });
      return { ok: true, probe, after };
    },
  );
}
