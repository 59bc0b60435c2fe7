/** How a run was dealt with after it stopped for good, and what people decided about it. */

import { type DealtWith, dealtWith, type StopDecision } from "@/lib/progress/dealt-with";
import type { Run, RunState } from "@/lib/progress/run";
import type { RunRecord } from "@/lib/progress/store";
import type { Engine } from "./engine";

export type HowDealtWith = {
  how: DealtWith;
  /** The run that did the work, as it is now. */
  other: { id: string; workflow: string; name: string; state: RunState } | null;
  decisions: StopDecision[];
};

export async function readDealtWith(
  engine: Engine,
  { run, executions }: Pick<RunRecord, "run" | "executions">,
): Promise<HowDealtWith> {
  const [decisions, successor] = await Promise.all([
    engine.stopDecisions.list(run.id),
    engine.progress.findSuccessor(run.id),
  ]);
  const how = dealtWith(run, executions, successor, decisions[0] ?? null);
  const other = how.as === "superseded" ? await engine.progress.findRun(how.runId) : null;
  return { how, other: other && named(other), decisions };
}

const named = ({ id, workflow, subject, logicalRunId, state }: Run) => ({
  id,
  workflow,
  name: subject ?? logicalRunId,
  state,
});
