import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startPostgresProxy } from "@/lib/testing/faults/proxy/postgres-proxy";
import { startLossyProxy } from "@/lib/testing/lossy-proxy";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { open } from "./database";
import { repeatWhenLost } from "./database-repeat";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const lease = "00000000-0000-7000-8000-000000000000";

it("a pool goes on at once after its connections were lost while more was being written", async () => {
  const proxy = await startPostgresProxy(() => database.url);
  const sql = open(proxy.url, { max: 2, applicationName: "losing", statementTimeoutMs: 5_000 });
  let met = 0;
  proxy.treat(() => {
    met += 1;
    return met % 3 === 1 ? "cut_after" : "pass";
  });
  let underWay = 0;
  let slowestMs = 0;
  const ask = async (statement: () => Promise<unknown>) => {
    const startedAt = Date.now();
    underWay += 1;
    // Cut more often than it is asked again: then it is the caller's.
    await repeatWhenLost(statement).catch(() => {});
    underWay -= 1;
    slowestMs = Math.max(slowestMs, Date.now() - startedAt);
  };
  const asked: Promise<void>[] = [];
  // From immediates, as the SDK does: what they write is still unsent when the same turn closes the connection.
  for (const end = Date.now() + 2_000; Date.now() < end; await new Promise(setImmediate)) {
    if (underWay >= 12) continue;
    asked.push(ask(async () => sql`select 1`));
    if (asked.length % 50 === 0) asked.push(ask(async () => sql`select progress.renew(${lease}, ${lease}, 1)`));
  }
  await Promise.all(asked);
  await sql.end({ timeout: 1 });
  await proxy.close();
  expect(met).toBeGreaterThan(5);
  // Less than one connect timeout, which is 5 s.
  expect(slowestMs).toBeLessThan(3_000);
}, 60_000);

describe("a connection whose other end vanished without a word", () => {
  /** Both connections are open and have been used; each statement may take half a second. */
  async function aWarmPool() {
    const proxy = await startLossyProxy(database.url);
    const sql = open(proxy.url, { max: 2, applicationName: "half open", statementTimeoutMs: 500, oneAtATime: true });
    onTestFinished(async () => {
      await sql.end({ timeout: 0 });
      await proxy.close();
    });
    await Promise.all([sql`select pg_sleep(0.05)`, sql`select pg_sleep(0.05)`]);
    return { proxy, sql };
  }
  const idOf = async (asked: Promise<readonly { pid?: number }[]>) => (await asked)[0]?.pid;

  it("ends the statement that waits on it, as one of which nobody knows whether it was applied", async () => {
    const { proxy, sql } = await aWarmPool();
    proxy.vanish();
    const asked = Date.now();
    await expect(sql`select 1`).rejects.toMatchObject({ code: "CONNECTION_SILENT" });
    expect(Date.now() - asked).toBeLessThan(3_000);
    expect(await repeatWhenLost(async () => sql`select 2 as two`)).toEqual([{ two: 2 }]);
  });

  it("delays no other statement", async () => {
    const { proxy, sql } = await aWarmPool();
    const say = (what: string) =>
      repeatWhenLost(async () => sql`select ${what} as said, pg_sleep(0.05)::text as slept`);
    // Known to both connections: only then would postgres.js send others after it.
    await Promise.all([say("first"), say("first")]);
    proxy.vanishAt("the lost one");
    let isLost = false;
    const lost = say("the lost one").then((rows) => {
      isLost = true;
      return rows;
    });
    let slowestMs = 0;
    for (let asked = 0; !isLost; asked++) {
      const startedMs = Date.now();
      await Promise.all([sql`select ${asked}::int`, sql`select ${asked}::int`]);
      slowestMs = Math.max(slowestMs, Date.now() - startedMs);
    }
    expect(await lost).toMatchObject([{ said: "the lost one" }]);
    expect(slowestMs).toBeLessThan(500);
  });

  it("is told from one that is owed nothing, and from a server that thinks for as long as it may", async () => {
    const { sql } = await aWarmPool();
    const [first] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
    const pids = new Set<unknown>([first.pid]);
    await wait(2_000);
    for (let i = 0; i < 4; i++) pids.add(await idOf(sql`select pg_backend_pid() as pid, pg_sleep(0.3)`));
    expect(pids.size).toBeLessThanOrEqual(2);
    await expect(sql`select pg_sleep(5)`).rejects.toMatchObject({ code: "57014" });
  });
});
