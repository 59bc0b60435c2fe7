/** Whether a database has the tables that this code was written for. One that has newer ones is fine: they only add. */

import journal from "@/drizzle/migrations/meta/_journal.json";
import type { Sql } from "./database";

/** All of them where nothing was ever migrated. */
export async function missingMigrations(sql: Sql): Promise<number> {
  const written = journal.entries.length;
  const [known] = await sql<{ known: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as known`;
  if (!known?.known) return written;
  const [row] = await sql<{ applied: number }[]>`select count(*)::int as applied from drizzle.__drizzle_migrations`;
  return Math.max(0, written - (row?.applied ?? 0));
}
