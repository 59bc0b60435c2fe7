/** Pages of what has ended in the schema "ops", the oldest first. */

import { cursorText, parseCursor } from "./cursor";
import type { Sql } from "./database";

export type EndedAsk = { before: number; cursor?: string; pageSize: number };

/** For a row of a table with the columns "at" and "id". */
export const micros = (sql: Sql) => sql`(extract(epoch from at) * 1000000)::bigint::text`;

/** Goes with `order by at, id limit pageSize + 1`: one more than the page tells whether there is a next one. */
export function endedBefore(sql: Sql, { before, cursor }: EndedAsk) {
  const after = cursor === undefined ? null : parseCursor(cursor);
  const at = (from: string) => sql`to_timestamp(0) + ${from}::bigint * interval '1 microsecond'`;
  return sql`at < to_timestamp(${before}::float8 / 1000)
    and ${after ? sql`(at, id) > (${at(after.micros)}, ${after.id}::uuid)` : sql`true`}`;
}

export function endedPage<Row extends { id: string; micros: string }, T>(
  found: readonly Row[],
  pageSize: number,
  toRow: (row: Omit<Row, "micros">) => T,
): { rows: T[]; next: string | null } {
  const page = found.slice(0, pageSize);
  const last = page.at(-1);
  return {
    rows: page.map(({ micros: _, ...row }) => toRow(row)),
    next: last && found.length > page.length ? cursorText(last) : null,
  };
}
