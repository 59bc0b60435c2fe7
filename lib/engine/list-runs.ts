/** Runs with what their ledger says beside them: two reads, laid side by side, never joined. */

import type { ActionState } from "@/lib/ledger/action";
import type { Page, RunQuery, RunRow } from "@/lib/progress/store";
import { type WorkerGap, workerGap } from "@/lib/progress/worker";
import type { Engine } from "./engine";

export type RunListItem = {
  run: RunRow;
  actions: Partial<Record<ActionState, number>>;
  avoided: number;
  /** Null unless the run would be claimed, if only a worker for it were there. */
  workerGap: WorkerGap | null;
};

export async function listRuns(engine: Engine, query: RunQuery): Promise<Page<RunListItem>> {
  const page = await engine.progress.listRuns(query);
  return { rows: await withActions(engine, page.rows), next: page.next };
}

export async function withActions(engine: Engine, runs: readonly RunRow[]): Promise<RunListItem[]> {
  const runIds = runs.map((run) => run.id);
  if (runIds.length === 0) return [];
  const claimable = runs.some(({ state }) => state === "queued" || state === "waiting");
  const [counts, avoided, workers, now] = await Promise.all([
    engine.ledger.countActions({ runIds }),
    engine.ledger.avoidedByRun(runIds),
    claimable ? engine.progress.listWorkers() : [],
    engine.progress.now(),
  ]);
  return runs.map((run) => ({
    run,
    actions: Object.fromEntries(counts.filter((c) => c.runId === run.id).map((c) => [c.state, c.count])),
    avoided: avoided[run.id] ?? 0,
    workerGap: workerGap(run, workers, now),
  }));
}
