/**
 * One run as the in-memory store keeps it, and the rules that several of its verbs share. It says in TypeScript what
 * the functions of the schema say in SQL; the conformance suite holds the two together.
 */

import type { Execution, ExecutionState, Lease } from "@/lib/progress/execution";
import type { CheckpointRow } from "@/lib/progress/migrated-copies";
import type { RetryReason } from "@/lib/progress/retry";
import type { RefusalCode, Run, RunCause } from "@/lib/progress/run";
import type { Step, StepAttempt, StepError } from "@/lib/progress/step";
import type { JournalLine, NewRun, OpenStep, RecordedStep, Refused } from "@/lib/progress/store";
import type { Validation } from "@/lib/progress/validation";

export type KeptStep = Omit<Step, "validationId"> & { wakeAt: number | null };
export type KeptCheckpoint = CheckpointRow & { body: string };
export type KeptValidation = Validation & { stepId: string };

export type KeptRun = {
  run: Run;
  input: string;
  output: string | null;
  error: StepError | null;
  readyAt: number | null;
  endedBy: string | null;
  lease: {
    executionId: string | null;
    holder: { workerId: string; workerName: string; renewedAt: number; expiresAt: number } | null;
    writeId: string | null;
  };
  executions: Execution[];
  /** The cause of executions that ended by blocking the run. */
  blockedFor: Map<string, RunCause>;
  steps: KeptStep[];
  attempts: StepAttempt[];
  checkpoints: KeptCheckpoint[];
  validations: KeptValidation[];
  journal: JournalLine[];
};

export function newKept(start: NewRun, now: number): KeptRun {
  const { input, requestedBy = null, ...named } = start;
  const run: Run = {
    ...named,
    requestedBy,
    state: "queued",
    cause: null,
    causeText: null,
    waitsFor: { actionIds: [], validationIds: [] },
    wakeAt: null,
    token: 0,
    executionCount: 0,
    resumeCount: 0,
    checkpointCount: 0,
    createdAt: now,
    startedAt: null,
    endedAt: null,
    lastActivityAt: now,
    purgedAt: null,
  };
  return {
    run,
    input,
    output: null,
    error: null,
    readyAt: now,
    endedBy: null,
    lease: { executionId: null, holder: null, writeId: null },
    executions: [],
    blockedFor: new Map(),
    steps: [],
    attempts: [],
    checkpoints: [],
    validations: [],
    journal: [],
  };
}

export const refused = (code: RefusalCode, by: string | null = null, at: number | null = null): Refused => ({
  refused: code,
  by,
  at,
});

export function leaseRefusal(kept: KeptRun | undefined, lease: Lease, now: number): Refused | null {
  if (!kept) return refused("run_not_found");
  const { run, endedBy } = kept;
  const { holder, executionId } = kept.lease;
  const isHolder = run.token === lease.token && executionId === lease.executionId;
  if (isHolder && holder && now < holder.expiresAt) return null;
  if (lease.token > run.token) {
    if (kept.executions.every(({ id }) => id !== lease.executionId)) fallBehind(kept, lease.token, now);
    return refused("server_behind", null, now);
  }
  if (run.state === "cancelled") return refused("run_cancelled", endedBy, run.endedAt);
  if (run.state === "succeeded" || run.state === "failed") return refused("run_finished", null, run.endedAt);
  const newest = kept.executions.find((execution) => execution.id === executionId);
  if (newest?.id === lease.executionId) {
    return refused("stale_lease", null, newest.endedAt ?? holder?.expiresAt ?? null);
  }
  return refused("stale_lease", newest?.workerName ?? null, newest?.startedAt ?? null);
}

function fallBehind(kept: KeptRun, token: number, now: number): void {
  const { run } = kept;
  const { executionId } = kept.lease;
  Object.assign(run, { token, lastActivityAt: now });
  kept.lease.holder = null;
  if (run.endedAt !== null) return;
  const text =
    "The database was restored from a backup: a worker knows a later execution of this run. What was sent since " +
    "the backup is not in the ledger.";
  const waitsFor = { actionIds: [], validationIds: [] };
  Object.assign(run, { state: "blocked", cause: "server_behind", causeText: text, wakeAt: null, waitsFor });
  kept.readyAt = null;
  const closing = { state: "lost", because: "database restored", at: now, steps: "lost" } as const;
  closeExecution(kept, { ...closing, reason: "lease_lost", decidedBy: "policy" });
  if (executionId !== null) kept.blockedFor.set(executionId, "server_behind");
  note(kept, { at: now, kind: "run", level: "error", text, stepId: null, executionId });
}

