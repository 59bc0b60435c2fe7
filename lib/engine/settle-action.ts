/**
 * A person says what happened outside, with evidence. This is the way out where nobody can be asked automatically. Where a
 * repeat is grave, saying that it may be sent again, or that it was none, is a proposal that a second person confirms.
 */

import { type ActionState, effectiveOutcome, isDisputed } from "@/lib/ledger/action";
import { isProposable, needsSecondPerson, proposalWords } from "@/lib/ledger/settlement";
import type { ActionRecord, ContradictionAsk, Proposal, SettleAsk } from "@/lib/ledger/store";
import { utcText } from "@/lib/ledger/utc-text";
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
      const isCount = ask.as === "once" || ask.as === "twice";
      if (isDisputed(record.action) && !isCount) {
        return { ok: false, code: "incident", message: "Its evidence contradicts itself. Say how often it happened." };
      }
      if (ask.as === "did_not_happen" && (await senderHoldsRun(engine, record))) {
        return { ok: false, code: "in_flight", message: sentences.sender_holds_run };
      }
      if (isProposable(ask.as) && needsSecondPerson(record.action.declaration, ask.as)) {
        return propose(engine, { ...ask, as: ask.as });
      }
      if (ask.as === "once" || ask.as === "twice") return settleContradiction(engine, { ...ask, as: ask.as });
      const { nonce: id, operator, ...said } = ask;
      const settled = await engine.ledger.settle({ ...said, as: ask.as, id, by: operator.name });
      if (!settled.settled) return settleRefusal(engine, ask.actionId, settled);
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
  ask: SettleCommand & { as: ContradictionAsk["found"] },
): Promise<Applied<Settled>> {
  const { operator, nonce: id, as: found, ...said } = ask;
  const settled = await engine.ledger.settleContradiction({ ...said, found, id, by: operator.name });
  if (!settled.settled) return settleRefusal(engine, ask.actionId, settled);
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
  if (!answer.proposed) {
    return answer.why === "already_proposed" ? alreadyProposed(answer) : settleRefusal(engine, actionId, answer);
  }
  const { proposal } = answer;
  const action = await engine.ledger.findAction(actionId);
  return { ok: true, state: action?.state ?? "unknown", proposal, after: { proposed: as } };
}

function alreadyProposed({ proposal, state }: { proposal: Proposal; state: ActionState }): CommandRefusal {
  const { id: proposalId, by, as, at } = proposal;
  return {
    ok: false,
    code: "already_proposed",
    message: `${by} proposed “${proposalWords[as]}” on ${utcText(at)}, and it waits for a second person. Confirm or decline it first.`,
    facts: { state, proposalId, by, as, at },
  };
}

/** Also for who answers late: what came in meanwhile is quoted, with whose word it is. */
export async function settleRefusal(
  engine: Engine,
  actionId: string,
  { why, state }: { why: Exclude<keyof typeof sentences, "sender_holds_run">; state: ActionState | null },
): Promise<CommandRefusal> {
  const code = why === "not_unknown" && state === "sending" ? "in_flight" : why;
  const isLate = code === "changed_meanwhile" || code === "not_unknown" || code === "not_contradicted";
  const newest = isLate ? (await engine.ledger.readAction(actionId))?.evidence.at(-1) : undefined;
  if (newest === undefined) return { ok: false, code, message: sentences[code], facts: { state } };
  const { by, at, says } = newest;
  const word = by === null ? says : `${by}: ${says}`;
  return {
    ok: false,
    code,
    message: `${sentences[code]} The newest is of ${utcText(at)}: ${word}`,
    facts: { state, by, at, says },
  };
}

const sentences = {
  action_not_found: "There is no such action.",
  changed_meanwhile: "New evidence came in since you opened this. Look at it, then decide again.",
  not_unknown: "Its outcome is known by now. Nothing is left to settle.",
  not_contradicted: "Its evidence does not contradict itself, or somebody found out already.",
  sender_holds_run:
    "Its worker still holds the run and may yet send it. Wait until its lease has ended, then look again.",
  in_flight: "An attempt is still in flight. Wait for its deadline.",
  second_person_needed:
    "A repeat of it would cost money or could not be taken back: a second person must confirm this.",
  proposal_not_found: "This proposal no longer waits: it was decided, replaced, or new evidence came in.",
  same_person: "You proposed it. Another person must confirm it.",
} as const;
