import { afterAll, beforeAll, expect, it } from "vitest";
import { startPostgresProxy } from "@/lib/testing/faults/proxy/postgres-proxy";
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