export const isLive = (row: { supersededBy: string | null }): boolean => row.supersededBy === null;

/** Closes the execution that the lease names, what it left open, and the lease itself. */
export function closeExecution(
  kept: KeptRun,
  closing: {
    state: ExecutionState;
    because: string;
    at: number;
    steps: "lost" | "cancelled";
    /** Why the attempts that were left open are lost. */
    reason: RetryReason;
    decidedBy: "policy" | "person";
  },
): void {
  const execution = kept.executions.find((candidate) => candidate.id === kept.lease.executionId);
  if (execution && execution.endedAt === null) {
    Object.assign(execution, { state: closing.state, endedAt: closing.at, endReason: closing.because });
  }
  for (const attempt of kept.attempts.filter(({ result }) => result === "open")) {
    const { reason, decidedBy, at } = closing;
    Object.assign(attempt, { result: "lost", reason, decidedBy, endedAt: at });
  }
  for (const step of kept.steps.filter((candidate) => isLive(candidate) && candidate.state === "running")) {
    Object.assign(step, { state: closing.steps, endedAt: closing.at });
  }
  kept.lease.holder = null;
}

/** An execution whose lease ran out ended when the lease did, not when somebody noticed. */
export function loseExecution(kept: KeptRun, crashed: boolean): void {
  const at = kept.lease.holder?.expiresAt ?? kept.run.lastActivityAt;
  closeExecution(
    kept,
    crashed
      ? {
          state: "crashed",
          because: "worker exit seen",
          at,
          steps: "lost",
          reason: "worker_crash",
          decidedBy: "policy",
        }
      : { state: "lost", because: "lease expired", at, steps: "lost", reason: "lease_lost", decidedBy: "policy" },
  );
}

export function queueAgain(kept: KeptRun, now: number, cause: RunCause | null): void {
  Object.assign(kept.run, {
    state: "queued",
    cause,
    causeText: null,
    waitsFor: { actionIds: [], validationIds: [] },
    wakeAt: null,
    endedAt: null,
    lastActivityAt: now,
  });
  kept.error = null;
  kept.readyAt = now;
}

export function note(kept: KeptRun, line: Omit<JournalLine, "id">): void {
  kept.journal.push({ ...line, id: String(kept.journal.length + 1) });
}

export function withdrawPending(kept: KeptRun, which: (validation: KeptValidation) => boolean = () => true): void {
  for (const validation of kept.validations) {
    if (validation.state === "pending" && which(validation)) validation.state = "withdrawn";
  }
}

export function toValidation({ stepId: _, ...validation }: KeptValidation): Validation {
  return validation;
}

export function recordedSteps(kept: KeptRun, upTo: number): RecordedStep[] {
  return kept.checkpoints
    .filter((checkpoint) => isLive(checkpoint) && checkpoint.number <= upTo)
    .sort((a, b) => a.number - b.number)
    .map(({ id, stepId, number, schemaName, schemaVersion, hash, body, createdAt }) => {
      const { name, occurrence, kind, actionId, ordinal } = kept.steps.find((step) => step.id === stepId)!;
      const step = { checkpointId: id, stepId, name, occurrence, kind, actionId, ordinal };
      return { ...step, number, schemaName, schemaVersion, hash, body, at: createdAt };
    });
}

export function openSteps(kept: KeptRun): OpenStep[] {
  const finished = new Set(kept.checkpoints.filter(isLive).map((checkpoint) => checkpoint.stepId));
  return kept.steps
    .filter((step) => isLive(step) && !finished.has(step.id))
    .sort((a, b) => a.ordinal - b.ordinal)
    .map(({ id, name, occurrence, kind, actionId, ordinal, nextTryAt, wakeAt }) => {
      const attempts = kept.attempts.filter((attempt) => attempt.stepId === id);
      const validation = kept.validations.findLast((candidate) => candidate.stepId === id);
      return {
        stepId: id,
        name,
        occurrence,
        kind,
        actionId,
        ordinal,
        attempts: Math.max(0, ...attempts.map((attempt) => attempt.number)),
        failedAttempts: attempts.filter((attempt) => attempt.result === "failed").length,
        nextTryAt,
        validation: validation ? toValidation(validation) : null,
        wakeAt,
      };
    });
}
