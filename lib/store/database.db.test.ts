import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { connect, type Database, requireServer, type Sql } from "./database";
import { markOwnClock, restoreClock, setClock } from "./database-clock";
import { migrate } from "./migrate";

let created: TestDatabase;
let database: Database;

beforeAll(async () => {
  created = await createTestDatabase();
  database = await connect(created.url, { applicationName: "reprise test" });
});
afterAll(async () => {
  await database?.close();
  await created?.drop();
});

async function clocks(): Promise<number[]> {
  const [row] = await database.sql<{ progress: number; ledger: number }[]>`
    select extract(epoch from progress.clock())::float8 * 1000 as progress,
      extract(epoch from ledger.clock())::float8 * 1000 as ledger`;
  return row ? [row.progress, row.ledger] : [];
}

test("processes that migrate at once apply each migration once", async () => {
  const { sql } = database;
  await sql`drop schema progress, ledger, ops, auth, drizzle cascade`;
  const answers = await Promise.all([migrate(created.url), migrate(created.url), migrate(created.url)]);
  const applied = answers.map((answer) => answer.applied).sort();
  expect(applied.slice(0, 2)).toEqual([0, 0]);
  expect(applied[2]).toBeGreaterThan(0);
  expect(await migrate(created.url)).toEqual({ applied: 0 });
});

test("a server that cannot be used is named by what is wrong with it", async () => {
  const elsewhere = new URL(created.url);
  elsewhere.port = "1";
  await expect(connect(elsewhere.href)).rejects.toMatchObject({ code: "database_unreachable" });
  await expect(migrate(elsewhere.href)).rejects.toMatchObject({ code: "database_unreachable" });
  const missing = new URL(created.url);
  missing.pathname = "/no_such_database";
  await expect(connect(missing.href)).rejects.toMatchObject({ code: "database_missing" });
});

test("a server older than what is supported is named with its version", async () => {
  // No such server is at hand, so its answer is: as PostgreSQL 13.11 says it.
  const old = (async () => [{ number: 130_011, text: "13.11" }]) as unknown as Sql;
  await expect(requireServer(old)).rejects.toMatchObject({
    code: "database_too_old",
    message: "PostgreSQL 13.11 is too old: 14 or newer is needed.",
  });
});

test("a pooler that drops what a connection asked for is named, whichever way it does that", async () => {
  // PgBouncer 1.18 in transaction mode: by default it refuses, and with ignore_startup_parameters it says nothing.
  const refusal = Object.assign(new Error("unsupported startup parameter: statement_timeout"), { code: "08P01" });
  const refusing = (() => Promise.reject(refusal)) as unknown as Sql;
  const silent = (async () => [{ number: 180_004, text: "18.4", filler: null }]) as unknown as Sql;
  for (const sql of [refusing, silent])
    await expect(requireServer(sql)).rejects.toMatchObject({ code: "database_pooled" });
  await requireServer(database.sql);
});

test("connections say whose they are, wait no longer than the limit, and commit durably", async () => {
  const [settings] = await database.sql`
    select current_setting('application_name') as name, current_setting('statement_timeout') as timeout,
      current_setting('synchronous_commit') as commit`;
  expect(settings).toEqual({ name: "reprise test", timeout: "15s", commit: "on" });
});

test("time is set only in a database marked for it", async () => {
  const { sql } = database;
  await expect(setClock(sql, { at: 0 })).rejects.toThrow();
  await markOwnClock(sql);
  await setClock(sql, { at: 86_400_000 });
  // Every session sees it, prepared statements included.
  expect(await Promise.all(Array.from({ length: 10 }, clocks))).toEqual(Array(10).fill([86_400_000, 86_400_000]));
  await setClock(sql, { shiftMs: -3_600_000 });
  for (const clock of await clocks()) expect(Math.abs(clock + 3_600_000 - Date.now())).toBeLessThan(60_000);
  await restoreClock(sql);
  for (const clock of await clocks()) expect(Math.abs(clock - Date.now())).toBeLessThan(60_000);
  await expect(setClock(sql, { at: 0 })).rejects.toThrow();
});
