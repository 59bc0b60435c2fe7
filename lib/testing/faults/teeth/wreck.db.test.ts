import { afterAll, beforeAll, expect, it } from "vitest";
import { open, type Sql } from "@/lib/store/database";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { workerBreaks } from "./break-worker";
import { pagingBreak } from "./page-through-runs";
import { teeth } from "./teeth";
import { wreck, wrecks } from "./wreck";

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = open(database.url, { max: 1, applicationName: "wreck", statementTimeoutMs: 5_000 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const sources = async () => {
  const rows = await sql<{ source: string }[]>`
    select pg_get_functiondef(oid) as source from pg_proc
    where pronamespace in ('progress'::regnamespace, 'ledger'::regnamespace) order by oid`;
  return rows.map(({ source }) => source).join("\n");
};

it("every broken variant is broken somewhere", () => {
  expect(teeth.map(({ name }) => name).sort()).toEqual([...wrecks, ...workerBreaks, pagingBreak].sort());
});

it.each(wrecks)("%s still finds what it breaks in the functions", async (name) => {
  const before = await sources();
  await wreck(sql, name);
  expect(await sources()).not.toBe(before);
});
