/**
 * Asks the ledger for the right to send. Answers `proceed` with everything the sender needs, or says why not: it was
 * done already, another attempt is in flight, a person must decide, or nobody can know.
 */

import type { Action, Attempt, Withdrawal } from "@/lib/ledger/action";
import { decideBegin } from "@/lib/ledger/answer";
import type { Hold } from "@/lib/ledger/destination";
import { differingPaths, type Json } from "@/lib/ledger/fingerprint";
import { retryWindow } from "@/lib/ledger/retry-window";
import type { BeginResult, Holder, NewAction, OpenedAttempt } from "@/lib/ledger/store";
import { sameKeyUntil, type Verdict, verdictOf } from "@/lib/ledger/verdict";
import type { ExecutionKind } from "@/lib/progress/execution";
import { type ActionIntent, newAction } from "./action-intent";
import type { Engine } from "./engine";
import { grantIfApproved } from "./grant-approved";
import { InputRefused } from "./limits";
import { recordMismatch, whyHeld } from "./near-miss";

export type BeginAsk = {
  /** Null for a call guarded without a run; so is its logical run id. */
  holder: (Holder & { executionKind: ExecutionKind }) | null;
  logicalRunId: string | null;
  intent: ActionIntent;
  actionId: string;
  /** The nonce of this ask: sent again after a lost reply, it gets the same answer. */
  attemptId: string;
  deadlineMs: number;
  /** The validation that gates the action, when there is one. */
  validationId: string | null;
};

export type BeginAnswer =
  | { answer: "proceed"; actionId: string; attempt: Proceed }
  | {
      answer: "stored";
      actionId: string;
      state: "confirmed" | "refused";
      response: unknown;
      settledAt: number /** Its retention ended: the outcome stands, and the stored answer is gone. */;
      detailsPurged: boolean;
    }
  | { answer: "in_flight"; actionId: string; retryAfterMs: number }
  /** `ask` is the ledger's own question, for an action that comes close to another one. */
  | { answer: "held"; actionId: string; ask: string | null }
  | { answer: "withdrawn"; actionId: string; why: Exclude<Withdrawal, "revised"> }
  /** `windowClosedAt`: its key could have been used again until then, and no longer can. */
  | { answer: "outcome_unknown"; actionId: string; verdict: Verdict; key: string; windowClosedAt: number | null }
  | { answer: "payload_mismatch"; actionId: string; paths: string[] }
  | { answer: "approval_mismatch"; actionId: string; paths: string[] }
  | { answer: "destination_held"; actionId: string; hold: Hold }
  | { answer: "stale_lease" };

export type Proceed = {
  id: string;
  number: number;
  /** Above 1, a person edited the payload. */
  revision: number;
  providerKey: string;
  marker: string;
  /** The stored payload of the live revision: this is what is sent, whatever was asked. */
  payload: unknown;
  deadlineMs: number;
};

/** Throws InputRefused without a positive deadline, and PayloadRefused for payloads that are not exact JSON. */
export async function beginAttempt(engine: Engine, ask: BeginAsk): Promise<BeginAnswer> {
  if (!(ask.deadlineMs > 0)) throw new InputRefused("deadline_required", "Every attempt needs a deadline above 0 ms.");
  const action = await newAction(engine, ask);
  const begun = await engine.ledger.begin(ask.holder, action, { id: ask.attemptId, deadlineMs: ask.deadlineMs });
  if ("refused" in begun) return { answer: "stale_lease" };
  return begun.opened ? proceed(begun.fresh) : answerKnown(engine, ask, action, begun);
}

type Known = Extract<BeginResult, { opened: false }>;

async function answerKnown(engine: Engine, ask: BeginAsk, asked: NewAction, known: Known): Promise<BeginAnswer> {
  const { facts } = known;
  const actionId = facts.action.id;
  const decided = decideBegin(facts, { attemptId: ask.attemptId, fingerprint: asked.fingerprint }, known.now);
  switch (decided.answer) {
    case "open_new":
      return openNew(engine, ask, facts.action);
    case "destination_held":
      return { answer: "destination_held", actionId, hold: decided.hold };
    case "same_attempt":
      return answerSame(known, decided.attempt);
    case "stored":
      if (decided.state === "confirmed") await countAvoided(engine, ask, facts.action, facts.attempts);
      return stored(facts.action, decided.state);
    case "in_flight":
      return { answer: "in_flight", actionId, retryAfterMs: decided.retryAfterMs };
    case "needs_grant":
      // Asked without it the second time: what it approved may have been revised since.
      return (await grantIfApproved(engine, ask.validationId))
        ? beginAttempt(engine, { ...ask, validationId: null })
        : { answer: "held", actionId, ask: await whyHeld(engine, actionId) };
    case "approval_mismatch":
    case "payload_mismatch": {
      await recordMismatch(engine, facts.action, asked, ask.holder);
      // Of a purged payload only the fingerprint is left, which says that they differ and not where.
      const paths = known.payload === null ? [] : differingPaths(parse(known.payload), parse(asked.payload));
      return { answer: decided.answer, actionId, paths };
    }
    case "withdrawn":
      return { answer: "withdrawn", actionId, why: decided.why };
    case "outcome_unknown":
      await noteClosedWindow(engine, ask, facts.action, known.now);
      return outcomeUnknown(facts, decided.verdict, closedWindow(facts, known.now));
  }
}

