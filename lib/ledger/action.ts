/**
 * An action is one business intention towards a destination. Its state is a fold over all its attempts, and nothing
 * else; whether it is held or withdrawn stands beside the fold and only matters before anything was sent.
 */

import type { Destination } from "./destination";

export const actionStates = ["planned", "held", "sending", "confirmed", "refused", "unknown", "withdrawn"] as const;
export type ActionState = (typeof actionStates)[number];

export const outcomes = ["confirmed", "refused", "not_sent", "unknown"] as const;
export type Outcome = (typeof outcomes)[number];

/** What the wire said, for people; the outcome is what it proves. */
export const transportResults = [
  "accepted",
  "rejected",
  "throttled",
  "timed_out",
  "connection_lost",
  "server_error",
  "not_sent",
  "deduplicated",
  "unreadable",
  "threw",
] as const;
export type TransportResult = (typeof transportResults)[number];

export type AttemptReason =
  | "timeout"
  | "rate_limited"
  | "server_error"
  | "network_before_send"
  | "network_after_send"
  | "lease_lost"
  | "worker_crash"
  /** A person edited the payload to what the action's type refuses; nothing was sent. */
  | "schema_mismatch"
  | "refused"
  | "error";

/** What ended the attempt: its report, a newer execution's fence, its deadline in silence, its worker's seen exit. */
export type ClosedBy = "report" | "fence" | "deadline" | "exit";

/** "risk_accepted": nobody knows what it did, and a person let the action be sent once more all the same. */
export const resolutions = ["happened", "did_not_happen", "risk_accepted"] as const;
export type Resolution = (typeof resolutions)[number];

export type Attempt = {
  id: string;
  actionId: string;
  number: number;
  token: number;
  executionId: string | null;
  workerId: string | null;
  begunAt: number;
  deadlineAt: number;
  endedAt: number | null;
  /** null while open. */
  outcome: Outcome | null;
  closedBy: ClosedBy | null;
  transport: TransportResult | null;
  reason: AttemptReason | null;
  httpCode: number | null;
  detail: string | null;
  /** When the sender reported its end or its process was seen to exit; null = it may still be sending. */
  holderEndedAt: number | null;
  /** Set when a read-back or a person settled what the attempt itself left unknown. */
  resolution: Resolution | null;
};

/** "revised": a person replaced it by a revision before it was sent. */
export const withdrawals = ["denied", "expired", "cancelled", "revised"] as const;
export type Withdrawal = (typeof withdrawals)[number];

export type Grant = { decisionId: string; fingerprint: string };

export type Action = {
  id: string;
  runId: string | null;
  logicalRunId: string | null;
  type: string;
  object: string;
  occurrence: string;
  businessKey: string;
  revision: number;
  /** Of the revisions of one business key the one that asks resolve to. */
  live: boolean;
  providerKey: string;
  /** What the destination's record carries so that a read-back finds it; equal in all attempts. */
  marker: string;
  fingerprint: string;
  /** Of the first declaration: what the code asks for, whatever a person made of it since. */
  declaredFingerprint: string;
  /** Of asks that differ from it and that a person let in, by keeping the stored outcome or by revising. */
  acceptedFingerprints: readonly string[];
  destination: string;
  declaration: Destination;
  state: ActionState;
  needsGrant: boolean;
  grant: Grant | null;
  withdrawnWhy: Withdrawal | null;
  version: number;
  createdAt: number;
  firstBegunAt: number | null;
  settledAt: number | null;
  /** Evidence that cannot all be true, such as two confirmed attempts. */
  contradictedAt: number | null;
  /** How often it happened, as a person found out who looked into that evidence. */
  contradictionFound: "once" | "twice" | null;
  /** One-use: a person said "send again, I accept the risk". */
  riskAccepted: boolean;
  payloadBytes: number;
  purgedAt: number | null;
  /** What the destination answered, for confirmed and refused ones. */
  response: unknown;
};

export const isFinal = (state: ActionState): boolean =>
  state === "confirmed" || state === "refused" || state === "withdrawn";

/** An ask with another payload than the first declaration's resolves to the action only if a person let it in. */
export const acceptsAsk = (
  action: Pick<Action, "declaredFingerprint" | "acceptedFingerprints">,
  fingerprint: string,
): boolean => fingerprint === action.declaredFingerprint || action.acceptedFingerprints.includes(fingerprint);

/**
 * What the attempt is worth now: a settled unknown counts as what it was settled to. One for which a person accepted the
 * risk stands in nobody's way, as if nothing were sent; what it did stays unknown.
 */
export function effectiveOutcome(attempt: Pick<Attempt, "outcome" | "resolution">): Outcome | null {
  if (attempt.outcome !== "unknown" || attempt.resolution === null) return attempt.outcome;
  return attempt.resolution === "happened" ? "confirmed" : "not_sent";
}

/**
 * The state that the attempts add up to. `before` is what holds while nothing was ever sent: planned, held or
 * withdrawn. What a person found where they contradict each other stands above them.
 */
export function foldAttempts(
  attempts: readonly Pick<Attempt, "number" | "outcome" | "resolution">[],
  before: "planned" | "held" | "withdrawn",
  found: Action["contradictionFound"] = null,
): ActionState {
  const effective = [...attempts].sort((a, b) => a.number - b.number).map(effectiveOutcome);
  if (effective.includes(null)) return "sending";
  if (effective.includes("confirmed") || found !== null) return "confirmed";
  if (effective.includes("unknown")) return "unknown";
  if (effective.at(-1) === "refused") return "refused";
  return before;
}

/** Until a person found out how often it happened, nobody goes on from evidence that contradicts itself. */
export const isDisputed = ({
  contradictedAt,
  contradictionFound,
}: Pick<Action, "contradictedAt" | "contradictionFound">): boolean =>
  contradictedAt !== null && contradictionFound === null;

/** As far as anybody knows it happened more than once: a duplicate that got through. */
export const isDouble = ({
  contradictedAt,
  contradictionFound,
}: Pick<Action, "contradictedAt" | "contradictionFound">): boolean =>
  contradictedAt !== null && contradictionFound !== "once";

/** What is sent next may be a repeat: of an attempt before it nobody knows what it did, and a person took that risk. */
export const mayRepeat = (
  { state, riskAccepted }: Pick<Action, "state" | "riskAccepted">,
  attempts: readonly Pick<Attempt, "resolution">[],
): boolean =>
  riskAccepted || (state === "planned" && attempts.some(({ resolution }) => resolution === "risk_accepted"));

/** Its payload, as a person edited it, is refused by its own type: it waits for another revision. */
export const isMisfit = (
  { state, live }: Pick<Action, "state" | "live">,
  attempts: readonly Pick<Attempt, "reason">[],
): boolean => live && state === "planned" && attempts.at(-1)?.reason === "schema_mismatch";

/** Two attempts whose own reports say "done", at a destination that cannot have merged them. */
export function isContradictory(
  attempts: readonly Pick<Attempt, "outcome">[],
  declaration: Pick<Destination, "deduplicates">,
): boolean {
  return declaration.deduplicates === null && attempts.filter((a) => a.outcome === "confirmed").length > 1;
}
