/**
 * A person says what happened outside, with evidence. This is the way out where nobody can be asked automatically. Where a
 * repeat cannot be taken back, saying that it may be sent again is a proposal that a second person confirms.
 */

import { type ActionState, effectiveOutcome, isDisputed } from "@/lib/ledger/action";
import { needsSecondPerson } from "@/lib/ledger/settlement";
import type { ActionRecord, ContradictionAsk, Proposal, SettleAsk } from "@/lib/ledger/store";
import { verdictOf } from "@/lib/ledger/verdict";
import { type Applied, type CommandAnswer, type CommandRefusal, command } from "./command";
import type { Operator } from "./command-store";
import { deliverOutbox } from "./deliver-outbox";
import type { Engine } from "./engine";

export type SettleCommand = Omit<SettleAsk, "id" | "by" | "as"> & {
  /** `once` and `twice` for evidence that contradicts itself, the others for an outcome that is unknown. */
  as: SettleAsk["as"] | ContradictionAsk["found"];
  nonce: string;
  operator: Operator;
};

/** `proposal` is set where a second person must confirm first: nothing is settled then. */
export type Settled = { state: ActionState; proposal: Proposal | null };

export async function settleAction(engine: Engine, ask: SettleCommand): Promise<CommandAnswer<Settled>> {
  const record = await engine.ledger.readAction(ask.actionId);
  if (record === null) return { ok: false, code: "action_not_found", message: "There is no such action." };
  const verdict = verdictOf(record, await engine.ledger.now());
  return command<Settled>(
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
    async (): Promise<Applied<Settled>> => {
      if (ask.as === "once" || ask.as === "twice") return settleContradiction(engine, { ...ask, as: ask.as });
      if (isDisputed(record.action)) {
        return { ok: false, code: "incident", message: "Its evidence contradicts itself. Say how often it happened." };
      }
      if (ask.as === "did_not_happen" && (await senderHoldsRun(engine, record))) {
        return { ok: false, code: "in_flight", message: sentences.sender_holds_run };
      }
      if (ask.as !== "happened" && needsSecondPerson(record.action.declaration, ask.as)) {
        return propose(engine, { ...ask, as: ask.as });
      }
      const { nonce: id, operator, ...said } = ask;
      const settled = await engine.ledger.settle({ ...said, as: ask.as, id, by: operator.name });
      if (!settled.settled) return settleRefusal(settled.why, settled.state);
      await deliverOutbox(engine);
      return { ok: true, state: settled.state, proposal: null, after: { state: settled.state } };
    },
  );
}

/** Its worker did not say that it ended, and its lease still stands: it may be about to send. */
async function senderHoldsRun(engine: Engine, { action, attempts }: ActionRecord): Promise<boolean> {
  const run = action.runId === null ? null : await engine.progress.findRun(action.runId);
  return (
    run?.state === "running" &&
    attempts.some((a) => effectiveOutcome(a) === "unknown" && a.holderEndedAt === null && a.token === run.token)
  );
}

async function settleContradiction(
  engine: Engine,
  { operator, nonce: id, as: found, ...said }: SettleCommand & { as: ContradictionAsk["found"] },
): Promise<Applied<Settled>> {
  const settled = await engine.ledger.settleContradiction({ ...said, found, id, by: operator.name });
  if (!settled.settled) return settleRefusal(settled.why, settled.state);
  await deliverOutbox(engine);
  return { ok: true, state: settled.state, proposal: null, after: { state: settled.state, found } };
}

async function propose(
  engine: Engine,
  { operator, nonce, actionId, version, as, evidence, reason }: SettleCommand & { as: Proposal["as"] },
): Promise<Applied<Settled>> {
  const said = { actionId, version, as, evidence, reason };
  const answer = await engine.ledger.proposeSettlement({
    ...said,
    id: nonce,
    by: operator.name,
    byPerson: operator.id,
  });
  if (!answer.proposed) return settleRefusal(answer.why, answer.state);
  const { proposal } = answer;
  return { ok: true, state: "unknown", proposal, after: { proposed: as } };
}

export function settleRefusal(
  why: Exclude<keyof typeof sentences, "sender_holds_run">,
  state: ActionState | null,
): CommandRefusal {
  const code = why === "not_unknown" && state === "sending" ? "in_flight" : why;
  return { ok: false, code, message: sentences[code], facts: { state } };
}

const sentences = {
  action_not_found: "There is no such action.",
  changed_meanwhile: "New evidence came in since you opened this. Look at it, then decide again.",
  not_unknown: "Its outcome is known by now. Nothing is left to settle.",
  not_contradicted: "Its evidence does not contradict itself, or somebody found out already.",
  sender_holds_run:
    "Its worker still holds the run and may yet send it. Wait until its lease has ended, then look again.",
  in_flight: "An attempt is still in flight. Wait for its deadline.",
  second_person_needed: "It cannot be taken back once it is done: a second person must confirm this.",
  proposal_not_found: "This proposal no longer waits: it was decided, replaced, or new evidence came in.",
  same_person: "You proposed it. Another person must confirm it.",
} as const;
