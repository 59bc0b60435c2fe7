/** What went wrong with actions, each read along an index of the time that it asks for. */

import type { LedgerTroubles, TroubledAction } from "@/lib/ledger/trouble";
import type { Sql } from "./database";

type Row = Omit<TroubledAction, "action" | "at"> & {
  at: string;
  actionId: string;
  runId: string | null;
  type: string;
  object: string;
  destination: string;
};

export const troubles = (sql: Sql): LedgerTroubles => ({
  async contradictions({ from, to, limit }) {
    const rows = await sql<Row[]>`
      select a.id, ${actionColumns(sql)}, ledger.ms(a.contradicted_at) as at,
        (select t.execution_id from ledger.attempt t where t.action_id = a.id and t.outcome = 'confirmed'
          order by t.number desc limit 1) as "executionId"
      from ledger.action a
      where a.contradicted_at >= ${instant(sql, from)} and a.contradicted_at < ${instant(sql, to)}
      order by a.contradicted_at, a.id limit ${limit}`;
    return rows.map(troubledOf);
  },

  async nearMissesComeTrue({ from, to, limit }) {
    const rows = await sql<(Row & { otherActionId: string })[]>`
      select n.id, ${actionColumns(sql)}, n.execution_id as "executionId", n.other_action_id as "otherActionId",
        ledger.ms(greatest(a.settled_at, o.settled_at)) as at
      from ledger.near_miss n
      join ledger.action a on a.id = n.action_id and a.state = 'confirmed'
      join ledger.action o on o.id = n.other_action_id and o.state = 'confirmed'
      where n.state = 'noted' and n.at >= ${instant(sql, from - comesTrueWithinMs)} and n.at < ${instant(sql, to)}
        and greatest(a.settled_at, o.settled_at) >= ${instant(sql, from)}
        and greatest(a.settled_at, o.settled_at) < ${instant(sql, to)}
      order by greatest(a.settled_at, o.settled_at), n.id limit ${limit}`;
    return rows.map(({ otherActionId, ...row }) => ({ ...troubledOf(row), otherActionId }));
  },

  async payloadMismatches({ from, to, limit }) {
    const rows = await sql<Row[]>`
      select n.id, ${actionColumns(sql)}, n.execution_id as "executionId", ledger.ms(n.at) as at
      from ledger.near_miss n join ledger.action a on a.id = n.action_id
      where n.kind = 'other_payload' and n.at >= ${instant(sql, from)} and n.at < ${instant(sql, to)}
      order by n.at, n.id limit ${limit}`;
    return rows.map(troubledOf);
  },

  async zombieReports({ from, to, limit }) {
    const rows = await sql<Row[]>`
      select e.id, ${actionColumns(sql)}, t.execution_id as "executionId", ledger.ms(e.at) as at
      from ledger.evidence e
      join ledger.attempt t on t.id = e.attempt_id
      join ledger.action a on a.id = e.action_id
      where e.kind = 'late_report' and (t.closed_by = 'fence' or exists (
          select from ledger.attempt n where n.action_id = a.id and n.token > t.token and n.begun_at <= e.at))
        and e.at >= ${instant(sql, from)} and e.at < ${instant(sql, to)}
      order by e.at, e.ordinal limit ${limit}`;
    return rows.map(troubledOf);
  },

  async longUnknowns({ from, to, limit, longerThanMs }) {
    const rows = await sql<(Row & { until: string | null })[]>`
      select t.id, ${actionColumns(sql)}, t.execution_id as "executionId",
        (ledger.ms(t.ended_at) + ${longerThanMs}::bigint)::text as at, ledger.ms(over.at) as until
      from ledger.attempt t
      join ledger.action a on a.id = t.action_id
      cross join lateral (
        select case when a.state <> 'unknown' or t.resolution is not null then least(
          a.settled_at,
          (select min(n.begun_at) from ledger.attempt n where n.action_id = a.id and n.number > t.number),
          (select max(e.at) from ledger.evidence e
            where e.action_id = a.id and e.kind in ('probe', 'person', 'late_report'))) end as at) over
      where t.outcome = 'unknown' and t.ended_at >= ${instant(sql, from - longerThanMs)}
        and t.ended_at < ${instant(sql, to - longerThanMs)}
        and (over.at is null or over.at >= t.ended_at + ${longerThanMs}::float8 * interval '1 millisecond')
      order by t.ended_at, t.id limit ${limit}`;
    return rows.map(({ until, ...row }) => ({
      ...troubledOf(row),
      until: until === null ? null : Number(until),
    }));
  },

  async unreasonedAttempts({ from, to, limit }) {
    const rows = await sql<Row[]>`
      select before.id, ${actionColumns(sql)}, before.execution_id as "executionId", ledger.ms(t.begun_at) as at
      from ledger.attempt t
      join ledger.attempt before on before.action_id = t.action_id and before.number = t.number - 1
      join ledger.action a on a.id = t.action_id
      where t.number > 1 and t.begun_at >= ${instant(sql, from)} and t.begun_at < ${instant(sql, to)}
        and before.outcome <> 'confirmed' and before.reason is null
      order by t.begun_at, t.id limit ${limit}`;
    return rows.map(troubledOf);
  },
});

/** One that has not come true by then was held back or withdrawn. */
export const comesTrueWithinMs = 7 * 24 * 3_600_000;

const actionColumns = (sql: Sql) => sql`
  a.id as "actionId", a.run_id as "runId", a.type, a.object, a.destination, a.declaration`;

const troubledOf = ({ actionId, runId, type, object, destination, at, ...row }: Row): TroubledAction => ({
  ...row,
  action: { id: actionId, runId, type, object, destination },
  at: Number(at),
});

const instant = (sql: Sql, ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;
