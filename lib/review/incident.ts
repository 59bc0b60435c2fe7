/**
 * An incident: one kind of trouble, seen in one place, as often as it was seen. Its class says which protection failed
 * or was missing, and its cause is the rule that found it.
 */

import type { RepeatImpact } from "@/lib/ledger/destination";
import type { Role } from "@/lib/progress/validation";

export const incidentClasses = [
  "progress_loss",
  "duplicate_action",
  "state_inconsistency",
  "observability_debt",
] as const;
export type IncidentClass = (typeof incidentClasses)[number];

/** Each cause is one declared rule over what both halves recorded. */
export const causeClass = {
  steps_computed_again: "progress_loss",
  contradiction: "duplicate_action",
  near_miss_came_true: "duplicate_action",
  schema_refused: "state_inconsistency",
  code_changed: "state_inconsistency",
  checkpoint_corrupt: "state_inconsistency",
  payload_mismatch: "state_inconsistency",
  zombie_write: "state_inconsistency",
  ledger_gap: "state_inconsistency",
  unknown_unsettled: "observability_debt",
  retry_without_reason: "observability_debt",
  run_without_logs: "observability_debt",
  no_runbook: "observability_debt",
  silent_wait: "observability_debt",
} as const satisfies Record<string, IncidentClass>;
export type IncidentCause = keyof typeof causeClass;

/** From the declared impact of one repeat: s1 is money, a broken SLA or people called out; s3 is nothing outside. */
export const severities = ["s1", "s2", "s3"] as const;
export type Severity = (typeof severities)[number];

export const severityOfImpact: Record<RepeatImpact, Severity> = {
  money: "s1",
  breaks_an_sla: "s1",
  escalates_to_people: "s1",
  pollutes_data: "s2",
  none: "s3",
};

export const incidentStates = ["open", "mitigated", "resolved", "reviewed", "dismissed"] as const;
export type IncidentState = (typeof incidentStates)[number];

/** Which state may follow which. What was reviewed stays: the review that quotes it is frozen. */
export const incidentMoves: Record<IncidentState, readonly IncidentState[]> = {
  open: ["mitigated", "resolved", "dismissed"],
  mitigated: ["open", "resolved", "dismissed"],
  resolved: ["open", "reviewed"],
  reviewed: [],
  dismissed: ["open"],
};

/** Somebody still has to do something about it. */
export const isOngoing = (state: IncidentState): boolean => state === "open" || state === "mitigated";

/** Where it was seen. What two sightings share here and in their cause makes them one incident. */
export type Place = { workflow: string | null; step: string | null; destination: string | null };

export const signatureOf = (cause: IncidentCause | "by_hand", { workflow, step, destination }: Place): string =>
  [cause, workflow ?? "-", step ?? "-", destination ?? "-"].join("/");

/** What it took to compute again what had been computed before; tokens and money only where steps recorded them. */
export type Cost = { ms: number; tokens: number; microUsd: number };
export const noCost: Cost = { ms: 0, tokens: 0, microUsd: 0 };

/** One fact of either half that a rule found. */
export type FoundEvidence = {
  /** Names the fact: found a second time, it is the same evidence. */
  key: string;
  cause: IncidentCause;
  place: Place;
  severity: Severity;
  /** Of the incident that it opens. */
  title: string;
  at: number;
  /** What happened, in one sentence. */
  says: string;
  runId: string | null;
  actionId: string | null;
  executionId: string | null;
  /** The step's name. */
  step: string | null;
  cost: Cost;
};

export type Evidence = Pick<
  FoundEvidence,
  "key" | "at" | "says" | "runId" | "actionId" | "executionId" | "step" | "cost"
> & { id: string; incidentId: string };

export type Incident = {
  id: string;
  signature: string;
  cause: IncidentCause | "by_hand";
  place: Place;
  class: IncidentClass;
  severity: Severity;
  state: IncidentState;
  title: string;
  owner: Person | null;
  /** The incident of the same signature that was over before this one was seen. */
  formerId: string | null;
  /** Null when a rule opened it. */
  openedBy: string | null;
  /** When it was noticed; its evidence began earlier. */
  openedAt: number;
  startedAt: number;
  lastSeenAt: number;
  mitigatedAt: number | null;
  /** When it was resolved or dismissed. */
  closedAt: number | null;
  reviewedAt: number | null;
  /** Changes with every change by a person, and not with evidence. */
  version: number;
  evidence: number;
  runs: number;
  actions: number;
  cost: Cost;
};

export type Person = { id: string; name: string };

/** One line of its history; `before` and `after` are words of this file, or names of people. */
export type IncidentChange = {
  id: string;
  incidentId: string;
  kind: "opened" | "state" | "class" | "severity" | "owner" | "note";
  before: string | null;
  after: string | null;
  /** Null when a rule did it. */
  by: string | null;
  role: Role | null;
  reason: string | null;
  at: number;
};
