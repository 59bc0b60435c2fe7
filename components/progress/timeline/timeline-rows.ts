/**
 * The timeline's rows, taken from what is recorded and nothing else. Each execution is a band with what it did below
 * it: a step that a lost execution began and a later one finished stands under both, as each left it. Actions are not
 * here: a step that sends one only knows its id.
 */

import type { Checkpoint } from "@/lib/progress/checkpoint";
import type { CheckpointFit } from "@/lib/progress/checkpoint-fit";
import { type Execution, isQuiet } from "@/lib/progress/execution";
import { runIsOver } from "@/lib/progress/run";
import type { Step, StepAttempt } from "@/lib/progress/step";
import type { RunRecord } from "@/lib/progress/store";
import type { Validation } from "@/lib/progress/validation";
import type { StepStateValue } from "../state";
import { causeOfIdle } from "./idle-cause";
import { appearanceOf, type StepAppearance } from "./step-appearance";

type Base = {
  id: string;
  parentId: string | null;
  level: 1 | 2 | 3;
  from: number;
  /** Null while it goes on; equal to `from` for a moment. */
  to: number | null;
};

export type ExecutionRow = Base & { kind: "execution"; execution: Execution; quiet: boolean };
export type ResumeRow = Base & { kind: "resume"; execution: Execution };
export type StepRow = Base & {
  kind: "step";
  step: Step;
  state: StepStateValue;
  attempts: readonly StepAttempt[];
  executionId: string;
  /** A resume made this result void. */
  superseded: boolean;
  validation: Validation | null;
};
export type AttemptRow = Base & { kind: "attempt"; attempt: StepAttempt; step: Step };
export type CheckpointRow = Base & {
  kind: "checkpoint";
  checkpoint: Checkpoint;
  latest: boolean;
  fit: CheckpointFit | null;
};
export type ReusedRow = Base & { kind: "reused"; checkpoints: readonly Checkpoint[]; executionId: string };
export type WaitRow = Base & { kind: "wait"; cause: string };
export type ExpectedRow = Base & { kind: "expected"; count: number };

export type TimelineRow =
  | ExecutionRow
  | ResumeRow
  | StepRow
  | AttemptRow
  | CheckpointRow
  | ReusedRow
  | WaitRow
  | ExpectedRow;

/** Between two executions there is always a moment; only a wait that somebody could notice gets a row. */
const waitMinMs = 1_000;

/** `expectedMore`: steps that the last finished run had and this one has not reached. */
export function timelineRows(
  record: RunRecord,
  now: number,
  expectedMore = 0,
  fits: readonly CheckpointFit[] = [],
): TimelineRow[] {
  const executions = [...record.executions].sort((a, b) => a.number - b.number);
  const rows: TimelineRow[] = [];
  let idleFrom: number | null = record.run.createdAt;
  for (const execution of executions) {
    if (idleFrom !== null) rows.push(...waitRow(record, idleFrom, execution.startedAt, false));
    if (execution.kind === "resume") rows.push(resumeRow(execution));
    rows.push(executionRow(record, execution, now), ...rowsOfExecution(record, execution, fits));
    idleFrom = execution.endedAt;
  }
  if (idleFrom !== null && !runIsOver(record.run.state)) rows.push(...waitRow(record, idleFrom, now, true));
  if (expectedMore > 0 && !runIsOver(record.run.state)) {
    rows.push({ ...moment("expected", null, 1, now), kind: "expected", count: expectedMore });
  }
  return rows;
}

function rowsOfExecution(record: RunRecord, execution: Execution, fits: readonly CheckpointFit[]): TimelineRow[] {
  const parentId = `execution:${execution.id}`;
  const latest = record.checkpoints.filter((c) => c.supersededBy === null).at(-1)?.number;
  // In the order the code asked for them: unlike times, it never changes while somebody reads.
  const ordinalOf = new Map(record.steps.map((step) => [step.id, step.ordinal]));
  const steps = record.steps.flatMap((step) => {
    const appearance = appearanceOf(record, step, execution);
    return appearance ? [{ order: step.ordinal, rows: stepRows(record, appearance, parentId) }] : [];
  });
  const fitOf = new Map(fits.map((fit) => [fit.checkpoint, fit]));
  const checkpoints = record.checkpoints
    .filter((checkpoint) => checkpoint.executionId === execution.id)
    .map((checkpoint) => ({
      // Right after its step.
      order: (ordinalOf.get(checkpoint.stepId) ?? 0) + 0.5,
      rows: [checkpointRow(checkpoint, checkpoint.number === latest, fitOf.get(checkpoint.number) ?? null, parentId)],
    }));
  const inOrder = [...steps, ...checkpoints].sort((a, b) => a.order - b.order);
  return [...reusedRows(record, execution, parentId), ...inOrder.flatMap((entry) => entry.rows)];
}

