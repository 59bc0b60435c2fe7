/**
 * What the SDK needs of Reprise. Arguments and answers are JSON, so that a backend may speak to the database directly or
 * over HTTP; one conformance suite holds for all. Every call may be repeated with the same ids and has one effect.
 * Calls throw ValueRefused for values that cannot be kept, and any other error when the answer is not known: try again.
 */

import type { Guarded, GuardKey } from "@/lib/engine/read-guarded";
import type { AttemptReason, Outcome, TransportResult } from "@/lib/ledger/action";
import type { Destination } from "@/lib/ledger/destination";
import type { ProbeTask, ReportResult } from "@/lib/ledger/store";
import type { ExecutionKind, Lease } from "@/lib/progress/execution";
import type { Recovery, Run } from "@/lib/progress/run";
import type { Claimed, ProgressWrite, Recorded, Refused } from "@/lib/progress/store";
import type { ApprovalSubject } from "@/lib/progress/validation";
import type { WorkerRecord, WorkerShape } from "@/lib/progress/worker";
import type { Heartbeats } from "./heartbeat/heartbeats";

export type StartAsk = {
  id: string;
  workflow: string;
  workflowVersion: number;
  logicalRunId: string;
  subject: string | null;
  requestedBy?: string | null;
  input: unknown;
  recovery: Recovery;
  leaseMs: number;
};

export type Intent = {
  type: string;
  object: string;
  occurrence: string;
  payload: unknown;
  volatileFields: readonly string[];
  declaration: Destination;
  needsGrant: boolean;
};

/** One outside call without a run. */
export type GuardAsk = Pick<BeginAsk, "actionId" | "attemptId"> & { intent: Omit<Intent, "needsGrant"> };

export type GuardAnswer = Exclude<BeginAnswer, { answer: "stale_lease" }>;

export type { Guarded, GuardKey };

/** Who asks the ledger. */
export type Holder = Lease & { workerId: string; executionKind: ExecutionKind };

export type BeginAsk = {
  holder: Holder;
  logicalRunId: string;
  intent: Intent;
  /** For an action that is new; a known one keeps its own id. */
  actionId: string;
  /** The nonce of this ask. */
  attemptId: string;
  validationId: string | null;
};

export type Proceed = {
  id: string;
  number: number;
  /** Above 1, a person edited the payload. */
  revision: number;
  providerKey: string;
  marker: string;
  payload: unknown;
  deadlineMs: number;
};

export type BeginAnswer =
  | { answer: "proceed"; actionId: string; attempt: Proceed }
  | {
      answer: "stored";
      actionId: string;
      state: "confirmed" | "refused";
      response: unknown;
      settledAt: number;
      /** Its retention ended: the outcome stands, and the stored answer is gone. */
      detailsPurged: boolean;
    }
  | { answer: "in_flight"; actionId: string; retryAfterMs: number }
  | { answer: "held"; actionId: string; ask: string | null }
  | { answer: "withdrawn"; actionId: string; why: "denied" | "expired" | "cancelled" }
  | { answer: "outcome_unknown"; actionId: string; windowClosedAt: number | null }
  | { answer: "payload_mismatch"; actionId: string; paths: string[] }
  | { answer: "approval_mismatch"; actionId: string; paths: string[] }
  /** An operator stopped everything that goes there; the run is woken by the release. */
  | { answer: "destination_held"; actionId: string; hold: { by: string; at: number; reason: string } }
  | { answer: "stale_lease" };

export type HoldAsk = { holder: Holder; logicalRunId: string; actions: { actionId: string; intent: Intent }[] };

export type HoldAnswer =
  | { answer: "held"; subjects: ApprovalSubject[] }
  | { answer: "granted" }
  | { answer: "payload_mismatch"; actionId: string }
  | { answer: "stale_lease" };

export type ReportAsk = {
  attemptId: string;
  outcome: Outcome;
  transport: TransportResult;
  reason: AttemptReason | null;
  httpCode: number | null;
  detail: string | null;
  /** JSON text or null. */
  response: string | null;
  deduplicated: boolean;
};

export type SecondTask = { action: { id: string; type: string; object: string }; attempt: Proceed };

export type UnsettledAction = { actionId: string; type: string; object: string; occurrence: string; state: string };

export type FullProbeAnswer = { found: boolean; complete: boolean; count: number; detail: string; record: unknown };

export interface Backend {
  startRun(ask: StartAsk): Promise<{ run: Run; created: boolean }>;

  registerWorker(worker: WorkerRecord, destinations: Destination[]): Promise<void>;
  workerSeen(workerId: string): Promise<void>;
  /** All shapes of results that its code reads, as far as it has met them. */
  workerLearned(workerId: string, shapes: WorkerShape[]): Promise<void>;
  /** A graceful end: it holds nothing any more. */
  workerEnded(workerId: string): Promise<void>;

  claim(worker: WorkerRecord): Promise<Claimed | null>;
  record(lease: Lease, write: ProgressWrite): Promise<Recorded | Refused>;

  begin(ask: BeginAsk): Promise<BeginAnswer>;
  hold(ask: HoldAsk): Promise<HoldAnswer>;
  /** Asks for the right to make one call without a run. */
  guard(ask: GuardAsk): Promise<GuardAnswer>;
  /** Where such a call stands; null when nobody ever asked for it. */
  readGuarded(key: GuardKey): Promise<Guarded | null>;
  report(ask: ReportAsk): Promise<ReportResult>;
  /** The run's actions that are not final. */
  unsettledActions(runId: string): Promise<UnsettledAction[]>;

  /** A second action that a person released and that no run asks for, of a type that this worker has the code of. */
  takeSecond(types: string[]): Promise<SecondTask | null>;
  takeProbe(workerId: string, destinations: string[]): Promise<ProbeTask | null>;
  reportProbe(task: ProbeTask, answer: FullProbeAnswer): Promise<void>;

  /** Turns silence into visible states; nothing to do where the server does it. Errors of single rows go to `onError`. */
  sweep(onError: (error: unknown) => void): Promise<void>;

  /** JSON text of a result, without a round trip. Throws ValueRefused; `what` begins its sentence. */
  encode(value: unknown, what: string): string;

  /** Opened by a worker when it starts, stopped when it ends. */
  openHeartbeats(): Heartbeats;
}
