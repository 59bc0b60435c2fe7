/**
 * Declares actions as held and asks a person for exactly their payloads. The ledger is written first: an approval can
 * only name actions that exist, and a held action without a question is asked for again by the next execution.
 */

import { acceptsAsk } from "@/lib/ledger/action";
import type { Holder } from "@/lib/ledger/store";
import type { ExecutionKind, Lease } from "@/lib/progress/execution";
import type { ApprovalSubject } from "@/lib/progress/validation";
import { type ActionIntent, newAction } from "./action-intent";
import type { Engine } from "./engine";
import { recordMismatch } from "./near-miss";

export type HoldAsk = {
  holder: Holder & { executionKind: ExecutionKind };
  lease: Lease;
  logicalRunId: string;
  actions: { actionId: string; intent: ActionIntent }[];
};

export type HoldAnswer =
  | { answer: "held"; subjects: ApprovalSubject[] }
  /** All of them were granted or are final: nothing is left to ask. */
  | { answer: "granted" }
  | { answer: "payload_mismatch"; actionId: string }
  | { answer: "stale_lease" };

export async function holdActions(engine: Engine, ask: HoldAsk): Promise<HoldAnswer> {
  const asked = await Promise.all(
    ask.actions.map(({ actionId, intent }) =>
      newAction(engine, { holder: ask.holder, logicalRunId: ask.logicalRunId, actionId, intent }),
    ),
  );
  const declared = await engine.ledger.declare(ask.holder, asked);
  if ("refused" in declared) return { answer: "stale_lease" };
  for (const [i, action] of declared.entries()) {
    const ours = asked[i];
    if (ours === undefined || acceptsAsk(action, ours.fingerprint)) continue;
    await recordMismatch(engine, action, ours, ask.holder);
    return { answer: "payload_mismatch", actionId: action.id };
  }
  const held = declared.filter((action) => action.state === "held" && action.grant === null);
  if (held.length === 0) return { answer: "granted" };
  return {
    answer: "held",
    subjects: held.map(({ id, businessKey, fingerprint }) => ({ actionId: id, businessKey, fingerprint })),
  };
}