function stepRows(record: RunRecord, appearance: StepAppearance, parentId: string): TimelineRow[] {
  const { step, executionId, attempts } = appearance;
  const id = `step:${step.id}:${executionId}`;
  const validation = record.validations.filter((v) => v.id === step.validationId).at(-1) ?? null;
  const row: StepRow = { ...appearance, id, parentId, level: 2, kind: "step", validation };
  // One attempt that went well is the step itself.
  const worthARow = attempts.length > 1 || attempts.some((attempt) => attempt.reason !== null);
  const attemptRows = attempts.map(
    (attempt): AttemptRow => ({
      id: `attempt:${attempt.id}`,
      parentId: id,
      level: 3,
      kind: "attempt",
      from: attempt.startedAt,
      to: attempt.endedAt,
      attempt,
      step,
    }),
  );
  return worthARow ? [row, ...attemptRows] : [row];
}

/** What a later execution took from checkpoints instead of computing it again. */
export function reusedBy(record: Pick<RunRecord, "checkpoints" | "executions">, execution: Execution): Checkpoint[] {
  const numberOf = new Map(record.executions.map((e) => [e.id, e.number]));
  return record.checkpoints.filter((checkpoint) => {
    const voidedBy =
      checkpoint.supersededBy === null ? Number.POSITIVE_INFINITY : numberOf.get(checkpoint.supersededBy);
    return (
      (numberOf.get(checkpoint.executionId) ?? 0) < execution.number &&
      (voidedBy ?? 0) > execution.number &&
      (execution.resumedFrom === null || checkpoint.number <= execution.resumedFrom)
    );
  });
}

function reusedRows(record: RunRecord, execution: Execution, parentId: string): TimelineRow[] {
  const checkpoints = reusedBy(record, execution);
  if (checkpoints.length === 0) return [];
  const id = `reused:${execution.id}`;
  const group: ReusedRow = {
    ...moment(id, parentId, 2, execution.startedAt),
    kind: "reused",
    checkpoints,
    executionId: execution.id,
  };
  const steps = checkpoints.flatMap((checkpoint): StepRow[] => {
    const step = record.steps.find((candidate) => candidate.id === checkpoint.stepId);
    if (!step) return [];
    const base = moment(`reused:${execution.id}:${step.id}`, id, 3, execution.startedAt);
    const shown = { executionId: execution.id, superseded: false, validation: null };
    return [{ ...base, ...shown, kind: "step", step, state: "reused", attempts: [] }];
  });
  return [group, ...steps];
}

function executionRow(record: RunRecord, execution: Execution, now: number): ExecutionRow {
  const { lease, run } = record;
  const quiet = lease !== null && isQuiet(execution, lease.renewedAt, run.leaseMs, now);
  const id = `execution:${execution.id}`;
  return {
    id,
    parentId: null,
    level: 1,
    from: execution.startedAt,
    to: execution.endedAt,
    kind: "execution",
    execution,
    quiet,
  };
}

const resumeRow = (execution: Execution): ResumeRow => ({
  ...moment(`resume:${execution.id}`, null, 1, execution.startedAt),
  kind: "resume",
  execution,
});

const checkpointRow = (
  checkpoint: Checkpoint,
  latest: boolean,
  fit: CheckpointFit | null,
  parentId: string,
): CheckpointRow => ({
  ...moment(`checkpoint:${checkpoint.id}`, parentId, 2, checkpoint.createdAt),
  kind: "checkpoint",
  checkpoint,
  latest,
  fit,
});

function waitRow(record: RunRecord, from: number, to: number, open: boolean): WaitRow[] {
  if (to - from < waitMinMs) return [];
  // A step that waits draws this time itself.
  const drawn = record.steps.some(
    (step) =>
      (step.kind === "validation" || step.kind === "sleep") &&
      step.startedAt <= from + waitMinMs &&
      (step.endedAt ?? to) >= to - waitMinMs,
  );
  if (drawn) return [];
  const cause = causeOfIdle(record, { from, to });
  return [{ id: `wait:${from}`, parentId: null, level: 1, from, to: open ? null : to, kind: "wait", cause }];
}

const moment = (id: string, parentId: string | null, level: Base["level"], at: number): Base => ({
  id,
  parentId,
  level,
  from: at,
  to: at,
});
