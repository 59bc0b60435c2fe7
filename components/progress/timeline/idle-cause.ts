/** Why nothing ran for a while. Every cut of the timeline and every wait between two executions says its cause. */

import type { Execution } from "@/lib/progress/execution";
import type { Run } from "@/lib/progress/run";
import type { RunRecord } from "@/lib/progress/store";
import type { Span } from "./activity-scale";

type Facts = Pick<RunRecord, "run" | "executions" | "steps" | "validations">;

/** Half a sentence, such as "waiting for a person". */
export function causeOfIdle(record: Facts, gap: Span): string {
  const middle = (gap.from + gap.to) / 2;
  const waitedFor = causeOfWait(record, middle);
  if (waitedFor) return waitedFor;
  const within = record.executions.find((e) => e.startedAt <= middle && (e.endedAt === null || middle < e.endedAt));
  if (within) return within.state === "starting" ? "waiting for a worker" : "no sign of progress";
  const before = record.executions.filter((e) => e.endedAt !== null && e.endedAt <= middle).at(-1);
  const next = record.executions.find((e) => e.startedAt > middle);
  if (before === undefined) return "waiting for a worker";
  return next ? causeBetween(before, next) : causeOfRun(record.run);
}

/** A person or a timer, if the code asked for one and it was open at that moment. */
function causeOfWait({ run, steps, validations }: Facts, at: number): string | null {
  const until = (end: number | null) => end ?? run.endedAt ?? Number.POSITIVE_INFINITY;
  const asked = validations.some(
    (v) => v.requestedAt <= at && at < Math.min(v.deadlineAt, until(v.decision?.decidedAt ?? null)),
  );
  if (asked) return "waiting for a person";
  const sleeping = steps.some((s) => s.kind === "sleep" && s.startedAt <= at && at < until(s.endedAt));
  return sleeping ? "waiting for its timer" : null;
}

function causeBetween(before: Execution, next: Execution): string {
  if (next.kind === "resume") return `${stoppedWord(before)} until ${next.resumedBy ?? "a person"} resumed it`;
  if (next.kind === "recovery") return "waiting for another worker";
  if (before.endReason === "blocked") return "blocked until it was settled";
  return before.endReason === "suspended" ? "waiting for its next try" : "waiting for a worker";
}

function stoppedWord(execution: Execution): string {
  if (execution.state === "lost" || execution.state === "crashed") return "interrupted";
  // What gave its lease back to wait can only be resumed once its wait came to nothing.
  return execution.endReason === "failed" ? "failed" : "blocked";
}

function causeOfRun(run: Pick<Run, "state" | "cause">): string {
  switch (run.state) {
    case "queued":
      return "waiting for a worker";
    case "waiting":
      if (run.cause === "destination_held") return "waiting for a held destination";
      return run.cause === "timer" ? "waiting for its timer" : "waiting for its next try";
    case "needs_person":
      return "waiting for a person";
    case "interrupted":
      return "interrupted";
    case "blocked":
      return "blocked";
    case "failed":
      return "failed";
    case "running":
    case "succeeded":
    case "cancelled":
      return "idle";
  }
}
