/** What the ledger keeps of some runs, and what it was good for; their actions are found along the index of runs. */

import type { CountedAction, DestinationUse, LedgerProtection } from "@/lib/ledger/protection";
import type { Sql } from "./database";

export const protection = (sql: Sql): LedgerProtection => ({
  async destinationUse(runIds) {
    const rows = await sql<DestinationUse[]>`
      select a.destination, max(a.title) as title, a.effect, a.impact, count(*)::int as actions,
        sum(a.attempts)::int as attempts, ${count(sql, "retried")}, ${count(sql, "leftUnknown")},
        ${count(sql, "unknown")}, ${count(sql, "avoided")}, ${count(sql, "gotThrough")},
        (count(*) + sum(a.attempts) + sum(a.evidence))::int as rows, sum(a.bytes)::float8 as bytes,
        (select percentile_disc(0.5) within group (order by ledger.ms(t.ended_at) - ledger.ms(t.begun_at))
          from ledger.attempt t where t.ended_at is not null and t.action_id = any (array_agg(a.id)))::float8
          as "attemptP50Ms"
      from ${judged(sql, runIds)}
      group by a.destination, a.effect, a.impact
      order by a.destination, a.effect, a.impact`;
    return [...rows];
  },

  async countedActions({ runIds, limit }) {
    const rows = await sql<CountedAction[]>`
      select a.id, a.type, a.object, a.destination, a.effect, a.impact, a.retried, a."leftUnknown", a.unknown, a.avoided, a."gotThrough"
      from ${judged(sql, runIds)}
      where a.retried or a."leftUnknown" or a.unknown or a.avoided or a."gotThrough"
      order by a.created_at desc, a.id desc limit ${limit}`;
    return [...rows];
  },
});

type Flag = "retried" | "leftUnknown" | "unknown" | "avoided" | "gotThrough";
const count = (sql: Sql, flag: Flag) => sql`count(*) filter (where a.${sql(flag)})::int as ${sql(flag)}`;

/** Each flag once, so that the figures count exactly the rows that the list shows. */
const judged = (sql: Sql, runIds: string[]) => sql`(
  select a.id, a.type, a.object, a.destination, a.created_at,
    a.declaration ->> 'title' as title, a.declaration ->> 'effect' as effect, a.declaration ->> 'impact' as impact,
    a.payload_bytes + coalesce(octet_length(a.response), 0) as bytes,
    tried.attempts, (select count(*) from ledger.evidence e where e.action_id = a.id) as evidence,
    tried.attempts > 1 as retried, tried.unknowns > 0 as "leftUnknown", a.state = 'unknown' as unknown,
    ledger.is_double(a) as "gotThrough",
    not ledger.is_double(a) and exists (
      select from ledger.avoided v where v.action_id = a.id and v.wrong_at is null) as avoided
  from ledger.action a
  cross join lateral (
    select count(*) as attempts, count(*) filter (
      where t.outcome = 'unknown' or exists (
        select from ledger.evidence e where e.attempt_id = t.id and e.kind = 'late_report')) as unknowns
    from ledger.attempt t where t.action_id = a.id) tried
  where a.run_id = any (${runIds}::uuid[])) a`;
