/**
 * The port behind which progress is kept. Every method is atomic and one round trip on the hot path. Writes by a
 * worker name their lease: the store locks the run's lease row, reads the database's clock after the lock, compares
 * token and expiry, then writes. Times are milliseconds since the epoch on the database's clock.
 */

import type { Checkpoint } from "./checkpoint";
import type { StopMarks, Successor } from "./dealt-with";
import type { Execution, ExecutionKind, Lease } from "./execution";
import type { ProgressProtection } from "./protection";
import type { RetryReason } from "./retry";
import type { Recovery, RefusalCode, Run, RunCause, RunState } from "./run";
import type { Step, StepAttempt, StepError, StepKind } from "./step";
import type { ProgressTroubles } from "./trouble";
import type { ApprovalSubject, Decision, Edit, Escalation, ExpiryEffect, Role, Validation } from "./validation";
import type { WorkerRecord, WorkerShape, WorkerState } from "./worker";

export type Refused = { refused: RefusalCode; by: string | null; at: number | null };

export type NewRun = {
  id: string;
  workflow: string;
  workflowVersion: number;
  logicalRunId: string;
  subject: string | null;
  /** The person on whose behalf it runs; nobody is known by default. */
  requestedBy?: string | null;
  /** JSON text. */
  input: string;
  recovery: Recovery;
  leaseMs: number;
};

/** A checkpoint with its body, as the worker needs it for replay. */
export type RecordedStep = {
  checkpointId: string;
  stepId: string;
  name: string;
  occurrence: string;
  kind: StepKind;
  actionId: string | null;
  ordinal: number;
  number: number;
  schemaName: string;
  schemaVersion: number;
  hash: string;
  /** JSON text; may hold NUL as its JSON escape. */
  body: string;
  at: number;
};

/** A step that was asked and has no result yet: a validation, a sleep, or a step to run again. */
export type OpenStep = {
  stepId: string;
  name: string;
  occurrence: string;
  kind: StepKind;
  actionId: string | null;
  ordinal: number;
  attempts: number;
  /** Attempts that ended by the code's own failure, which use up the retry policy. */
  failedAttempts: number;
  nextTryAt: number | null;
  validation: Validation | null;
  wakeAt: number | null;
};

export type Claimed = {
  run: Run;
  input: string;
  lease: Lease;
  kind: ExecutionKind;
  /** How much of the lease is left, measured on the database's clock when it was granted. */
  leaseLeftMs: number;
  recorded: RecordedStep[];
  open: OpenStep[];
};

export type StepWrite = {
  id: string;
  name: string;
  occurrence: string;
  kind: StepKind;
  ordinal: number;
  actionId?: string | null;
  state: Step["state"];
  nextTryAt?: number | null;
  /** For sleeps: how long from now, on the database's clock. */
  wakeInMs?: number | null;
};

export type AttemptWrite = {
  id: string;
  stepId: string;
  number: number;
  /** Absent while it runs. */
  result?: "done" | "failed" | "lost";
  reason?: RetryReason | null;
  decidedBy?: "policy" | "person" | null;
  error?: StepError | null;
  tookMs?: number;
};

export type CheckpointWrite = {
  id: string;
  stepId: string;
  schemaName: string;
  schemaVersion: number;
  hash: string;
  /** JSON text. */
  body: string;
};

/** A copy in a newer version, which takes the place and the number of its parent; the parent is kept. */
export type CopyWrite = { id: string; parentId: string; schemaVersion: number; hash: string; body: string };

export type ValidationWrite = {
  id: string;
  stepId: string;
  kind: "approval" | "answer";
  ask: string;
  role: Role;
  subjects: ApprovalSubject[];
  shown: unknown;
  withinMs: number;
  /** 1 by default. */
  quorum?: 1 | 2;
  fourEyes?: boolean;
  /** "block" by default. */
  onExpiry?: ExpiryEffect;
  /** Exactly for "escalate". */
  escalation?: Escalation | null;
};

export type JournalWrite = {
  level: "debug" | "info" | "warn" | "error";
  text: string;
  stepId?: string | null;
};

export type RunEnd =
  | { kind: "finished"; output: string }
  | { kind: "failed"; error: StepError; text: string }
  | { kind: "blocked"; cause: RunCause; text: string; actionIds: string[] }
  /** Gives the lease back until one of the waits is decided or due. */
  | {
      kind: "suspended";
      cause: "validation" | "timer" | "retry" | "action_in_flight" | "destination_held";
      text: string;
      validationIds: string[];
      /** Actions whose settling wakes it before its time. */
      actionIds?: string[];
      wakeInMs: number | null;
    }
  /** Graceful stop: another worker goes on at once. */
  | { kind: "released"; text: string };

/** Applied in this order, all or nothing. */
export type ProgressWrite = {
  /** Made by the worker, new for each write: a repeat after a lost reply is applied once, log lines included. */
  id?: string;
  steps?: StepWrite[];
  attempts?: AttemptWrite[];
  validations?: ValidationWrite[];
  copies?: CopyWrite[];
  checkpoints?: CheckpointWrite[];
  journal?: JournalWrite[];
  end?: RunEnd;
};