/** Its key protected a repeat until then, and no longer does. */
function closedWindow(facts: Known["facts"], now: number): number | null {
  const { state, until } = retryWindow(facts, now);
  return state === "closed" ? until : null;
}

const outcomeUnknown = ({ action }: Known["facts"], verdict: Verdict, windowClosedAt: number | null): BeginAnswer => ({
  answer: "outcome_unknown",
  actionId: action.id,
  verdict,
  key: action.businessKey,
  windowClosedAt,
});

/** Somebody else may have moved the action since the decision: then ask once more from the start. */
async function openNew(engine: Engine, ask: BeginAsk, action: Action): Promise<BeginAnswer> {
  const opened = await engine.ledger.openAttempt(ask.holder, {
    actionId: action.id,
    version: action.version,
    attemptId: ask.attemptId,
    deadlineMs: ask.deadlineMs,
  });
  if ("refused" in opened) return { answer: "stale_lease" };
  return opened.opened ? proceed(opened.fresh) : beginAttempt(engine, ask);
}

/** A key that came too late to be safe by itself. */
async function noteClosedWindow(engine: Engine, ask: BeginAsk, action: Action, now: number): Promise<void> {
  const until = sameKeyUntil(action);
  if (until === null || now < until) return;
  const near = {
    kind: "after_window",
    actionId: action.id,
    runId: ask.holder?.runId ?? null,
    executionId: ask.holder?.executionId ?? null,
    fingerprint: "",
    payload: null,
  } as const;
  await engine.ledger.recordNearMiss({ ...near, id: engine.newId(), state: "noted" });
}

async function countAvoided(
  engine: Engine,
  ask: BeginAsk,
  action: Action,
  attempts: readonly Attempt[],
): Promise<void> {
  const { holder } = ask;
  const proof = attempts.find((attempt) => attempt.outcome === "confirmed");
  if (holder !== null && proof?.executionId === holder.executionId) return;
  const kind = holder?.executionKind ?? "first";
  await engine.ledger.recordAvoided({
    actionId: action.id,
    // Without a run there is no execution: each request counts once, by its nonce.
    executionId: holder?.executionId ?? ask.attemptId,
    runId: holder?.runId ?? null,
    cause: kind === "first" ? "repeated_ask" : kind,
    proofAttemptId: proof?.id ?? null,
  });
}

/** The same ask again: the same right to send while its attempt is open, later whatever came of it. */
function answerSame({ facts, payload, now }: Known, attempt: Attempt): BeginAnswer {
  const { action } = facts;
  // What is still being sent has its payload: only what is final is purged.
  if (attempt.outcome === null && payload !== null) return proceed({ attempt, action, payload });
  if (action.state === "confirmed" || action.state === "refused") return stored(action, action.state);
  return outcomeUnknown(facts, verdictOf(facts, now), null);
}

const stored = (action: Action, state: "confirmed" | "refused"): BeginAnswer => ({
  answer: "stored",
  actionId: action.id,
  state,
  response: action.response,
  settledAt: action.settledAt ?? action.createdAt,
  detailsPurged: action.purgedAt !== null,
});

const proceed = (opened: OpenedAttempt): BeginAnswer => ({
  answer: "proceed",
  actionId: opened.action.id,
  attempt: proceedOf(opened),
});

export const proceedOf = ({ action, attempt, payload }: OpenedAttempt): Proceed => ({
  id: attempt.id,
  number: attempt.number,
  revision: action.revision,
  providerKey: action.providerKey,
  marker: action.marker,
  payload: JSON.parse(payload),
  deadlineMs: attempt.deadlineAt - attempt.begunAt,
});

// Both texts were written by JSON.stringify.
const parse = (text: string): Json => JSON.parse(text) as Json;
