/** Pages of actions, newest first, and the counts that lead to them. */

import type { ActionState } from "@/lib/ledger/action";
import type { ActionQuery, LedgerStore } from "@/lib/ledger/store";
import { type Cursor, cursorText, parseCursor } from "./cursor";
import type { Sql } from "./database";
import { factsOf, type StoredFacts } from "./ledger-rows";
import { longUnknownWithin } from "./ledger-week";

type Lists = Pick<LedgerStore, "listActions" | "countActions" | "avoidedByRun" | "contradictedRuns">;
type ListRow = { facts: StoredFacts; avoided_count: number } & Cursor;

export const lists = (sql: Sql): Lists => ({
  async listActions(query) {
    // One row more than the page tells whether there is a next one.
    const found = await selectPage(sql, query, query.pageSize + 1);
    const page = found.slice(0, query.pageSize);
    const last = page.at(-1);
    return {
      rows: page.map((row) => ({ ...factsOf(row.facts), avoidedCount: row.avoided_count })),
      next: last !== undefined && found.length > page.length ? cursorText(last) : null,
    };
  },

  countActions: async ({ runIds, states }) => [
    ...(await sql<{ runId: string | null; state: ActionState; count: number }[]>`
      select ${runIds ? sql`run_id` : sql`null::uuid`} as "runId", state, count(*)::int as count
      from ledger.action
      where ${runIds ? sql`run_id = any(${runIds}::uuid[])` : sql`true`}
        and ${states ? sql`state = any(${states}::text[])` : sql`true`}
      group by 1, 2`),
  ],

  async avoidedByRun(runIds) {
    const rows = await sql<{ run_id: string; actions: number }[]>`
      select a.run_id, count(*)::int as actions
      from ledger.action a
      where a.run_id = any(${runIds}::uuid[]) and not ledger.is_double(a)
        and exists (select from ledger.avoided v where v.action_id = a.id and v.wrong_at is null)
      group by a.run_id`;
    return Object.fromEntries(rows.map((row) => [row.run_id, row.actions]));
  },

  async contradictedRuns(runIds) {
    const rows = await sql<{ run_id: string }[]>`
      select distinct run_id from ledger.action a
      where run_id = any(${runIds}::uuid[]) and ledger.is_double(a)`;
    return rows.map((row) => row.run_id);
  },
});

const selectPage = (sql: Sql, query: ActionQuery, limit: number) => sql<ListRow[]>`
  select
    ledger.facts(a.id) as facts,
    (select count(*)::int from ledger.avoided v where v.action_id = a.id and v.wrong_at is null) as avoided_count,
    (extract(epoch from a.created_at) * 1000000)::bigint::text as micros,
    a.id
  from ledger.action a
  where ${filters(sql, query)}
  order by a.created_at desc, a.id desc
  limit ${limit}`;

const instant = (sql: Sql, ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;

function filters(sql: Sql, query: ActionQuery) {
  const {
    states,
    destination,
    runId,
    text,
    from,
    to,
    avoided,
    contradicted,
    disputed,
    longUnknown,
    unowned,
    nearMiss,
    retried,
    cursor,
  } = query;
  const after = cursor === undefined ? null : parseCursor(cursor);
  return [
    // The client needs a first condition: it sends an empty list of fragments as a value.
    sql`true`,
    states && sql`and a.state = any(${states}::text[])`,
    destination !== undefined && sql`and a.destination = ${destination}`,
    runId !== undefined && sql`and a.run_id = ${runId}`,
    text !== undefined && text !== "" && textFilter(sql, text),
    from !== undefined && sql`and a.created_at >= ${instant(sql, from)}`,
    to !== undefined && sql`and a.created_at < ${instant(sql, to)}`,
    // A contradiction takes the action out of the figure, so the list behind the figure leaves it out, too.
    avoided &&
      sql`and not ledger.is_double(a) and exists (
      select from ledger.avoided v
      where v.action_id = a.id and v.wrong_at is null and v.at >= ${instant(sql, avoided.from)} and v.at < ${instant(sql, avoided.to)}
        and v.cause = coalesce(${avoided.cause ?? null}::text, v.cause))`,
    contradicted &&
      sql`and a.contradicted_at >= ${instant(sql, contradicted.from)} and a.contradicted_at < ${instant(sql, contradicted.to)}
        and ledger.is_double(a)`,
    // In the words of the index, which a function would hide.
    disputed && sql`and a.contradicted_at is not null and a.contradiction_found is null`,
    longUnknown && sql`and a.id in (select t.action_id from ${longUnknownWithin(sql, longUnknown)})`,
    unowned && sql`and a.run_id is null and a.payload is not null`,
    nearMiss &&
      sql`and exists (
      select from ledger.near_miss n
      where n.action_id = a.id and n.state = coalesce(${nearMiss === "open" ? "open" : null}::text, n.state))`,
    retried &&
      sql`and exists (
      select from ledger.attempt failed join ledger.attempt next
        on next.action_id = failed.action_id and next.number = failed.number + 1
      where failed.action_id = a.id and failed.reason = ${retried.reason}
        and failed.ended_at >= ${instant(sql, retried.from)} and failed.ended_at < ${instant(sql, retried.to)})`,
    after &&
      sql`and (a.created_at, a.id) < (
      to_timestamp(0) + ${after.micros}::text::bigint * interval '1 microsecond', ${after.id}::uuid)`,
  ].flatMap((filter) => filter || []);
}

function textFilter(sql: Sql, text: string) {
  // Identifiers hold no NUL, and Postgres would refuse the question.
  if (text.includes("\u0000")) return sql`and false`;
  const part = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`and (
    a.id::text ilike ${part} or a.object ilike ${part} or a.type ilike ${part} or a.logical_run_id ilike ${part})`;
}
