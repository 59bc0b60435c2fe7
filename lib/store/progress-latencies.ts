/** How long things took, and what did not have to be done again; each read is bounded by an index over its range. */

import type { Latency, ProgressLatencies, SavedStep } from "@/lib/progress/store";
import type { Sql } from "./database";

type Range = { from: number; to: number };

export async function latencies(sql: Sql, range: Range): Promise<ProgressLatencies> {
  const [[run], [step], [validation]] = await Promise.all([
    runs(sql, range),
    steps(sql, range),
    validations(sql, range),
  ]);
  return { run: { ...none, ...run }, step: { ...none, ...step }, validation: { ...none, ...validation } };
}

const runs = (sql: Sql, range: Range) =>
  measured(
    sql,
    sql`select ended_at, started_at from progress.run
  where state = 'succeeded' and ended_at >= progress.at(${range.from}) and ended_at < progress.at(${range.to})`,
  );

const steps = (sql: Sql, range: Range) =>
  measured(
    sql,
    sql`select ended_at, started_at from progress.step
  where kind = 'step' and state = 'done'
    and started_at >= progress.at(${range.from}) and started_at < progress.at(${range.to})`,
  );

const validations = (sql: Sql, range: Range) =>
  measured(
    sql,
    sql`select d.decided_at, v.requested_at
  from progress.decision d
  join progress.validation v on v.id = d.validation_id and v.state in ('approved', 'rejected')
  where d.decided_at >= progress.at(${range.from}) and d.decided_at < progress.at(${range.to})
    and not exists (
      select from progress.decision later
      where later.validation_id = d.validation_id and (later.decided_at, later.id) > (d.decided_at, d.id))`,
  );

/**
 * As percentile_disc has it, to the millisecond that is shown: lengths are counted before they are put in order, because
 * half a million of them fall on some thousand. date_part and not extract, whose numeric costs several times as much.
 */
const measured = (sql: Sql, lengths: ReturnType<Sql>) => sql<Latency[]>`
  with counted as (
    select floor(date_part('epoch', late - early) * 1000 + 1e-6) as ms, count(*) as n
    from (${lengths}) as measured (late, early) group by 1
  ), upto as (
    select ms, n, sum(n) over (order by ms) as so_far, sum(n) over () as total from counted where ms is not null
  )
  select (select coalesce(sum(n), 0)::int from counted) as n,
    min(ms) filter (where so_far >= 0.5 * total) as "p50Ms", min(ms) filter (where so_far >= 0.95 * total) as "p95Ms",
    min(ms) filter (where so_far >= 0.99 * total) as "p99Ms"
  from upto`;

const none: Latency = { n: 0, p50Ms: null, p95Ms: null, p99Ms: null };

export async function workSaved(sql: Sql, range: Range): Promise<{ steps: number; tookMs: number }> {
  const [row] = await sql<{ steps: number; tookMs: number }[]>`
    select count(*)::int as steps,
      coalesce(sum(progress.ms(s.ended_at) - progress.ms(s.started_at)), 0)::double precision as "tookMs"
    from ${saved(sql, range)}`;
  return row ?? { steps: 0, tookMs: 0 };
}

export async function savedSteps(sql: Sql, ask: Range & { limit: number }): Promise<SavedStep[]> {
  const rows = await sql<SavedStep[]>`
    select e.run_id as "runId", e.id as "executionId", s.name as step, progress.ms(e.started_at)::float8 as at,
      coalesce(progress.ms(s.ended_at) - progress.ms(s.started_at), 0)::float8 as "tookMs"
    from ${saved(sql, ask)}
    order by e.started_at desc, e.id desc, s.ordinal desc, s.id desc limit ${ask.limit}`;
  return [...rows];
}

const saved = (sql: Sql, range: Range) => sql`
  progress.execution e
  join progress.step s on s.run_id = e.run_id and s.kind = 'step' and s.state = 'done'
  left join progress.execution gone on gone.id = s.superseded_by
  where e.kind in ('resume', 'recovery')
    and e.started_at >= progress.at(${range.from}) and e.started_at < progress.at(${range.to})
    and (gone.id is null or gone.number > e.number)
    and exists (
      select from progress.checkpoint c join progress.execution stored on stored.id = c.execution_id
      where c.run_id = e.run_id and c.step_id = s.id and c.parent_id is null and stored.number < e.number)`;

export async function firstRunAt(sql: Sql): Promise<number | null> {
  const [row] = await sql<{ at: number | null }[]>`
    select progress.ms(min(created_at))::double precision as at from progress.run`;
  return row?.at ?? null;
}
