/** What went wrong with the progress of runs, each read along an index of the time that it asks for. */

import type {
  BlockedExecution,
  ComputedAgain,
  LongWait,
  ProgressTroubles,
  RunWithoutLogs,
  UnreasonedRetry,
} from "@/lib/progress/trouble";
import type { Sql } from "./database";

export const troubles = (sql: Sql): ProgressTroubles => ({
  async computedAgain({ from, to, limit }) {
    const rows = await sql<ComputedAgain[]>`
      with again as (
        (select before.id, a.run_id, before.step_id, before.execution_id, 'execution_lost' as why, e.worker_name as by,
          a.started_at as at, before.ended_at - before.started_at as took
        from progress.step_attempt a
        join progress.step_attempt before on before.step_id = a.step_id and before.number = a.number - 1
        join progress.execution e on e.id = before.execution_id
        where a.number > 1 and a.started_at >= progress.at(${from}) and a.started_at < progress.at(${to})
          and before.execution_id <> a.execution_id
          and (before.result = 'done' or before.reason in ('lease_lost', 'worker_crash'))
        order by a.started_at limit ${limit})
        union all
        (select s.id, s.run_id, s.id, s.execution_id, 'resumed', e.resumed_by, e.started_at, s.ended_at - s.started_at
        from progress.execution e
        join progress.step s on s.run_id = e.run_id and s.superseded_by = e.id
        where e.kind = 'resume' and e.started_at >= progress.at(${from}) and e.started_at < progress.at(${to})
          and s.state = 'done' and exists (select from progress.checkpoint c where c.step_id = s.id)
        order by e.started_at limit ${limit})
      )
      select again.id, again.run_id as "runId", r.workflow, s.name as step, again.execution_id as "executionId",
        again.why, again.by, progress.ms(again.at)::float8 as at,
        greatest(extract(epoch from again.took) * 1000, 0)::bigint::float8 as "tookMs",
        coalesce(used.tokens, 0)::float8 as tokens, coalesce(used.micro_usd, 0)::float8 as "microUsd"
      from again
      join progress.step s on s.id = again.step_id and s.kind = 'step'
      join progress.run r on r.id = again.run_id
      left join lateral (
        select sum(substring(j.text from '([0-9]+) tokens')::bigint) as tokens,
          sum(round(substring(j.text from '([0-9.]+) USD')::numeric * 1000000)) as micro_usd
        from progress.journal j
        where j.run_id = again.run_id and j.step_id = again.step_id and j.execution_id = again.execution_id
          and j.kind = 'log' and j.text ~ ${meterLine}) used on true
      order by again.at, again.id
      limit ${limit}`;
    return [...rows];
  },

  async blockedExecutions({ from, to, limit }) {
    const rows = await sql<BlockedExecution[]>`
      select e.id as "executionId", e.run_id as "runId", r.workflow, e.blocked_for as cause,
        progress.ms(e.ended_at)::float8 as at,
        coalesce((select j.text from progress.journal j
          where j.run_id = e.run_id and j.execution_id = e.id and j.kind = 'run' order by j.id desc limit 1), '') as text,
        (select s.name from progress.step s
          where s.run_id = e.run_id and s.execution_id = e.id and s.state not in ('done', 'cancelled')
          order by s.ordinal desc limit 1) as step
      from progress.execution e join progress.run r on r.id = e.run_id
      where e.blocked_for is not null and e.ended_at >= progress.at(${from}) and e.ended_at < progress.at(${to})
      order by e.ended_at, e.id limit ${limit}`;
    return [...rows];
  },

  async runsWithoutLogs({ from, to, limit }) {
    const rows = await sql<RunWithoutLogs[]>`
      select r.id as "runId", r.workflow, progress.ms(r.ended_at)::float8 as at, r.state = 'failed' as failed
      from progress.run r
      where r.ended_at >= progress.at(${from}) and r.ended_at < progress.at(${to}) and r.state <> 'cancelled'
        and (r.state = 'failed' or (r.execution_count > 1 and exists (
          select from progress.execution e where e.run_id = r.id and e.state in ('lost', 'crashed'))))
        and not exists (select from progress.journal j where j.run_id = r.id and j.kind = 'log')
      order by r.ended_at, r.id limit ${limit}`;
    return [...rows];
  },

  async longWaits({ from, to, limit, longerThanMs }) {
    const longer = sql`${longerThanMs}::float8 * interval '1 millisecond'`;
    const rows = await sql<LongWait[]>`
      with waits as (
        (select e.run_id, e.number, coalesce(before.ended_at, r.created_at) as since, e.started_at as until
        from progress.execution e
        join progress.run r on r.id = e.run_id
        left join progress.execution before on before.run_id = e.run_id and before.number = e.number - 1
        where e.started_at >= progress.at(${from}) and e.started_at < progress.at(${to})
          and (e.kind = 'first' or (e.kind = 'recovery' and r.recovery = 'automatic'))
          and e.started_at - coalesce(before.ended_at, r.created_at) > ${longer}
        order by e.started_at limit ${limit})
        union all
        (select r.id, r.execution_count + case when r.cause = 'resumed' then 0 else 1 end,
          greatest(r.ready_at, l.last_activity_at), null
        from progress.run r join progress.lease l on l.run_id = r.id
        where r.ready_at < progress.at(${to}) - ${longer}
          and greatest(r.ready_at, l.last_activity_at) < progress.at(${to}) - ${longer}
        order by r.ready_at limit ${limit})
      )
      select run_id as "runId", workflow, number as "executionNumber", progress.ms(since)::float8 as since,
        progress.ms(until)::float8 as until
      from waits join progress.run on id = run_id
      order by since, run_id limit ${limit}`;
    return [...rows];
  },

  async unreasonedRetries({ from, to, limit }) {
    const rows = await sql<UnreasonedRetry[]>`
      select before.id as "attemptId", a.run_id as "runId", r.workflow, s.name as step,
        before.execution_id as "executionId", progress.ms(a.started_at)::float8 as at
      from progress.step_attempt a
      join progress.step_attempt before on before.step_id = a.step_id and before.number = a.number - 1
      join progress.step s on s.id = a.step_id
      join progress.run r on r.id = a.run_id
      where a.number > 1 and a.started_at >= progress.at(${from}) and a.started_at < progress.at(${to})
        and before.result = 'failed' and before.reason = 'error'
        and trim(coalesce(before.error ->> 'message', '')) = ''
      order by a.started_at, a.id limit ${limit}`;
    return [...rows];
  },

  async workflowsOf(runIds) {
    if (runIds.length === 0) return {};
    const rows = await sql<{ id: string; workflow: string }[]>`
      select id, workflow from progress.run where id = any (${runIds}::uuid[])`;
    return Object.fromEntries(rows.map(({ id, workflow }) => [id, workflow]));
  },
});

/** As the SDK's meter writes it: `Used 120 tokens, 0.0031 USD.` */
const meterLine = "^Used (\\d+ tokens)?(, )?(\\d+\\.\\d+ USD)?\\.$";
