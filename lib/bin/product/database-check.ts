/** A database of the user's own: can it be used? Asked before anything long begins; every refusal says what to do next. */

import { SetupError } from "@/lib/env";
import { DatabaseError, type DatabaseErrorCode, open, requireServer } from "@/lib/store/database";
import { migrate } from "@/lib/store/migrate";
import { missingMigrations } from "@/lib/store/schema-version";

/**
 * @returns the server's version, such as "16.4"
 * @throws SetupError with the code of the store's DatabaseError
 */
export async function checkDatabase(databaseUrl: string): Promise<string> {
  const sql = open(databaseUrl, { max: 1, applicationName: "reprise start", statementTimeoutMs: 5_000 });
  try {
    await requireServer(sql);
    const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
    return row?.version ?? "";
  } catch (error) {
    throw explainDatabaseError(error, databaseUrl);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * @returns how many migrations were applied
 * @throws SetupError with the code of the store's DatabaseError
 */
export async function migrateDatabase(databaseUrl: string): Promise<number> {
  try {
    return (await migrate(databaseUrl)).applied;
  } catch (error) {
    throw explainDatabaseError(error, databaseUrl);
  }
}

/** @throws SetupError with the code of the store's DatabaseError */
export async function countMissingMigrations(databaseUrl: string): Promise<number> {
  const sql = open(databaseUrl, { max: 1, applicationName: "reprise start", statementTimeoutMs: 5_000 });
  try {
    return await missingMigrations(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Whatever is not the store's own error is a bug and stays as it is. */
export function explainDatabaseError(error: unknown, databaseUrl: string): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const { host, pathname } = new URL(databaseUrl);
  const database = decodeURIComponent(pathname.slice(1));
  const nextSteps: Record<DatabaseErrorCode, string> = {
    database_unreachable: `Start the PostgreSQL at ${host} or correct DATABASE_URL; unset it to use the embedded one.`,
    database_refused:
      "Correct user and password in DATABASE_URL (special characters percent-encoded), or the server's pg_hba.conf.",
    database_missing: `Create it (createdb ${database}), or name an existing one in DATABASE_URL.`,
    database_pooled:
      "Name PostgreSQL itself in DATABASE_URL, or a pooler in session mode that passes on all settings; each process keeps few connections of its own.",
    database_too_old: "Upgrade that server, or unset DATABASE_URL to use the embedded one.",
    migration_failed:
      "A failed migration leaves nothing behind. Its message says what the database would not do; then start again.",
  };
  return new SetupError(error.code, error.message, nextSteps[error.code]);
}
