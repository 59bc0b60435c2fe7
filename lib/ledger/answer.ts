/**
 * What the ledger answers when an action is asked for again. One pure decision for every state; the store only locks,
 * compares versions and writes.
 */

import { type Action, type Attempt, acceptsAsk, isDisputed, type Withdrawal } from "./action";
import type { Hold } from "./destination";
import { ownerAlive, type Verdict, verdictOf } from "./verdict";

export type BeginFacts = {
  action: Action;
  attempts: readonly Attempt[];
  fence: number;
  absentDidNotSettle: boolean;
  /** The hold on its destination at this moment. */
  hold: Hold | null;
};

export type BeginAsk = { attemptId: string; fingerprint: string };

export type BeginDecision =
  | { answer: "open_new" }
  | { answer: "destination_held"; hold: Hold }
  | { answer: "same_attempt"; attempt: Attempt }
  | { answer: "stored"; state: "confirmed" | "refused" }
  | { answer: "in_flight"; retryAfterMs: number }
  | { answer: "needs_grant" }
  | { answer: "approval_mismatch" }
  | { answer: "payload_mismatch" }
  | { answer: "withdrawn"; why: Exclude<Withdrawal, "revised"> }
  | { answer: "outcome_unknown"; verdict: Verdict };

/** How often a waiting owner asks whether the attempt in flight has ended. */
const inFlightRetryMs = 1_000;

export function decideBegin(facts: BeginFacts, ask: BeginAsk, now: number): BeginDecision {
  const { action, attempts } = facts;
  if (!acceptsAsk(action, ask.fingerprint)) {
    const approved = action.grant !== null && action.state === "planned";
    return { answer: approved ? "approval_mismatch" : "payload_mismatch" };
  }
  const same = attempts.find((attempt) => attempt.id === ask.attemptId);
  if (same) return { answer: "same_attempt", attempt: same };
  switch (action.state) {
    case "confirmed":
    case "refused":
      if (isDisputed(action)) return unlessSafe(facts, now);
      return { answer: "stored", state: action.state };
    case "withdrawn":
      // A revised one is not live, so no ask resolves to it.
      return {
        answer: "withdrawn",
        why: action.withdrawnWhy === "denied" || action.withdrawnWhy === "expired" ? action.withdrawnWhy : "cancelled",
      };
    case "sending": {
      const open = attempts.find((attempt) => attempt.outcome === null);
      if (open && ownerAlive(open, facts.fence, now)) {
        return { answer: "in_flight", retryAfterMs: Math.min(inFlightRetryMs, Math.max(1, open.deadlineAt - now)) };
      }
      return unlessSafe(facts, now);
    }
    case "unknown":
      return unlessSafe(facts, now);
    case "held":
    case "planned":
      // Nobody sends again on evidence that contradicts itself, unless a person took that risk.
      if (isDisputed(action) && !action.riskAccepted) return unlessSafe(facts, now);
      if (!action.needsGrant) return unlessHeld(facts);
      if (action.grant === null) return { answer: "needs_grant" };
      // The stored payload is what is sent, so it is the one that must have been approved.
      return action.grant.fingerprint === action.fingerprint ? unlessHeld(facts) : { answer: "approval_mismatch" };
  }
}

function unlessSafe(facts: BeginFacts, now: number): BeginDecision {
  const verdict = verdictOf(facts, now);
  return verdict.kind === "safe_with_same_key" ? unlessHeld(facts) : { answer: "outcome_unknown", verdict };
}

/** Last of all: a hold delays what may be sent, and hides nothing that stands against it anyway. */
const unlessHeld = ({ hold }: BeginFacts): BeginDecision =>
  hold === null ? { answer: "open_new" } : { answer: "destination_held", hold };
