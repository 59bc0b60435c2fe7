/** How long things took, and what did not have to be done again; each read is bounded by an index over its range. */

import type { Latency, ProgressLatencies, SavedStep } from "@/lib/progress/store";
import type { Sql } from "./database";

type Range = { from: number; to: number };
type Row = { n: number; percentiles: number[] | null };

export async function latencies(sql: Sql, range: Range): Promise<ProgressLatencies> {
  const [[run], [step], [validation]] = await Promise.all([
    runs(sql, range),
    steps(sql, range),
    validations(sql, range),
  ]);
  return { run: latencyOf(run), step: latencyOf(step), validation: latencyOf(validation) };
}

const runs = (sql: Sql, range: Range) => sql<Row[]>`
  select count(*)::int as n, ${percentiles(sql, sql`ended_at`, sql`started_at`)}
  from progress.run
  where state = 'succeeded' and ended_at >= progress.at(${range.from}) and ended_at < progress.at(${range.to})`;

const steps = (sql: Sql, range: Range) => sql<Row[]>`
  select count(*)::int as n, ${percentiles(sql, sql`ended_at`, sql`started_at`)}
  from progress.step
  where kind = 'step' and state = 'done'
    and started_at >= progress.at(${range.from}) and started_at < progress.at(${range.to})`;

const validations = (sql: Sql, range: Range) => sql<Row[]>`
  select count(*)::int as n, ${percentiles(sql, sql`d.decided_at`, sql`v.requested_at`)}
  from progress.decision d
  join progress.validation v on v.id = d.validation_id and v.state in ('approved', 'rejected')
  where d.decided_at >= progress.at(${range.from}) and d.decided_at < progress.at(${range.to})
    and not exists (
      select from progress.decision later
      where later.validation_id = d.validation_id and (later.decided_at, later.id) > (d.decided_at, d.id))`;

/** date_part and not extract, whose numeric costs several times as much to sort. */
const percentiles = (sql: Sql, end: ReturnType<Sql>, begin: ReturnType<Sql>) => sql`
  percentile_disc(array[0.5, 0.95, 0.99]) within group (order by date_part('epoch', ${end} - ${begin})) as percentiles`;

function latencyOf(row: Row | undefined): Latency {
  const [p50Ms = null, p95Ms = null, p99Ms = null] = (row?.percentiles ?? []).map((s) => Math.floor(s * 1_000 + 1e-6));
  return { n: row?.n ?? 0, p50Ms, p95Ms, p99Ms };
}

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
