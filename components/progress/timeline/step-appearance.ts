import type { Execution } from "@/lib/progress/execution";
import type { Step, StepAttempt } from "@/lib/progress/step";
import type { RunRecord } from "@/lib/progress/store";
import type { StepStateValue } from "../state";

/** A step as one execution left it. */
export type StepAppearance = {
  step: Step;
  executionId: string;
  from: number;
  /** Null while it goes on. */
  to: number | null;
  state: StepStateValue;
  attempts: readonly StepAttempt[];
  superseded: boolean;
};

/** Null when the execution had nothing to do with the step. */
export function appearanceOf(record: RunRecord, step: Step, execution: Execution): StepAppearance | null {
  const attempts = record.attempts
    .filter((attempt) => attempt.stepId === step.id && attempt.executionId === execution.id)
    .sort((a, b) => a.number - b.number);
  const began = beganIn(step, execution);
  const ended = step.executionId === execution.id;
  // A wait belongs to the execution that asked; whoever goes on after it only reads the answer.
  const shown = waits(step) ? began || (ended && !beganInAny(step, record)) : attempts.length > 0 || ended || began;
  if (!shown) return null;
  const shared = { step, executionId: execution.id, attempts, superseded: step.supersededBy !== null };
  if (ended || waits(step)) {
    return { ...shared, from: startOf(step, attempts, execution), to: endOf(record, step), state: step.state };
  }
  const last = attempts.at(-1);
  return {
    ...shared,
    from: startOf(step, attempts, execution),
    to: last?.endedAt ?? execution.endedAt,
    state: last?.result === "failed" ? "failed" : "lost",
  };
}

const waits = (step: Step): boolean => step.kind === "validation" || step.kind === "sleep";

const beganIn = (step: Step, execution: Execution): boolean =>
  step.startedAt >= execution.startedAt && (execution.endedAt === null || step.startedAt <= execution.endedAt);

const beganInAny = (step: Step, record: RunRecord): boolean =>
  record.executions.some((execution) => beganIn(step, execution));

/** A wait that was cut short has no end of its own: it ends with its deadline, or with what made it void. */
function endOf({ executions, validations }: RunRecord, step: Step): number | null {
  if (step.endedAt !== null) return step.endedAt;
  const expired = validations.find((v) => v.id === step.validationId && v.state === "expired");
  const voidedBy = executions.find(({ id }) => id === step.supersededBy);
  return expired?.deadlineAt ?? voidedBy?.startedAt ?? null;
}

/** A step is often written down together with its result: then only its attempt knows when it began. */
function startOf(step: Step, attempts: readonly StepAttempt[], execution: Execution): number {
  const first = attempts[0]?.startedAt;
  const written = Math.max(step.startedAt, execution.startedAt);
  return first === undefined ? written : Math.min(first, written);
}