export type Recorded = {
  recorded: true;
  at: number;
  /** For a suspension only: one of its waits is already decided or due, so the worker keeps the lease and goes on. */
  resumeNow: boolean;
};

export type ResumeAsk = {
  runId: string;
  /** The token that the plan was made with. */
  expectedToken: number;
  /** 0 = from zero. */
  fromCheckpoint: number;
  executionId: string;
  by: string;
  reason: string;
};
export type Resumed = { resumed: true; token: number; executionNumber: number };

export type DecideAsk = {
  validationId: string;
  decisionId: string;
  verdict: "approve" | "reject";
  by: string;
  /** The person, so that nobody counts twice; none is known by default. */
  byId?: string | null;
  role: Role;
  reason: string | null;
  answer: unknown;
  edits?: Edit[];
  /** The decision whose change the decider saw. An approval that saw another one is refused under the row's lock. */
  changeSeen?: string | null;
  from: string | null;
};
export type DecideResult =
  /** Still pending after the first of two approvals. */
  | { decided: true; validation: Validation }
  | {
      decided: false;
      why:
        | "already_decided"
        | "decided_by_you"
        | "changed_since_shown"
        | "validation_expired"
        | "validation_withdrawn"
        | "validation_not_found";
      validation: Validation | null;
    };

export type OutboxRow = { id: string; kind: string; body: Record<string, unknown> };

export type JournalLine = {
  id: string;
  at: number;
  kind: "log" | "run" | "resume" | "decision";
  level: "debug" | "info" | "warn" | "error";
  text: string;
  stepId: string | null;
  executionId: string | null;
};

export type RunRecord = {
  run: Run;
  input: string;
  output: string | null;
  error: StepError | null;
  /** When the lease was last renewed and when it ends; null when nobody holds it. */
  lease: { workerId: string; workerName: string; renewedAt: number; expiresAt: number } | null;
  executions: Execution[];
  steps: Step[];
  attempts: StepAttempt[];
  checkpoints: Checkpoint[];
  validations: Validation[];
  journal: JournalLine[];
};

export type RunQuery = {
  states?: RunState[];
  workflow?: string;
  /** Matches the run id, the logical run id and the subject. */
  text?: string;
  from?: number;
  to?: number;
  /** Runs with a retry (a step attempt numbered > 1) whose previous attempt ended for this reason in [from, to). */
  retried?: { reason: RetryReason; from: number; to: number };
  /** Runs with an execution of this kind started in [from, to). */
  executed?: { kind: "resume" | "recovery"; from: number; to: number };
  /** Of runs that stopped for good only the open ones; `only`: and no other runs beside them. */
  open?: { marks: StopMarks; only: boolean };
  cursor?: string;
  pageSize: number;
};
export type RunRow = Run & { currentStep: string | null; stepsDone: number; waitingSince: number | null };
export type Page<T> = { rows: T[]; next: string | null };

/** The actions of a run that have a live checkpoint. */
export type KeptActions = { runId: string; subject: string | null; state: RunState; actionIds: string[] };

/** `since`: from when the first of them has been ready. */
export type ReadyRuns = { workflow: string; version: number; runs: number; since: number };

export type TypicalStep = { name: string; kind: StepKind; tookMs: number; actionId: string | null };

export type RetryFigure = { day: string; reason: RetryReason; attempts: number; steps: number; runs: number };
/** An attempt that was followed by another one: what each retry figure counts. */
export type RetryRow = {
  attemptId: string;
  runId: string;
  stepId: string;
  step: string;
  number: number;
  reason: RetryReason;
  at: number;
};
/** A result that an execution took from a checkpoint instead of computing it again. */
export type SavedStep = { runId: string; executionId: string; step: string; tookMs: number; at: number };
/** Only those whose first attempt failed, so that each step or action counts once however long its loop is. */
type FirstOnly = { firstOnly?: boolean };
export type ResumeFigure = {
  runId: string;
  executionId: string;
  at: number;
  kind: "resume" | "recovery";
  passed: boolean;
  finished: boolean;
};

/** A dry run counts all that would go, and removes nothing. */
export type RemoveAsk = { before: number; limit: number; dryRun: boolean };

/** Percentiles of n lengths of time, each the nearest rank: a length that really was. Null of none. */
export type Latency = { n: number; p50Ms: number | null; p95Ms: number | null; p99Ms: number | null };
export type ProgressLatencies = {
  /** From the first execution to the end, waits included, of runs that succeeded in the range. */
  run: Latency;
  /** Of plain steps that began in the range and are done. */
  step: Latency;
  /** From the question to the last decision, of approvals and answers decided in the range. */
  validation: Latency;
};

export interface ProgressStore extends ProgressTroubles, ProgressProtection {
  now(): Promise<number>;

