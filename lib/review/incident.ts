/**
 * An incident: one kind of trouble, seen in one place, as often as it was seen. Its class says which protection failed
 * or was missing, and its cause is the rule that found it.
 */

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

export const incidentStates = ["open", "mitigated", "resolved", "reviewed", "dismissed"] as const;
export type IncidentState = (typeof incidentStates)[number];

/** Where it was seen. What two sightings share here and in their cause makes them one incident. */
export type Place = { workflow: string | null; step: string | null; destination: string | null };

export const signatureOf = (cause: IncidentCause | "by_hand", { workflow, step, destination }: Place): string =>
  [cause, workflow ?? "-", step ?? "-", destination ?? "-"].join("/");
