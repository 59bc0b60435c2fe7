/**
 * Figures per day of a time zone, and the totals that are no sum of days: an action may come up on two of them. Every
 * count is the number of rows that the same range opens as a list.
 */

import type { AttemptFigure, AttemptRow, AvoidedFigure, GotThroughFigure, LedgerStore } from "@/lib/ledger/store";
import type { Sql } from "./database";

type Range = { from: number; to: number };
type DaysRange = Range & { zone: string };
type Figures = Pick<
  LedgerStore,
  "avoidedFigures" | "avoidedTotals" | "gotThroughFigures" | "attemptFigures" | "attemptRows"
>;

export const figures = (sql: Sql): Figures => ({
  avoidedFigures: async (range) => [...(await countAvoidedByDay(sql, range))],
  async avoidedTotals(range) {
    const [[totals], [contradicted]] = await Promise.all([countAvoided(sql, range), countContradicted(sql, range)]);
    return { actions: totals.actions, events: totals.events, gotThrough: contradicted.actions };
  },
  gotThroughFigures: async (range) => [...(await countContradictedByDay(sql, range))],
  attemptFigures: async (range) => [...(await countRetriesByDay(sql, range))],
  attemptRows: async (ask) => [...(await listRetries(sql, ask))],
});

const countAvoidedByDay = (sql: Sql, range: DaysRange) => sql<AvoidedFigure[]>`
  select
    to_char(v.at at time zone ${range.zone}, 'YYYY-MM-DD') as day,
    v.cause,
    count(distinct v.action_id)::int as actions,
    count(*)::int as events
  from ${avoidedWithin(sql, range)}
  group by 1, 2
  order by 1, 2`;

const countAvoided = (sql: Sql, range: Range) => sql<[{ actions: number; events: number }]>`
  select count(distinct v.action_id)::int as actions, count(*)::int as events
  from ${avoidedWithin(sql, range)}`;

const countContradicted = (sql: Sql, { from, to }: Range) => sql<[{ actions: number }]>`
  select count(*)::int as actions from ledger.action a
  where contradicted_at >= to_timestamp(${from}::float8 / 1000) and contradicted_at < to_timestamp(${to}::float8 / 1000)
    and ledger.is_double(a)`;

const countContradictedByDay = (sql: Sql, { from, to, zone }: DaysRange) => sql<GotThroughFigure[]>`
  select to_char(contradicted_at at time zone ${zone}, 'YYYY-MM-DD') as day, count(*)::int as actions
  from ledger.action
  where contradicted_at >= to_timestamp(${from}::float8 / 1000) and contradicted_at < to_timestamp(${to}::float8 / 1000)
  group by 1
  order by 1`;

/**
 * A contradiction means that the effect may have happened twice: nothing was avoided then. Nor where a person said that
 * it was a genuine second action.
 */
export const avoidedWithin = (sql: Sql, { from, to }: Range) => sql`
  ledger.avoided v join ledger.action a on a.id = v.action_id and not ledger.is_double(a)
  where v.wrong_at is null and v.at >= to_timestamp(${from}::float8 / 1000) and v.at < to_timestamp(${to}::float8 / 1000)`;

/** A retry stands on the day, and under the reason, of the attempt that made it necessary. */
const countRetriesByDay = (sql: Sql, ask: DaysRange & { firstOnly?: boolean }) => sql<AttemptFigure[]>`
  select
    to_char(failed.ended_at at time zone ${ask.zone}, 'YYYY-MM-DD') as day,
    failed.reason,
    count(*)::int as attempts,
    count(distinct failed.action_id)::int as actions,
    count(distinct failed.run_id)::int as runs
  from ${retriedWithin(sql, ask)}
  group by 1, 2
  order by 1, 2`;

const listRetries = (sql: Sql, ask: Parameters<LedgerStore["attemptRows"]>[0]) => sql<AttemptRow[]>`
  select failed.id as "attemptId", failed.action_id as "actionId", failed.run_id as "runId", a.type, a.object,
    failed.number, failed.reason, ledger.ms(failed.ended_at)::float8 as at
  from ledger.action a, ${retriedWithin(sql, ask)}
    and a.id = failed.action_id and (${ask.reason ?? null}::text is null or failed.reason = ${ask.reason ?? null})
  order by failed.ended_at desc, failed.id desc limit ${ask.limit}`;

const retriedWithin = (sql: Sql, { from, to, firstOnly = false }: Range & { firstOnly?: boolean }) => sql`
  ledger.attempt failed join ledger.attempt next
    on next.action_id = failed.action_id and next.number = failed.number + 1
  where failed.reason is not null
    and failed.ended_at >= to_timestamp(${from}::float8 / 1000)
    and failed.ended_at < to_timestamp(${to}::float8 / 1000)
    and (not ${firstOnly} or failed.number = 1)`;
