/** Where a call guarded without a run stands, asked by its own key; null when nobody ever began it. */

import type { ActionState } from "@/lib/ledger/action";
import { businessKey, noRun } from "@/lib/ledger/key";
import { type VerdictKind, verdictOf } from "@/lib/ledger/verdict";
import type { Engine } from "./engine";
import { checkIdentifier } from "./limits";

/** What names such a call for every process that makes it. */
export type GuardKey = { type: string; object: string; occurrence: string };

export type Guarded = {
  actionId: string;
  destination: string;
  state: ActionState;
  /** Whether asking again is safe now, and why. */
  verdict: { kind: VerdictKind; until: number | null; reasons: string[] };
  attempts: number;
  /** What the destination answered, as JSON; null unless it is final, and once its retention ended. */
  response: unknown;
  settledAt: number | null;
};

/** Throws InputRefused for what no key can hold. */
export async function readGuarded(engine: Engine, key: GuardKey): Promise<Guarded | null> {
  checkIdentifier("The action type", key.type);
  checkIdentifier("The business object", key.object);
  const live = await engine.ledger.findLive(businessKey({ ...key, logicalRunId: noRun }));
  if (live === null) return null;
  const [record, now] = await Promise.all([engine.ledger.readAction(live.id), engine.ledger.now()]);
  if (record === null) return null;
  const { action, attempts } = record;
  const { kind, until, reasons } = verdictOf(record, now);
  return {
    actionId: action.id,
    destination: action.destination,
    state: action.state,
    verdict: { kind, until, reasons: reasons.map(({ text }) => text) },
    attempts: attempts.length,
    response: action.response,
    settledAt: action.settledAt,
  };
}
