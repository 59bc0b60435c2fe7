/**
 * A migrated database of one's own, per test file. The schema is made once per server and version of it, in a
 * template; a clone of it takes tens of milliseconds.
 */

import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { migrate } from "@/lib/store/migrate";

export interface TestDatabase {
  url: string;
  /** Also when connections are still open. */
  drop(): Promise<void>;
}

/**
 * Needs the server that the Vitest project `store` starts (files named `*.db.test.ts`), or TEST_DATABASE_URL.
 *
 *     const database = await createTestDatabase();
 *     afterAll(() => database.drop());
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) throw new Error("There is no test server: name the file *.db.test.ts, or set TEST_DATABASE_URL.");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await withServer(serverUrl, async (sql) => {
    const template = await ensureTemplate(sql, serverUrl);
    await sql`create database ${sql(name)} template ${sql(template)}`;
  });
  return {
    url: withDatabase(serverUrl, name),
    drop: () =>
      withServer(serverUrl, async (sql) => {
        await sql`drop database if exists ${sql(name)} with (force)`;
      }),
  };
}

/** The lock makes the first of several test processes migrate and the others wait; a template appears complete or not at all. */
async function ensureTemplate(sql: postgres.Sql, serverUrl: string): Promise<string> {
  const template = `template_${hashSchema()}`;
  const making = `${template}_making`;
  await sql`select pg_advisory_lock(hashtext(${template}))`;
  try {
    const found = await sql`select 1 from pg_database where datname = ${template}`;
    if (found.length > 0) return template;
    await sql`drop database if exists ${sql(making)} with (force)`;
    await sql`create database ${sql(making)}`;
    await migrate(withDatabase(serverUrl, making));
    await sql`alter database ${sql(making)} rename to ${sql(template)}`;
    return template;
  } finally {
    await sql`select pg_advisory_unlock(hashtext(${template}))`;
  }
}

/** One connection: the advisory lock belongs to its session. */
async function withServer<T>(serverUrl: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function hashSchema(): string {
  const folder = path.resolve("drizzle");
  const hash = createHash("sha256");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sql"));
  for (const name of files.sort()) hash.update(name).update(readFileSync(path.join(folder, name)));
  return hash.digest("hex").slice(0, 16);
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
