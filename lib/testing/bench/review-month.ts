/**
 * Five weeks of a busy deployment, written by plain SQL: to live them would take hours. Each run has twelve steps, of which
 * one in twenty is tried twice, and two actions, of which one in ten is; some runs fail, are recovered or are resumed.
 */

import type postgres from "postgres";
import { aCrm } from "../factories";

export const attemptsPerRun = 12 * 1.05 + 2 * 1.1;
const days = 35;

/** The weeks end at `end`. Everything that happened can be told from a run's number. */
export async function writeMonth(sql: postgres.Sql, { runs, end }: { runs: number; end: Date }): Promise<void> {
  const declaration = JSON.stringify(aCrm());
  const from = new Date(end.getTime() - days * 24 * 60 * 60 * 1000).toISOString();
  await sql.unsafe(`
    create temp table n as
      select n, md5('run ' || n)::uuid as id, md5('execution ' || n)::uuid as execution,
        '${from}'::timestamptz + n * (interval '${days} days' / ${runs}) as at, n % 50 = 0 as failed,
        n % 40 = 0 as recovered, n % 100 = 1 as resumed
      from generate_series(1, ${runs}) n;
    analyze n;

    insert into progress.run (id, workflow, workflow_version, logical_run_id, subject, input, output, state, cause,
        recovery, lease_ms, execution_count, resume_count, created_at, started_at, ended_at)
      select id, 'workflow-' || n % 8, 1, 'event-' || n, 'T-' || n, '{}', '{}',
        case when failed then 'failed' else 'succeeded' end, case when failed then 'error' end, 'automatic', 30000,
        case when recovered or resumed then 2 else 1 end, case when resumed then 1 else 0 end, at,
        at + interval '1 second', at + interval '90 seconds'
      from n;
    insert into progress.lease (run_id, token, execution_id, checkpoint_count, last_activity_at)
      select id, case when recovered or resumed then 2 else 1 end, execution, 12, at + interval '90 seconds' from n;
    insert into progress.execution (id, run_id, number, token, kind, state, worker_name, started_at, ended_at, end_reason,
        resumed_from, resumed_by, resume_reason)
      select execution, id, case when recovered or resumed then 2 else 1 end,
        case when recovered or resumed then 2 else 1 end,
        case when resumed then 'resume' when recovered then 'recovery' else 'first' end, 'finished', 'worker',
        at + interval '1 second', at + interval '90 seconds', 'finished', case when resumed then 6 end,
        case when resumed then 'Dana' end, case when resumed then 'It was interrupted.' end
      from n;
    insert into progress.execution (id, run_id, number, token, kind, state, worker_name, started_at, ended_at, end_reason)
      select md5('first execution ' || n)::uuid, id, 1, 1, 'first', 'lost', 'worker', at, at + interval '1 second',
        'lease expired'
      from n where recovered or resumed;
    insert into progress.step (id, run_id, name, occurrence, kind, state, ordinal, execution_id, started_at, ended_at)
      select md5('step ' || n || ' ' || s)::uuid, id, 'step-' || s, '', 'step', 'done', s, execution,
        at + s * interval '5 seconds', at + s * interval '5 seconds' + interval '4 seconds'
      from n cross join generate_series(1, 12) s;
    insert into progress.step_attempt (id, run_id, step_id, number, execution_id, started_at, ended_at, result, reason,
        decided_by)
      select md5('attempt ' || n || ' ' || s || ' ' || k)::uuid, id, md5('step ' || n || ' ' || s)::uuid, k, execution,
        at + s * interval '5 seconds' + k * interval '1 second',
        at + s * interval '5 seconds' + k * interval '1 second' + interval '800 milliseconds',
        case when k = tries then 'done' else 'failed' end, case when k < tries then 'timeout' end,
        case when k < tries then 'policy' end
      from n cross join generate_series(1, 12) s
        cross join lateral (select case when (n + s) % 20 = 0 then 2 else 1 end as tries) t
        cross join lateral generate_series(1, tries) k;

    insert into ledger.destination (name, declaration, declared_at)
      values ('crm', '${declaration}', '${from}') on conflict do nothing;
    insert into ledger.action (id, run_id, logical_run_id, type, object, occurrence, business_key, provider_key, marker,
        fingerprint, payload, payload_bytes, destination, declaration, state, needs_grant, created_at, first_begun_at,
        settled_at)
      select md5('action ' || n || ' ' || a)::uuid, id, 'event-' || n, 'crm.note-' || a, 'T-' || n, '',
        'key ' || n || ' ' || a, 'rp_' || n || a, 'reprise:' || n || a, 'f', '{}', 2, 'crm', '${declaration}',
        case when (n + a) % 500 = 0 then 'unknown' else 'confirmed' end, false, at, at,
        case when (n + a) % 500 = 0 then null else at + a * interval '2 seconds' end
      from n cross join generate_series(1, 2) a;
    insert into ledger.attempt (id, action_id, number, run_id, token, execution_id, begun_at, deadline_at, ended_at,
        outcome, closed_by, reason, holder_ended_at)
      select md5('sent ' || n || ' ' || a || ' ' || k)::uuid, md5('action ' || n || ' ' || a)::uuid, k, id, 1, execution,
        at + k * interval '1 second', at + k * interval '1 second' + interval '10 seconds',
        at + k * interval '1 second' + interval '300 milliseconds',
        case when k < tries then 'not_sent' when (n + a) % 500 = 0 then 'unknown' else 'confirmed' end, 'report',
        case when k < tries then 'connect_failed' end, at + k * interval '1 second'
      from n cross join generate_series(1, 2) a
        cross join lateral (select case when (n + a) % 10 = 0 then 2 else 1 end as tries) t
        cross join lateral generate_series(1, tries) k;
    insert into ledger.avoided (action_id, execution_id, run_id, cause, at)
      select md5('action ' || n || ' 1')::uuid, execution, id, case when resumed then 'resume' else 'recovery' end, at
      from n where recovered or resumed;
    drop table n;
    analyze;`);
}
