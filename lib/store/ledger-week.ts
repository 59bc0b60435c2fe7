/** What a week of actions came to, beside the counts per day; each read is bounded by an index over its range. */

import type { ActionQuery, LedgerStore, NearMissFigure } from "@/lib/ledger/store";
import type { Sql } from "./database";
import { avoidedWithin } from "./ledger-figures";

type WeekReads = Pick<LedgerStore, "avoidedByType" | "settlingTimes" | "countLongUnknown" | "nearMissFigures">;

/**
 * The attempts `t` that left their action unknown for longer, with that action `a`. When an unknown was resolved stands
 * in no column: the proof of a late report and a person's or a look-up's answer are dated by their evidence, everything
 * else by the settlement of the action.
 */
export function longUnknownWithin(sql: Sql, { from, to, longerThanMs }: NonNullable<ActionQuery["longUnknown"]>) {
  const longer = sql`${longerThanMs}::float8 * interval '1 millisecond'`;
  return sql`ledger.attempt t join ledger.action a on a.id = t.action_id
    cross join lateral (
      select min(e.at) filter (where e.kind = 'late_report' and e.attempt_id = t.id) as reported_at,
        max(e.at) filter (where e.kind in ('probe', 'person') and e.at >= t.ended_at and e.at < coalesce((
          select min(next.begun_at) from ledger.attempt next
          where next.action_id = t.action_id and next.number > t.number), 'infinity')) as answered_at
      from ledger.evidence e where e.action_id = t.action_id) told
    where t.reason is not null
      and t.ended_at >= ${instant(sql, from)} - ${longer} and t.ended_at < ${instant(sql, to)} - ${longer}
      and t.ended_at + ${longer} <= ledger.clock()
      and (t.outcome = 'unknown' or told.reported_at is not null)
      and coalesce(least(
        case when t.outcome <> 'unknown' then told.reported_at end,
        case when t.resolution in ('did_not_happen', 'risk_accepted') then told.answered_at end,
        a.settled_at), 'infinity') > t.ended_at + ${longer}`;
}

export const weekReads = (sql: Sql): WeekReads => ({
  async avoidedByType(range) {
    const rows = await sql<{ type: string; actions: number }[]>`
      select a.type, count(distinct v.action_id)::int as actions
      from ${avoidedWithin(sql, range)}
      group by 1
      order by 2 desc, 1`;
    return [...rows];
  },

  async settlingTimes({ from, to }) {
    // date_part and not extract, whose numeric costs several times as much to sort.
    const [row] = await sql<{ n: number; percentiles: number[] | null }[]>`
      select count(*)::int as n,
        percentile_disc(array[0.5, 0.95, 0.99]) within group (
          order by date_part('epoch', settled_at - first_begun_at)) as percentiles
      from ledger.action
      where state in ('confirmed', 'refused') and first_begun_at is not null
        and created_at >= ${instant(sql, from)} and created_at < ${instant(sql, to)}`;
    const [p50Ms = null, p95Ms = null, p99Ms = null] = (row?.percentiles ?? []).map((s) =>
      Math.floor(s * 1_000 + 1e-6),
    );
    return { n: row?.n ?? 0, p50Ms, p95Ms, p99Ms };
  },

  async countLongUnknown(ask) {
    const [row] = await sql<{ actions: number }[]>`
      select count(distinct t.action_id)::int as actions from ${longUnknownWithin(sql, ask)}`;
    return row?.actions ?? 0;
  },

  async nearMissFigures({ from, to }) {
    const rows = await sql<NearMissFigure[]>`
      select kind, state, count(*)::int as count from ledger.near_miss
      where at >= ${instant(sql, from)} and at < ${instant(sql, to)}
      group by 1, 2
      order by 1, 2`;
    return [...rows];
  },
});

const instant = (sql: Sql, ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;
