/** What people do to a run in memory, and what becomes of a validation that nobody decided. */

import { runCan } from "@/lib/progress/run";
import type { DecideAsk, DecideResult, Refused, ResumeAsk, Resumed } from "@/lib/progress/store";
import {
  type ApprovalSubject,
  type Edit,
  type Escalation,
  lastChange,
  type Role,
  standingApprovals,
  standingEdits,
} from "@/lib/progress/validation";
import {
  closeExecution,
  isLive,
  type KeptRun,
  type KeptValidation,
  note,
  queueAgain,
  refused,
  toValidation,
  withdrawPending,
} from "./memory-progress-run";

export type Tell = (kind: string, body: Record<string, unknown>) => void;

export function resumeKept(kept: KeptRun | undefined, ask: ResumeAsk, now: number, tell: Tell): Resumed | Refused {
  const earlier = kept?.executions.find((execution) => execution.id === ask.executionId);
  if (earlier) return { resumed: true, token: earlier.token, executionNumber: earlier.number };
  if (!kept) return refused("run_not_found");
  const refusal = resumeRefusal(kept, ask.expectedToken, now);
  if (refusal) return refusal;

  const { run, executions, checkpoints, steps } = kept;
  const { executionId, fromCheckpoint, by, reason } = ask;
  run.executionCount += 1;
  run.resumeCount += 1;
  run.token += 1;
  executions.push({
    id: executionId,
    runId: run.id,
    number: run.executionCount,
    token: run.token,
    kind: "resume",
    state: "starting",
    workerId: null,
    workerName: null,
    startedAt: now,
    endedAt: null,
    endReason: null,
    resumedFrom: fromCheckpoint,
    resumedBy: by,
    resumeReason: reason,
  });
  for (const checkpoint of checkpoints) {
    if (isLive(checkpoint) && checkpoint.number > fromCheckpoint) checkpoint.supersededBy = executionId;
  }
  const reused = new Set(checkpoints.filter(isLive).map((checkpoint) => checkpoint.stepId));
  const undone = steps.filter((step) => isLive(step) && !reused.has(step.id));
  for (const step of undone) step.supersededBy = executionId;
  withdrawPending(kept, (validation) => undone.some((step) => step.id === validation.stepId));
  queueAgain(kept, now, "resumed");
  Object.assign(kept.lease, { executionId, writeId: null });
  const from = fromCheckpoint === 0 ? "zero" : `checkpoint ${fromCheckpoint}`;
  const text = `${by} resumed it from ${from}: ${reason}`;
  note(kept, { at: now, kind: "resume", level: "info", text, stepId: null, executionId });
  tell("raise_fence", { runId: run.id, token: run.token });
  return { resumed: true, token: run.token, executionNumber: run.executionCount };
}

function resumeRefusal({ run, executions, endedBy }: KeptRun, expectedToken: number, now: number): Refused | null {
  if (run.state === "succeeded") return refused("run_finished", null, run.endedAt);
  if (run.state === "cancelled") return refused("run_cancelled", endedBy, run.endedAt);
  if (expectedToken > run.token) return refused("server_behind", null, now);
  const resume = executions.findLast((execution) => execution.kind === "resume");
  if (resume && (resume.endedAt === null || resume.token > expectedToken)) {
    return refused("already_resumed", resume.resumedBy, resume.startedAt);
  }
  const may = runCan.resume(run);
  if (!may.allowed) return refused(may.code, null, run.purgedAt ?? run.lastActivityAt);
  const newest = executions.at(-1);
  return run.token === expectedToken
    ? null
    : refused("already_resumed", newest?.workerName ?? null, newest?.startedAt ?? null);
}

export function cancelKept(
  kept: KeptRun | undefined,
  ask: { by: string; reason: string },
  now: number,
  tell: Tell,
): { cancelled: true } | Refused {
  if (!kept) return refused("run_not_found");
  const { run } = kept;
  if (run.state === "cancelled" && kept.endedBy === ask.by && run.causeText === ask.reason) return { cancelled: true };
  const may = runCan.cancel(run);
  if (!may.allowed) return refused(may.code, kept.endedBy, run.endedAt);
  const executionId = kept.lease.executionId;
  const closing = { state: "stopped", because: "cancelled", at: now, steps: "cancelled" } as const;
  closeExecution(kept, { ...closing, reason: "manual", decidedBy: "person" });
  for (const step of kept.steps) {
    if (isLive(step) && ["retrying", "waiting", "needs_person"].includes(step.state)) {
      Object.assign(step, { state: "cancelled", endedAt: now });
    }
  }
  withdrawPending(kept);
  queueAgain(kept, now, null);
  Object.assign(run, { state: "cancelled", causeText: ask.reason, endedAt: now });
  Object.assign(kept, { endedBy: ask.by, readyAt: null });
  const text = `${ask.by} cancelled it: ${ask.reason}`;
  note(kept, { at: now, kind: "run", level: "warn", text, stepId: null, executionId });
  tell("withdraw_actions", { runId: run.id, why: "cancelled" });
  return { cancelled: true };
}

