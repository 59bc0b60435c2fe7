/** What the charts of progress count. Every figure is defined once, in SQL, so that the list behind it opens the same rows. */

import type { ProgressStore, ResumeFigure, RetryFigure, RetryRow, TypicalStep } from "@/lib/progress/store";
import type { Sql } from "./database";

type Range = Parameters<ProgressStore["resumeFigures"]>[0];

/** Days are those of the zone, half open; a retry belongs to the day on which the attempt before it ended. */
export async function retryFigures(
  sql: Sql,
  range: Parameters<ProgressStore["retryFigures"]>[0],
): Promise<RetryFigure[]> {
  const rows = await sql<RetryFigure[]>`
    select to_char(r.at at time zone ${range.zone}, 'YYYY-MM-DD') as day, r.reason,
      count(*)::int as attempts, count(distinct r.step_id)::int as steps, count(distinct r.run_id)::int as runs
    from progress.retries(progress.at(${range.from}), progress.at(${range.to})) r
    where not ${range.firstOnly ?? false} or r.number = 1
    group by 1, 2 order by 1, 2`;
  return [...rows];
}

export async function retryRows(sql: Sql, ask: Parameters<ProgressStore["retryRows"]>[0]): Promise<RetryRow[]> {
  const rows = await sql<RetryRow[]>`
    select r.attempt_id as "attemptId", r.run_id as "runId", r.step_id as "stepId", s.name as step, r.number, r.reason,
      progress.ms(r.at)::double precision as at
    from progress.retries(progress.at(${ask.from}), progress.at(${ask.to})) r join progress.step s on s.id = r.step_id
    where (not ${ask.firstOnly ?? false} or r.number = 1)
      and (${ask.reason ?? null}::text is null or r.reason = ${ask.reason ?? null})
    order by r.at desc, r.attempt_id desc limit ${ask.limit}`;
  return [...rows];
}

/**
 * A resume reaches until a person resumes again, a recovery until the next recovery or resume. It passed if a
 * checkpoint was stored in its reach (numbers are never reused, so any is beyond the one it started from) or the run
 * finished.
 */
export async function resumeFigures(sql: Sql, range: Range): Promise<ResumeFigure[]> {
  const rows = await sql<ResumeFigure[]>`
    select e.run_id as "runId", e.id as "executionId", progress.ms(e.started_at)::double precision as at, e.kind,
      reach.finished or reach.stored as passed, reach.finished
    from progress.execution e
    cross join lateral (
      select coalesce(min(later.number), 2147483647) as until from progress.execution later
      where later.run_id = e.run_id and later.number > e.number
        and (later.kind = 'resume' or later.kind = e.kind)) next
    cross join lateral (
      select coalesce(bool_or(x.end_reason = 'finished'), false) as finished,
        coalesce(bool_or(exists (
          select from progress.checkpoint c where c.run_id = x.run_id and c.execution_id = x.id)), false) as stored
      from progress.execution x
      where x.run_id = e.run_id and x.number >= e.number and x.number < next.until) reach
    where e.kind in ('resume', 'recovery')
      and e.started_at >= progress.at(${range.from}) and e.started_at < progress.at(${range.to})
    order by e.started_at, e.id`;
  return [...rows];
}

/** A run that took a short branch, such as a rejected one, says little about the next: the longest of a few does. */
const typicalAmong = 10;

export async function typicalSteps(sql: Sql, workflow: string): Promise<TypicalStep[]> {
  const rows = await sql<TypicalStep[]>`
    select s.name, s.kind, s.action_id as "actionId", (progress.ms(s.ended_at) - progress.ms(s.started_at))::double precision as "tookMs"
    from progress.step s
    where s.superseded_by is null and s.ended_at is not null and s.run_id = (
      select recent.id from (
        select r.id, r.created_at, (
          select count(*) from progress.step live where live.run_id = r.id and live.superseded_by is null) as steps
        from progress.run r
        where r.workflow = ${workflow} and r.state = 'succeeded'
        order by r.created_at desc limit ${typicalAmong}) recent
      order by recent.steps desc, recent.created_at desc limit 1)
    order by s.ordinal, s.started_at`;
  return [...rows];
}
