/**
 * The plans of many runs, each from its own recommended checkpoint, as of one moment: what somebody sees before resuming
 * them one by one. Each is bound by its own token, like a plan that is looked at alone.
 */

import type { RunQuery, RunRow } from "@/lib/progress/store";
import type { Engine } from "./engine";
import type { ResumePlan } from "./resume-plan";
import { readResumePlan } from "./resume-run";

export type PlannedRun = { run: RunRow; plan: ResumePlan };
export type ResumePlans = {
  now: number;
  rows: PlannedRun[];
  /** The filter matches more runs than are planned at once. */
  more: boolean;
};

/** As many as one can look through, and as the database plans within a second. */
export const plannedRunsMax = 100;
const atOnce = 5;

export async function planResumes(
  engine: Engine,
  query: Pick<RunQuery, "states" | "workflow" | "text" | "from" | "to">,
): Promise<ResumePlans> {
  const now = await engine.progress.now();
  const page = await engine.progress.listRuns({ ...query, pageSize: plannedRunsMax });
  const rows: PlannedRun[] = [];
  for (let i = 0; i < page.rows.length; i += atOnce) {
    const some = page.rows.slice(i, i + atOnce).map(async (run) => ({ run, plan: await bestPlan(engine, run.id) }));
    for (const { run, plan } of await Promise.all(some)) if (plan !== null) rows.push({ run, plan });
  }
  return { now, rows, more: page.next !== null };
}

/** Where the latest checkpoint cannot be opened, the last good place is the one that is recommended. */
async function bestPlan(engine: Engine, runId: string): Promise<ResumePlan | null> {
  const latest = await readResumePlan(engine, runId);
  const best = latest?.choices.find(({ recommended }) => recommended)?.checkpoint;
  return latest === null || best === undefined || best === latest.from ? latest : readResumePlan(engine, runId, best);
}
