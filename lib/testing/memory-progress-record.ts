/** A worker's write, applied to a run in memory once its lease was found to hold. */

import type { StepAttempt } from "@/lib/progress/step";
import type {
  AttemptWrite,
  CheckpointWrite,
  CopyWrite,
  ProgressWrite,
  Recorded,
  RunEnd,
  StepWrite,
  ValidationWrite,
} from "@/lib/progress/store";
import { refuseOversize } from "@/lib/store/progress-limits";
import { closeExecution, isLive, type KeptRun, note, withdrawPending } from "./memory-progress-run";

/** Throws CheckpointTooLarge; nothing was applied then. */
export function applyWrite(kept: KeptRun, write: ProgressWrite, now: number): Recorded {
  for (const { body, stepId } of write.checkpoints ?? []) refuseOversize(body, stepId);
  for (const { body, parentId } of write.copies ?? []) refuseOversize(body, parentId);
  if (write.id !== undefined && kept.lease.writeId === write.id) {
    return { recorded: true, at: kept.run.lastActivityAt, resumeNow: write.end !== undefined };
  }
  kept.lease.writeId = write.id ?? null;
  kept.run.lastActivityAt = now;
  for (const step of write.steps ?? []) applyStep(kept, step, now);
  for (const attempt of write.attempts ?? []) applyAttempt(kept, attempt, now);
  for (const validation of write.validations ?? []) applyValidation(kept, validation, now);
  for (const copy of write.copies ?? []) applyCopy(kept, copy, now);
  for (const checkpoint of write.checkpoints ?? []) applyCheckpoint(kept, checkpoint, now);
  const executionId = kept.lease.executionId;
  for (const { level, text, stepId = null } of write.journal ?? []) {
    note(kept, { at: now, kind: "log", level, text, stepId, executionId });
  }
  const ended = write.end ? applyEnd(kept, write.end, now) : false;
  return { recorded: true, at: now, resumeNow: write.end !== undefined && !ended };
}

const after = (now: number, ms: number | null | undefined): number | null =>
  ms === null || ms === undefined ? null : now + ms;

function applyStep(kept: KeptRun, write: StepWrite, now: number): void {
  const { id, name, occurrence, kind, ordinal, state } = write;
  // A claim wrote the execution before any step can come.
  const executionId = kept.lease.executionId!;
  const endedAt = ["done", "failed", "lost", "cancelled"].includes(state) ? now : null;
  const nextTryAt = write.nextTryAt ?? null;
  const wakeAt = after(now, write.wakeInMs);
  const known = kept.steps.find((step) => step.id === id);
  if (!known) {
    if (kept.steps.some((step) => isLive(step) && step.name === name && step.occurrence === occurrence)) {
      throw new Error(`The step ${name} ${occurrence} is recorded already, under another id.`);
    }
    const actionId = write.actionId ?? null;
    const step = { id, runId: kept.run.id, name, occurrence, kind, state, ordinal, actionId, executionId };
    kept.steps.push({ ...step, startedAt: now, endedAt, supersededBy: null, nextTryAt, wakeAt });
  } else if (isLive(known) && known.state !== "done") {
    const kept = { wakeAt: known.wakeAt ?? wakeAt, actionId: write.actionId ?? known.actionId };
    Object.assign(known, { state, executionId, endedAt, nextTryAt, ...kept });
  }
}

function applyAttempt(kept: KeptRun, write: AttemptWrite, now: number): void {
  const { id, stepId, number, reason = null, decidedBy = null, error = null } = write;
  const result: StepAttempt["result"] = write.result ?? "open";
  const ending = { result, endedAt: write.result ? now : null, reason, decidedBy, error };
  const known = kept.attempts.find((attempt) => attempt.id === id);
  if (!known) {
    const executionId = kept.lease.executionId!;
    kept.attempts.push({ id, stepId, number, executionId, startedAt: now - (write.tookMs ?? 0), ...ending });
  } else if (known.result === "open" && write.result) {
    Object.assign(known, ending);
  }
}

