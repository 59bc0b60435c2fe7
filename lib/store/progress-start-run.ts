import type { Run } from "@/lib/progress/run";
import type { NewRun, ProgressStore } from "@/lib/progress/store";
import type { Sql } from "./database";
import { inBatches } from "./database-batch";
import { toRun } from "./progress-shapes";

type Started = { run: Run; created: boolean };

export function starting(sql: Sql): ProgressStore["startRun"] {
  const start = inBatches<NewRun, Started>({
    send: (runs) => startAll(sql, runs),
    locks: ({ workflow, logicalRunId }) => `${workflow} ${logicalRunId}`,
    characters: ({ input }) => input.length,
  });
  return async (run) => {
    const { run: started, created } = await start(run);
    return { run: toRun(started), created };
  };
}

async function startAll(sql: Sql, runs: readonly NewRun[]): Promise<Started[]> {
  const [{ answers }] = await sql<[{ answers: Started[] }]>`
    select json_agg(progress.start_run(id, workflow, version, logical, subject, input, recovery, lease_ms, requested_by)) as answers
    from unnest(
      ${runs.map(({ id }) => id)}::uuid[], ${runs.map(({ workflow }) => workflow)}::text[],
      ${runs.map(({ workflowVersion }) => workflowVersion)}::int[],
      ${runs.map(({ logicalRunId }) => logicalRunId)}::text[], ${runs.map(({ subject }) => subject)}::text[],
      ${runs.map(({ input }) => input)}::text[], ${runs.map(({ recovery }) => recovery)}::text[],
      ${runs.map(({ leaseMs }) => leaseMs)}::int[], ${runs.map(({ requestedBy }) => requestedBy ?? null)}::text[]
    ) as call (id, workflow, version, logical, subject, input, recovery, lease_ms, requested_by)`;
  return answers;
}