export function decideKept(kept: KeptRun, v: KeptValidation, ask: DecideAsk, now: number, tell: Tell): DecideResult {
  if (v.decisions.some(({ id }) => id === ask.decisionId)) return { decided: true, validation: toValidation(v) };
  if (v.state !== "pending" || now >= v.deadlineAt) {
    const decided = v.state === "approved" || v.state === "rejected";
    const undecided = v.state === "withdrawn" ? "validation_withdrawn" : "validation_expired";
    return { decided: false, why: decided ? "already_decided" : undecided, validation: toValidation(v) };
  }
  const { decisionId, verdict, by, byId = null, role, reason, answer, edits = [] } = ask;
  if (verdict === "approve" && (ask.changeSeen ?? null) !== lastChange(v)) {
    return { decided: false, why: "changed_since_shown", validation: toValidation(v) };
  }
  if (byId !== null && standingApprovals(v).some((decision) => decision.byId === byId)) {
    return { decided: false, why: "decided_by_you", validation: toValidation(v) };
  }
  const decision = { id: decisionId, verdict, by, byId, role, reason, answer: answer ?? null, edits, decidedAt: now };
  v.decisions.push(decision);
  const approvals = standingApprovals(v).length;
  const settles = verdict === "reject" || approvals >= v.quorum;
  if (settles) {
    v.decision = decision;
    v.state = verdict === "approve" ? "approved" : "rejected";
    if (v.state === "approved") v.subjects = editedSubjects(v.subjects, standingEdits(v));
    if (waitsFor(kept, v)) queueAgain(kept, now, null);
    if (v.state === "rejected") withdrawSubjects(v, "denied", tell);
    else if (v.subjects.length > 0) tell("grant_actions", { runId: v.runId, validationId: v.id });
  }
  const changed = edits.length > 0 ? "changed and " : "";
  const did = settles ? v.state : `${changed}approved (${approvals} of ${v.quorum})`;
  const text = `${by} ${did}: ${v.ask}${reason === null ? "" : ` (${reason})`}`;
  note(kept, { at: now, kind: "decision", level: "info", text, stepId: null, executionId: null });
  return { decided: true, validation: toValidation(v) };
}

const editedSubjects = (subjects: readonly ApprovalSubject[], edits: readonly Edit[]): ApprovalSubject[] =>
  subjects.map((subject) => {
    const edit = edits.find(({ actionId }) => actionId === subject.actionId);
    return edit ? { ...subject, actionId: edit.newActionId, fingerprint: edit.fingerprint } : subject;
  });

export function expireKept(kept: KeptRun, v: KeptValidation, now: number, tell: Tell): void {
  kept.run.lastActivityAt = now;
  if (v.onExpiry === "escalate" && v.escalation && v.escalatedAt === null) escalate(kept, v, v.escalation, now);
  else expire(kept, v, now, tell);
}

function expire(kept: KeptRun, v: KeptValidation, now: number, tell: Tell): void {
  v.state = "expired";
  if (waitsFor(kept, v)) {
    if (v.onExpiry === "reject") queueAgain(kept, now, null);
    else {
      const causeText = `Nobody decided in time: ${v.ask} Nothing was sent.`;
      Object.assign(kept.run, { state: "blocked", cause: "validation_expired", causeText, wakeAt: null });
      kept.readyAt = null;
    }
  }
  withdrawSubjects(v, "expired", tell);
  const text = `Nobody decided in time: ${v.ask}`;
  note(kept, { at: now, kind: "decision", level: "warn", text, stepId: null, executionId: null });
}

function escalate(kept: KeptRun, v: KeptValidation, { role, withinMs }: Escalation, now: number): void {
  const asked = (of: Role) => `Waits for ${of}: ${v.ask}`;
  if (kept.run.causeText === asked(v.role)) kept.run.causeText = asked(role);
  const text = `No ${v.role} decided in time, so ${role} is asked: ${v.ask}`;
  note(kept, { at: now, kind: "decision", level: "warn", text, stepId: null, executionId: null });
  Object.assign(v, { role, escalatedAt: now, deadlineAt: now + withinMs });
}

const waitsFor = ({ run }: KeptRun, v: KeptValidation): boolean =>
  (run.state === "needs_person" || run.state === "waiting") && run.waitsFor.validationIds.includes(v.id);

function withdrawSubjects(v: KeptValidation, why: "denied" | "expired", tell: Tell): void {
  const actionIds = v.subjects.map((subject) => subject.actionId);
  if (actionIds.length > 0) tell("withdraw_actions", { runId: v.runId, why, actionIds });
}
