/**
 * Time for tests and for the demo's seed. A database marked with its own clock answers `progress.clock()` and
 * `ledger.clock()` from a one-row table that all sessions share; in every other database these functions are the
 * server's clock, and no setting changes that.
 */

import type { Sql } from "./database";

const halves = ["progress", "ledger"] as const;

/** The two halves may live in databases of their own: each statement is for those that are here. */
async function halvesHere(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`select nspname as name from pg_namespace where nspname in ${sql(halves)}`;
  return rows.map((row) => row.name);
}

export async function hasOwnClock(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ marked: boolean }[]>`
    select coalesce(to_regclass('progress.own_clock'), to_regclass('ledger.own_clock')) is not null as marked`;
  return row?.marked ?? false;
}

/** Until `setClock`, a marked database still follows the server's clock. */
export async function markOwnClock(sql: Sql): Promise<void> {
  for (const half of await halvesHere(sql)) {
    await sql.unsafe(`
      create unlogged table if not exists ${half}.own_clock (at timestamptz, shift interval);
      insert into ${half}.own_clock select null, null where not exists (select from ${half}.own_clock);
      create or replace function ${half}.clock() returns timestamptz language sql volatile as
        'select coalesce((select coalesce(at, clock_timestamp() + shift) from ${half}.own_clock), clock_timestamp())'`);
  }
}

/** Stands still at a time, or runs on shifted from the server's; null: the server's again. Only in a marked database. */
export async function setClock(sql: Sql, to: { at: number } | { shiftMs: number } | null): Promise<void> {
  const at = to && "at" in to ? to.at : null;
  const shiftMs = to && "shiftMs" in to ? to.shiftMs : null;
  for (const half of await halvesHere(sql)) {
    await sql`
      update ${sql(half)}.own_clock
      set at = to_timestamp(${at}::double precision / 1000),
        shift = ${shiftMs}::double precision * interval '1 millisecond'`;
  }
}

/** For many moves of a marked database that holds both halves: one statement each, sent before whatever is sent after. */
export const clockSetter =
  (sql: Sql) =>
  async (at: number): Promise<void> => {
    // A query leaves when it is awaited, and this one must not be overtaken.
    await sql`
      with half as (update progress.own_clock set at = to_timestamp(${at}::double precision / 1000))
      update ledger.own_clock set at = to_timestamp(${at}::double precision / 1000)`;
  };

export async function restoreClock(sql: Sql): Promise<void> {
  for (const half of await halvesHere(sql)) {
    await sql.unsafe(`
      create or replace function ${half}.clock() returns timestamptz language sql volatile as 'select clock_timestamp()';
      drop table if exists ${half}.own_clock`);
  }
}