  startRun(run: NewRun): Promise<{ run: Run; created: boolean }>;
  /** The oldest run that one of the workflows may execute, with token + 1 or the token a resume prepared. */
  claim(ask: { worker: WorkerRecord; executionId: string }): Promise<Claimed | null>;
  renew(lease: Lease): Promise<{ leaseLeftMs: number } | Refused>;
  record(lease: Lease, write: ProgressWrite): Promise<Recorded | Refused>;

  /** Puts a suspended or blocked run back into the queue if it still waits for exactly this; otherwise does nothing. */
  wake(
    runId: string,
    because: { actionId: string } | { validationId: string } | { blocked: RunCause },
  ): Promise<boolean>;
  resume(ask: ResumeAsk): Promise<Resumed | Refused>;
  cancel(ask: { runId: string; by: string; reason: string }): Promise<{ cancelled: true } | Refused>;
  decide(ask: DecideAsk): Promise<DecideResult>;

  /**
   * Expired leases of manual runs become interrupted; validations past their deadline are asked of another role, or
   * expire and block their run or let it go on without them.
   */
  sweep(limit: number): Promise<{ interrupted: string[]; expired: string[] }>;
  takeOutbox(limit: number): Promise<OutboxRow[]>;
  outboxDelivered(id: string): Promise<void>;

  /**
   * Runs that are over since before `before`, the oldest first; those whose retention ended already, or those whose
   * retention did not.
   */
  listOver(query: { before: number; purged: boolean; cursor?: string; pageSize: number }): Promise<Page<Run>>;
  /**
   * Ends the run's retention, unless it was resumed since: the content of these checkpoints goes, and it can never run
   * again. The ledger is told by an outbox row of the same transaction.
   */
  purgeRun(ask: { runId: string; endedAt: number; checkpoints: number[] }): Promise<boolean>;
  /** Of a run whose retention ended, nothing is left afterwards. */
  removeRun(runId: string): Promise<boolean>;
  /** Outbox rows that were delivered before `before`: at most so many go, or all are counted. */
  removeDelivered(ask: RemoveAsk): Promise<number>;

  registerWorker(worker: WorkerRecord): Promise<void>;
  workerSeen(workerId: string): Promise<void>;
  /** All that it has met so far, in place of what it said before. */
  workerLearned(workerId: string, shapes: WorkerShape[]): Promise<void>;
  /** `exitSeen`: its process is known to have ended; what it held is free at once. Returns the runs it held. */
  workerEnded(workerId: string, exitSeen: boolean): Promise<void>;

  findRun(id: string): Promise<Run | null>;
  findRunByLogicalId(workflow: string, logicalRunId: string): Promise<Run | null>;
  readRun(id: string): Promise<RunRecord | null>;
  readCheckpoints(runId: string, upTo: number): Promise<RecordedStep[]>;
  /** Numbers of live checkpoints whose content is not what was kept. */
  findDamaged(runId: string): Promise<number[]>;
  findValidation(id: string): Promise<Validation | null>;
  listRuns(query: RunQuery): Promise<Page<RunRow>>;
  countRuns(): Promise<Record<RunState, number>>;
  /** Those that stand still, without those that are dealt with; `open` ones stopped for good. */
  countStopped(marks: StopMarks): Promise<{ interrupted: number; blocked: number; failed: number; open: number }>;
  /** The first one that finished. */
  findSuccessor(runId: string): Promise<Successor | null>;
  /** Runs that a worker could claim now, by what it would need; the longest wait first. */
  countReady(): Promise<ReadyRuns[]>;
  listValidations(query: {
    states: Validation["state"][];
    cursor?: string;
    pageSize: number;
  }): Promise<Page<Validation>>;
  retryFigures(range: { from: number; to: number; zone: string } & FirstOnly): Promise<RetryFigure[]>;
  /** Newest first. */
  retryRows(ask: { from: number; to: number; reason?: RetryReason; limit: number } & FirstOnly): Promise<RetryRow[]>;
  resumeFigures(range: { from: number; to: number }): Promise<ResumeFigure[]>;
  latencies(range: { from: number; to: number }): Promise<ProgressLatencies>;
  /**
   * Plain steps that resumes and recoveries of the range found finished in a checkpoint, and what they had taken: work
   * that was not done again.
   */
  workSaved(range: { from: number; to: number }): Promise<{ steps: number; tookMs: number }>;
  /** What the work saved counts, newest first. */
  savedSteps(ask: { from: number; to: number; limit: number }): Promise<SavedStep[]>;
  /** Null while there is no run. */
  firstRunAt(): Promise<number | null>;

  /** Of runs that are not there nothing is answered. */
  keptActions(runIds: string[]): Promise<KeptActions[]>;
  /** Steps of the longest of the workflow's last succeeded runs, in order: what "will run" is expected to be. */
  typicalSteps(workflow: string): Promise<TypicalStep[]>;
  listWorkers(): Promise<WorkerState[]>;
}

export type { Decision };
