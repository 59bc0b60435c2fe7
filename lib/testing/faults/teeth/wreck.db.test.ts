import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { open, type Sql } from "@/lib/store/database";
import { aNewRun, aWorker } from "@/lib/testing/progress-world";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { createEngine } from "@/lib/wiring";
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

it("what is replaced in a function still runs: an end is accepted a second time, not answered with an error", async () => {
  const own = await createTestDatabase();
  const { engine, close } = await createEngine({ progressUrl: own.url, ledgerUrl: own.url });
  const direct = open(own.url, { max: 1, applicationName: "wreck", statementTimeoutMs: 5_000 });
  await wreck(direct, "unconditional_complete");
  const worker = aWorker();
  await engine.progress.registerWorker(worker);
  await engine.progress.startRun(aNewRun());
  const claimed = await engine.progress.claim({ worker, executionId: randomUUID() });
  const finish = () => {
    const end = { kind: "finished", output: "null" } as const;
    return engine.progress.record(claimed!.lease, { id: randomUUID(), end });
  };
  expect([await finish(), await finish()]).toMatchObject([{ recorded: true }, { recorded: true }]);
  await Promise.all([close(), direct.end()]);
  await own.drop();
});
