/**
 * Operator commands and marks behind their port, kept in the Postgres schema "ops". It lives beside progress, and commands
 * are dated on its clock: they stand between the run's own lines.
 */

import type { Command, CommandStore, NewCommand } from "@/lib/engine/command-store";
import type { Database, Sql } from "./database";
import { plainText, storedText } from "./free-text";
import { endedBefore, endedPage, micros } from "./ops-ended";
import { repeatedWhenLost } from "./repeated-verbs";

/** A repeated "accept" finds its own row as accepted and not finished, which lets it be applied. */
export const commandStore = ({ sql }: Pick<Database, "sql">): CommandStore => repeatedWhenLost(commands(sql));

const commands = (sql: Sql): CommandStore => ({
  async accept(command) {
    if (await insertCommand(sql, command)) return { accepted: true };
    const [earlier] = await selectCommands(sql, sql`id = ${command.id}`);
    if (earlier === undefined) throw new Error(`Command ${command.id} is neither new nor known.`);
    return { accepted: false, earlier: commandOf(earlier) };
  },

  async finish(id, { state, answer, after }) {
    await sql`
      update ops.command set state = ${state}, answer = ${json(answer)}::text::json, after = ${json(after)}::text::json
      where id = ${id} and state = 'accepted'`;
  },

  async observe(id, text) {
    await sql`
      update ops.command set observed = ${storedText(text)}, observed_at = progress.clock()
      where id = ${id}`;
  },

  listByObject: async (objectId) => (await selectCommands(sql, sql`object_id = ${objectId}`)).map(commandOf),

  async listRecent({ from, limit, except = [] }) {
    const rows = await selectCommands(
      sql,
      sql`at >= to_timestamp(${from}::float8 / 1000) and kind <> all (${[...except]}::text[])`,
      limit,
    );
    return rows.map(commandOf);
  },

  async listEnded(ask) {
    const rows = await sql<(CommandRow & { micros: string })[]>`
      select ${columns(sql)}, ${micros(sql)} as micros from ops.command
      where state <> 'accepted' and ${endedBefore(sql, ask)}
      order by command.at, id limit ${ask.pageSize + 1}`;
    return endedPage(rows, ask.pageSize, commandOf);
  },

  async remove(ids) {
    const removed = await sql`delete from ops.command where id = any(${ids}::uuid[]) and state <> 'accepted'`;
    return removed.count;
  },

  async getMark(name) {
    const [row] = await sql<{ value: unknown }[]>`select value from ops.mark where name = ${name}`;
    return row?.value ?? null;
  },

  async setMark(name, value) {
    await sql`
      insert into ops.mark (name, value, at) values (${name}, ${json(value)}::text::json, clock_timestamp())
      on conflict (name) do update set value = excluded.value, at = excluded.at`;
  },
});

type CommandRow = Omit<Command, "at"> & { at: string };

async function insertCommand(sql: Sql, command: NewCommand): Promise<boolean> {
  const { id, kind, objectKind, objectId, by, role, reason, shown, before } = command;
  const inserted = await sql`
    insert into ops.command (id, kind, object_kind, object_id, by, role, reason, shown, before, state, at)
    values (
      ${id}, ${kind}, ${objectKind}, ${objectId}, ${storedText(by)}, ${role}, ${storedText(reason)},
      ${json(shown)}::text::json, ${json(before)}::text::json, 'accepted', progress.clock())
    on conflict do nothing`;
  return inserted.count === 1;
}

/** What one object or the last minutes can hold; a page shows fewer. */
const rowsMax = 500;

const selectCommands = (sql: Sql, where: ReturnType<Sql>, limit = rowsMax) => sql<CommandRow[]>`
  select ${columns(sql)} from ops.command
  where ${where}
  order by at desc, id desc
  limit ${limit}`;

// Inside the statement "at" stands for the column, outside for milliseconds.
const columns = (sql: Sql) => sql`
  id, kind, object_kind as "objectKind", object_id as "objectId", by, role, reason, shown, before, after, state,
  answer, observed, floor(extract(epoch from at) * 1000)::bigint::text as at`;

const commandOf = (row: CommandRow): Command => ({
  ...row,
  by: plainText(row.by),
  reason: plainText(row.reason),
  observed: plainText(row.observed),
  at: Number(row.at),
});

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
