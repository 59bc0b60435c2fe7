/** What a workflow's runs cost and kept, read over its newest runs only. */

import type { ProgressProtection } from "@/lib/progress/protection";
import type { Sql } from "./database";

export const protection = (sql: Sql): ProgressProtection => ({
  async workflowRuns({ from, to }) {
    const rows = await sql<{ workflow: string; runs: number }[]>`
      select workflow, count(*)::int as runs from progress.run
      where created_at >= progress.at(${from}) and created_at < progress.at(${to})
      group by 1 order by 1`;
    return [...rows];
  },

  async workflowUse({ workflow, from, to, runsMax }) {
    const found = await sql<{ id: string }[]>`
      select id from progress.run
      where workflow = ${workflow} and created_at >= progress.at(${from}) and created_at < progress.at(${to})
      order by created_at desc, id desc limit ${runsMax}`;
    const runIds = found.map(({ id }) => id);
    const [[work], [lost], [reused], [checkpoints], [validations], [between]] = await Promise.all([
      computed(sql, runIds),
      lostExecutions(sql, runIds),
      reusedSteps(sql, runIds),
      sql<{ rows: number; bytes: number }[]>`
        select count(*)::int as rows, coalesce(sum(bytes), 0)::float8 as bytes
        from progress.checkpoint where run_id = any (${runIds}::uuid[]) and parent_id is null`,
      questions(sql, runIds),
      gaps(sql, runIds),
    ]);
    const [p50Ms = null, p95Ms = null] = between?.percentiles ?? [];
    return {
      runIds,
      plainSteps: work?.plainSteps ?? 0,
      computedP50Ms: work?.p50 ?? null,
      lost: { executions: lost?.executions ?? 0, runIds: lost?.runIds ?? [] },
      reused: { steps: reused?.steps ?? 0, tookMs: reused?.tookMs ?? 0 },
      checkpoints: { rows: checkpoints?.rows ?? 0, bytes: checkpoints?.bytes ?? 0 },
      validations: {
        asked: validations?.asked ?? 0,
        madeVoid: validations?.madeVoid ?? 0,
        runIds: validations?.runIds ?? [],
      },
      betweenSteps: { n: between?.n ?? 0, p50Ms, p95Ms },
    };
  },
});

const computed = (sql: Sql, runIds: string[]) => sql<{ plainSteps: number; p50: number | null }[]>`
  select coalesce(max(work.steps), 0)::int as "plainSteps",
    percentile_disc(0.5) within group (order by work.took) filter (where r.state = 'succeeded') as p50
  from (
    select run_id, count(*) as steps,
      sum(coalesce(progress.ms(ended_at) - progress.ms(started_at), 0))::float8 as took
    from progress.step
    where run_id = any (${runIds}::uuid[]) and kind = 'step' and superseded_by is null
    group by run_id) work
  join progress.run r on r.id = work.run_id`;

const lostExecutions = (sql: Sql, runIds: string[]) => sql<{ executions: number; runIds: string[] }[]>`
  select count(*)::int as executions, coalesce(array_agg(distinct run_id), '{}') as "runIds"
  from progress.execution where run_id = any (${runIds}::uuid[]) and state in ('lost', 'crashed')`;

/** As the work saved of a range is: results that were kept by an older execution and not yet void for this one. */
const reusedSteps = (sql: Sql, runIds: string[]) => sql<{ steps: number; tookMs: number }[]>`
  select count(*)::int as steps, coalesce(sum(progress.ms(s.ended_at) - progress.ms(s.started_at)), 0)::float8 as "tookMs"
  from progress.execution e
  join progress.step s on s.run_id = e.run_id and s.kind = 'step' and s.state = 'done'
  left join progress.execution gone on gone.id = s.superseded_by
  where e.run_id = any (${runIds}::uuid[]) and e.kind in ('resume', 'recovery')
    and (gone.id is null or gone.number > e.number)
    and exists (
      select from progress.checkpoint c join progress.execution stored on stored.id = c.execution_id
      where c.run_id = e.run_id and c.step_id = s.id and c.parent_id is null and stored.number < e.number)`;

const questions = (sql: Sql, runIds: string[]) => sql<{ asked: number; madeVoid: number; runIds: string[] }[]>`
  select count(*)::int as asked, count(s.superseded_by)::int as "madeVoid",
    coalesce(array_agg(distinct v.run_id) filter (where s.superseded_by is not null), '{}') as "runIds"
  from progress.validation v join progress.step s on s.id = v.step_id
  where v.run_id = any (${runIds}::uuid[])`;

/** Steps side by side overlap; what begins before the one before it ended has no gap. */
const gaps = (sql: Sql, runIds: string[]) => sql<{ n: number; percentiles: number[] | null }[]>`
  select count(*)::int as n, percentile_disc(array[0.5, 0.95]) within group (order by took) as percentiles
  from (
    select (progress.ms(started_at) - progress.ms(lag(ended_at) over (
      partition by run_id, execution_id order by started_at, ordinal)))::float8 as took
    from progress.step
    where run_id = any (${runIds}::uuid[]) and kind in ('step', 'action')) gap
  where took >= 0`;
