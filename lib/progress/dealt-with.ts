/**
 * How a run that stopped for good was dealt with. It stays open until a person resumed it, another run did its work, or
 * a person accepts it as it is; so "none is open" means that somebody or something answered for each. Pure.
 */

import type { Execution } from "./execution";
import { type Run, type RunCause, type RunState, runCauses } from "./run";

/** Blocked runs that nothing moves but a person's resume. Whatever else blocks one ends with its own waker. */
export const causesForGood = (Object.keys(runCauses) as RunCause[]).filter(
  (cause) => runCauses[cause] === "a person resumes it",
);

export const stoppedForGood = ({ state, cause }: { state: RunState; cause: RunCause | null }): boolean =>
  state === "failed" || (state === "blocked" && cause !== null && causesForGood.includes(cause));

export const decisionKinds = ["accepted", "superseded", "reopened"] as const;
export type DecisionKind = (typeof decisionKinds)[number];

/** What a person said about one stop of a run; the run's next execution makes it a matter of the past. */
export type StopDecision = {
  id: string;
  runId: string;
  /** The execution that had stopped. */
  execution: number;
  /** Counts the decisions about the run from 1; of two made at once one gets the number. */
  number: number;
  as: DecisionKind;
  /** The run that did the work, exactly for "superseded". */
  supersededBy: string | null;
  by: string;
  role: string;
  reason: string;
  at: number;
};

/** A run that stopped, and the execution it stopped in. */
export type StopMark = { runId: string; execution: number };
/** The standing decisions of people: of each run the last one. */
export type StopMarks = { settled: StopMark[]; reopened: StopMark[] };

/** A later run that succeeded at the same: of the same workflow for the same subject, or with the same logical id. */
export type Successor = Pick<Run, "id" | "workflow" | "subject" | "logicalRunId" | "createdAt" | "endedAt">;

export type DealtWith =
  | { as: "never_stopped" }
  | { as: "open" }
  | { as: "resumed"; by: string; at: number; from: number; reason: string | null }
  /** `by` is null where the facts say so by themselves. */
  | { as: "superseded"; runId: string; by: string | null; at: number; reason: string | null }
  | { as: "accepted"; by: string; at: number; reason: string };

export function dealtWith(
  run: Pick<Run, "state" | "cause" | "executionCount">,
  executions: readonly Execution[],
  /** The first one, if there is any. */
  successor: Successor | null,
  /** The last one made. */
  decision: StopDecision | null,
): DealtWith {
  if (!stoppedForGood(run)) {
    const resume = executions.findLast(({ kind }) => kind === "resume");
    return resume?.resumedBy
      ? {
          as: "resumed",
          by: resume.resumedBy,
          at: resume.startedAt,
          from: resume.resumedFrom ?? 0,
          reason: resume.resumeReason,
        }
      : { as: "never_stopped" };
  }
  const standing = decision?.execution === run.executionCount ? decision : null;
  if (standing?.as === "reopened") return { as: "open" };
  if (standing?.as === "accepted") {
    return { as: "accepted", by: standing.by, at: standing.at, reason: standing.reason };
  }
  if (standing?.as === "superseded" && standing.supersededBy !== null) {
    const { supersededBy: runId, by, at, reason } = standing;
    return { as: "superseded", runId, by, at, reason };
  }
  if (successor === null) return { as: "open" };
  return {
    as: "superseded",
    runId: successor.id,
    by: null,
    at: successor.endedAt ?? successor.createdAt,
    reason: null,
  };
}

/** When it stopped, for what came after it. */
export const stoppedAt = ({ endedAt, lastActivityAt }: Pick<Run, "endedAt" | "lastActivityAt">): number =>
  endedAt ?? lastActivityAt;

export function isSuccessor(run: Run, later: Run): boolean {
  const same =
    (later.workflow === run.workflow && run.subject !== null && later.subject === run.subject) ||
    later.logicalRunId === run.logicalRunId;
  return later.state === "succeeded" && later.id !== run.id && later.createdAt > stoppedAt(run) && same;
}