function applyValidation(kept: KeptRun, write: ValidationWrite, now: number): void {
  if (kept.validations.some((validation) => validation.id === write.id)) return;
  const { withinMs, quorum = 1, fourEyes = false, onExpiry = "block", escalation = null, ...asked } = write;
  const step = kept.steps.find((candidate) => candidate.id === write.stepId)!;
  kept.validations.push({
    ...structuredClone(asked),
    runId: kept.run.id,
    stepName: step.name,
    occurrence: step.occurrence,
    state: "pending",
    requestedAt: now,
    deadlineAt: now + withinMs,
    ...{ quorum, fourEyes, onExpiry, escalation, escalatedAt: null },
    decision: null,
    decisions: [],
  });
}

function applyCheckpoint(kept: KeptRun, write: CheckpointWrite, now: number): void {
  if (kept.checkpoints.some((checkpoint) => checkpoint.id === write.id)) return;
  const step = kept.steps.find((candidate) => candidate.id === write.stepId)!;
  kept.run.checkpointCount += 1;
  kept.checkpoints.push({
    ...write,
    runId: kept.run.id,
    number: kept.run.checkpointCount,
    stepName: step.name,
    occurrence: step.occurrence,
    bytes: Buffer.byteLength(write.body),
    executionId: kept.lease.executionId!,
    createdAt: now,
    purgedAt: null,
    parentId: null,
    supersededBy: null,
  });
  if (step.state !== "done") Object.assign(step, { state: "done", endedAt: now, nextTryAt: null });
}

function applyCopy(kept: KeptRun, { id, parentId, schemaVersion, hash, body }: CopyWrite, now: number): void {
  const parent = kept.checkpoints.find((checkpoint) => checkpoint.id === parentId && isLive(checkpoint));
  if (!parent) return;
  parent.supersededBy = id;
  const bytes = Buffer.byteLength(body);
  const copy = { ...parent, id, parentId, schemaVersion, hash, body, bytes };
  kept.checkpoints.push({ ...copy, executionId: kept.lease.executionId!, createdAt: now, supersededBy: null });
}

/** False for a suspension whose wait is over already. */
function applyEnd(kept: KeptRun, end: RunEnd, now: number): boolean {
  const { run } = kept;
  const waitsFor = {
    actionIds: "actionIds" in end ? (end.actionIds ?? []) : [],
    validationIds: "validationIds" in end ? end.validationIds : [],
  };
  const rest = { cause: null, causeText: null, waitsFor, wakeAt: null, endedAt: null };
  switch (end.kind) {
    case "finished":
      Object.assign(run, rest, { state: "succeeded", endedAt: now });
      kept.output = end.output;
      break;
    case "failed":
      Object.assign(run, rest, { state: "failed", cause: "error", causeText: end.text, endedAt: now });
      kept.error = end.error;
      break;
    case "blocked":
      Object.assign(run, rest, { state: "blocked", cause: end.cause, causeText: end.text });
      if (kept.lease.executionId !== null) kept.blockedFor.set(kept.lease.executionId, end.cause);
      break;
    case "suspended": {
      const decided = kept.validations.some(
        ({ id, state }) => waitsFor.validationIds.includes(id) && state !== "pending",
      );
      if (decided || (end.wakeInMs !== null && end.wakeInMs <= 0)) return false;
      const forPerson = end.cause === "validation";
      kept.readyAt = forPerson ? null : after(now, end.wakeInMs);
      const state = forPerson ? "needs_person" : "waiting";
      Object.assign(run, rest, { state, cause: end.cause, causeText: end.text, wakeAt: kept.readyAt });
      break;
    }
    case "released":
      Object.assign(run, rest, { state: "queued", causeText: end.text });
      kept.readyAt = now;
  }
  const state = end.kind === "released" ? "stopped" : "finished";
  const closing = { state, because: end.kind, at: now, steps: "lost" } as const;
  const executionId = kept.lease.executionId;
  closeExecution(kept, { ...closing, reason: "worker_stopped", decidedBy: "policy" });
  if (end.kind === "finished" || end.kind === "failed") withdrawPending(kept);
  if (end.kind === "blocked" || end.kind === "failed") {
    const level = end.kind === "failed" ? "error" : "warn";
    note(kept, { at: now, kind: "run", level, text: end.text, stepId: null, executionId });
  }
  return true;
}
