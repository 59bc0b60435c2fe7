/** A database of the user's own: can it be used? Asked before anything long begins. */

import postgres from "postgres";
import { SetupError } from "@/lib/env";

// What the schema needs; see "One Postgres is all it needs" in the design: 14 is the oldest still in use widely.
const serverVersionMin = 140_000;

/** @returns the server's version, such as "16.4" */
export async function checkDatabase(databaseUrl: string): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    const [row] = await sql<{ number: string; text: string }[]>`
      select current_setting('server_version_num') as number, current_setting('server_version') as text`;
    if (!row) throw new Error("a select without from answers one row");
    requireServerVersion(Number(row.number), row.text);
    return row.text;
  } catch (error) {
    throw error instanceof SetupError ? error : explainConnectionError(error, databaseUrl);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** @throws SetupError `database_too_old` */
export function requireServerVersion(number: number, text: string): void {
  if (number >= serverVersionMin) return;
  throw new SetupError(
    "database_too_old",
    `DATABASE_URL leads to PostgreSQL ${text}; Reprise needs 14 or newer.`,
    "Upgrade that server, or unset DATABASE_URL to use the embedded one.",
  );
}

export function explainConnectionError(error: unknown, databaseUrl: string): SetupError {
  const code = (error as { code?: string }).code ?? "";
  const { host, pathname, username } = new URL(databaseUrl);
  const database = decodeURIComponent(pathname.slice(1));
  // 28: invalid authorization; 3D: invalid catalog name (SQLSTATE classes).
  if (code.startsWith("28")) {
    return new SetupError(
      "database_refused",
      `PostgreSQL at ${host} does not let ${decodeURIComponent(username) || "this user"} in.`,
      "Correct user and password in DATABASE_URL (special characters percent-encoded), or the server's pg_hba.conf.",
    );
  }
  if (code.startsWith("3D")) {
    return new SetupError(
      "database_missing",
      `PostgreSQL at ${host} has no database "${database}".`,
      `Create it (createdb ${database}), or name an existing one in DATABASE_URL.`,
    );
  }
  return new SetupError(
    "database_unreachable",
    `No PostgreSQL answers at ${host} (${code || (error instanceof Error ? error.message : String(error))}).`,
    "Start that server or correct DATABASE_URL; unset it to use the embedded one.",
  );
}
