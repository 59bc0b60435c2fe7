/** What the inspector is about: a row of the timeline, or the run itself while none is chosen. */

import type { Checkpoint } from "@/lib/progress/checkpoint";
import type { Execution } from "@/lib/progress/execution";
import type { Step, StepAttempt, StepError } from "@/lib/progress/step";
import type { JournalLine, RunRecord } from "@/lib/progress/store";
import type { Selection } from "../timeline/timeline-view";

export type Subject =
  | { kind: "run" }
  | { kind: "execution"; execution: Execution }
  | { kind: "step"; step: Step; attempts: StepAttempt[]; checkpoint: Checkpoint | null }
  | { kind: "checkpoint"; checkpoint: Checkpoint };

/** An address may name what is gone, or another run's row: then it is about the run. */
export function subjectOf(record: RunRecord, selection: Selection): Subject {
  const checkpoint = record.checkpoints.find(({ number }) => number === selection.checkpoint);
  if (checkpoint) return { kind: "checkpoint", checkpoint };
  const step = record.steps.find(({ id }) => id === selection.step);
  if (step) {
    const attempts = record.attempts.filter(({ stepId }) => stepId === step.id).sort((a, b) => a.number - b.number);
    return { kind: "step", step, attempts, checkpoint: record.checkpoints.find((c) => c.stepId === step.id) ?? null };
  }
  const execution = record.executions.find(({ id }) => id === selection.exec);
  return execution ? { kind: "execution", execution } : { kind: "run" };
}

export function titleOf(subject: Subject): string {
  switch (subject.kind) {
    case "run":
      return "The run";
    case "execution":
      return `Execution ${subject.execution.number}`;
    case "step":
      return subject.step.name;
    case "checkpoint":
      return `Checkpoint ${subject.checkpoint.number}`;
  }
}

/** The checkpoint whose state a resume from here would start with; null before the first. */
export function checkpointFor(record: RunRecord, subject: Subject): number | null {
  const upTo = (at: number) => record.checkpoints.findLast((checkpoint) => checkpoint.createdAt <= at)?.number ?? null;
  switch (subject.kind) {
    case "run":
      return record.checkpoints.findLast((checkpoint) => checkpoint.supersededBy === null)?.number ?? null;
    case "execution":
      return upTo(subject.execution.endedAt ?? Number.POSITIVE_INFINITY);
    case "step":
      return subject.checkpoint?.number ?? upTo(subject.step.startedAt);
    case "checkpoint":
      return subject.checkpoint.number;
  }
}

export function linesOf(record: RunRecord, subject: Subject): JournalLine[] {
  switch (subject.kind) {
    case "run":
      return record.journal;
    case "execution":
      return record.journal.filter((line) => line.executionId === subject.execution.id);
    case "step":
      return record.journal.filter((line) => line.stepId === subject.step.id);
    case "checkpoint":
      return record.journal.filter((line) => line.stepId === subject.checkpoint.stepId);
  }
}

export type FoundError = { title: string; at: number | null; error: StepError };

/** The newest first. */
export function errorsOf(record: RunRecord, subject: Subject): FoundError[] {
  const attempts =
    subject.kind === "step"
      ? subject.attempts
      : record.attempts.filter((a) => subject.kind !== "execution" || a.executionId === subject.execution.id);
  const nameOf = new Map(record.steps.map((step) => [step.id, step.name]));
  const found = attempts.flatMap((attempt): FoundError[] =>
    attempt.error
      ? [
          {
            title: `${nameOf.get(attempt.stepId)}, attempt ${attempt.number}`,
            at: attempt.endedAt,
            error: attempt.error,
          },
        ]
      : [],
  );
  const own =
    subject.kind === "run" && record.error ? [{ title: "The run", at: record.run.endedAt, error: record.error }] : [];
  return subject.kind === "checkpoint" ? [] : [...own, ...found.reverse()];
}
