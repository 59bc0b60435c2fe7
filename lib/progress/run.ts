/**
 * A run is one logical job; its id is stable through every resume. This file holds its states and the
 * predicates that the button, the API and the engine share. A run's state speaks of progress only.
 */

export const runStates = [
  "queued",
  "running",
  "waiting",
  "needs_person",
  "interrupted",
  "blocked",
  "succeeded",
  "failed",
  "cancelled",
] as const;
export type RunState = (typeof runStates)[number];

/** Why a run does not move. Each has a named waker: who or what makes it move again. */
export const runCauses = {
  resumed: "a worker claims it",
  recovering: "a worker claims it",
  timer: "its timer",
  retry: "its retry time",
  validation: "a person decides",
  execution_lost: "a person resumes it",
  outcome_unknown: "the action is settled",
  action_in_flight: "its retry time",
  destination_held: "the destination is released",
  validation_expired: "a person resumes it",
  payload_mismatch: "a person keeps the stored outcome or revises the action",
  approval_mismatch: "a person keeps what was approved or revises the action",
  schema_mismatch: "a person resumes it",
  checkpoint_corrupt: "a person resumes it",
  code_changed: "a person resumes it",
  quarantined: "a person resumes it",
  server_behind: "a person resumes it",
  error: "a person resumes it",
} as const;
export type RunCause = keyof typeof runCauses;

export type Recovery = "automatic" | "manual";

/** Times are milliseconds since the epoch, on the database's clock. */
export type Run = {
  id: string;
  workflow: string;
  workflowVersion: number;
  logicalRunId: string;
  /** The business object the run is about, such as a ticket id; shown, searched, never interpreted. */
  subject: string | null;
  /** The person on whose behalf it runs, as the console knows it: id or e-mail. Null when nobody is known. */
  requestedBy: string | null;
  state: RunState;
  cause: RunCause | null;
  /** One sentence for people: what exactly it waits for or failed on. */
  causeText: string | null;
  /** The actions (ids only: the ledger knows them) and validations it waits for. */
  waitsFor: { actionIds: string[]; validationIds: string[] };
  wakeAt: number | null;
  recovery: Recovery;
  leaseMs: number;
  token: number;
  executionCount: number;
  resumeCount: number;
  checkpointCount: number;
  createdAt: number;
  startedAt: number | null;
  endedAt: number | null;
  lastActivityAt: number;
  /** When its retention ended: results and keys are gone, or go at any moment, so it can never run again. */
  purgedAt: number | null;
};

export type Allowed = { allowed: true } | { allowed: false; code: RefusalCode; why: string };

/** Machine-readable refusals of the progress half, each distinct. */
export type RefusalCode =
  | "stale_lease"
  | "run_finished"
  | "run_cancelled"
  | "already_resumed"
  | "server_behind"
  | "run_waits_for_person"
  | "run_is_running"
  | "run_purged"
  | "run_not_found";

const allowed: Allowed = { allowed: true };
const no = (code: RefusalCode, why: string): Allowed => ({ allowed: false, code, why });

export const runCan = {
  resume(run: Pick<Run, "state" | "cause" | "purgedAt">): Allowed {
    switch (run.state) {
      case "interrupted":
      case "blocked":
        return allowed;
      case "failed":
        return run.purgedAt === null
          ? allowed
          : no("run_purged", "Its retention ended: results it would go on from were removed. Start a new run.");
      case "queued":
        return run.cause === "resumed"
          ? no("already_resumed", "It was resumed already and waits for a worker.")
          : no("run_is_running", "It is queued: a worker will take it by itself.");
      case "running":
        return no("run_is_running", "An execution is alive. Resume is for runs that stopped.");
      case "waiting":
        return run.cause === "destination_held"
          ? no("run_is_running", "It goes on by itself once the destination is released.")
          : no("run_is_running", "It goes on by itself when its time comes.");
      case "needs_person":
        return no("run_waits_for_person", "It waits for a decision, and cannot be resumed past it.");
      case "succeeded":
        return no("run_finished", "It finished. There is nothing left to run.");
      case "cancelled":
        return no("run_cancelled", "It was cancelled by a person.");
    }
  },
  cancel(run: Pick<Run, "state">): Allowed {
    switch (run.state) {
      case "succeeded":
        return no("run_finished", "It finished already.");
      case "cancelled":
        return no("run_cancelled", "It was cancelled already.");
      case "failed":
        return no("run_finished", "It failed and no longer runs. Nothing is left to cancel.");
      case "queued":
      case "running":
      case "waiting":
      case "needs_person":
      case "interrupted":
      case "blocked":
        return allowed;
    }
  },
};

/** A person decides about the payload that does not fit; a resume alone stops there again. */
export const blockedByPayload = ({ state, cause }: Pick<Run, "state" | "cause">): boolean =>
  state === "blocked" && (cause === "payload_mismatch" || cause === "approval_mismatch");

/** Over for good, or over until a person resumes it: no worker will touch it. */
export const runIsOver = (state: RunState): boolean =>
  state === "succeeded" || state === "failed" || state === "cancelled";
