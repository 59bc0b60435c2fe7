import type { Claimed, ProgressStore } from "@/lib/progress/store";
import type { WorkerRecord } from "@/lib/progress/worker";
import type { Sql } from "./database";
import { inBatches } from "./database-batch";
import { toOpenStep, toRun } from "./progress-shapes";

type Ask = { worker: WorkerRecord; executionId: string };

export function claiming(sql: Sql): ProgressStore["claim"] {
  const claim = inBatches<Ask, Claimed | null>({
    send: (asks) => claimAll(sql, asks),
    locks: ({ executionId }) => executionId,
  });
  return async (ask) => {
    const claimed = await claim(ask);
    return claimed && { ...claimed, run: toRun(claimed.run), open: claimed.open.map(toOpenStep) };
  };
}

/** The workflows of all travel in one list, since lists of unequal length are none to Postgres. */
async function claimAll(sql: Sql, asks: readonly Ask[]): Promise<(Claimed | null)[]> {
  const workflows = asks.flatMap(({ worker }) => worker.workflows);
  let last = 0;
  const lasts = asks.map(({ worker }) => {
    last += worker.workflows.length;
    return last;
  });
  const [{ answers }] = await sql<[{ answers: (Claimed | null)[] }]>`
    select json_agg(progress.claim(worker, name, execution, (${workflows.map(({ name }) => name)}::text[])[first:last],
      (${workflows.map(({ version }) => version)}::int[])[first:last])) as answers
    from unnest(
      ${asks.map(({ worker }) => worker.id)}::uuid[], ${asks.map(({ worker }) => worker.name)}::text[],
      ${asks.map(({ executionId }) => executionId)}::uuid[],
      ${asks.map(({ worker }, i) => (lasts[i] ?? 0) - worker.workflows.length + 1)}::int[], ${lasts}::int[]
    ) as call (worker, name, execution, first, last)`;
  return answers;
}
