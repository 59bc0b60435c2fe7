/** Brings the schema up to date. Any number of processes may do it at once: one works, the others wait and find it done. */

import path from "node:path";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { DatabaseError, open, requireServer, type Sql } from "./database";
import { replaceFunctions } from "./functions";

const migrationsFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../drizzle/migrations");
/** "reprise" in base 36: any number that no other software on the same server takes. */
const lockKey = Number.parseInt("reprise", 36);

/**
 * @returns how many migrations this call applied
 * @throws DatabaseError, `migration_failed` with the server's own error as cause
 */
export async function migrate(databaseUrl: string): Promise<{ applied: number }> {
  // One connection, so that the lock and the migrations are of one session; a migration may take as long as it needs.
  const sql = open(databaseUrl, { max: 1, applicationName: "reprise migrate", statementTimeoutMs: 0 });
  try {
    await requireServer(sql);
    await sql`select pg_advisory_lock(${lockKey}::bigint)`;
    const before = await countApplied(sql);
    await applyMigrations(drizzle(sql), { migrationsFolder });
    await replaceFunctions(sql);
    return { applied: (await countApplied(sql)) - before };
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError("migration_failed", error instanceof Error ? error.message : String(error), error);
  } finally {
    // Closing the session frees the lock, also after a failure.
    await sql.end({ timeout: 5 });
  }
}

async function countApplied(sql: Sql): Promise<number> {
  const [known] = await sql<{ known: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as known`;
  if (!known?.known) return 0;
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from drizzle.__drizzle_migrations`;
  return row?.count ?? 0;
}
