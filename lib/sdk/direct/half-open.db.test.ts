import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { startLossyProxy } from "@/lib/testing/lossy-proxy";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { createEngine } from "@/lib/wiring";
import { start } from "../start";
import { createWorker } from "../worker/worker";
import { workflow } from "../workflow";
import { databaseHeartbeats } from "./database-heartbeats";
import { directBackend } from "./direct-backend";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("a run outlives that all connections of its worker vanish without a word, under one lease", async () => {
  const proxy = await startLossyProxy(database.url);
  const wired = await createEngine({ progressUrl: proxy.url, ledgerUrl: proxy.url });
  const onlooker = await createEngine({ progressUrl: database.url, ledgerUrl: database.url });
  const backend = directBackend(wired.engine, () => databaseHeartbeats(proxy.url, () => {}));
  let tookMs = 0;
  const leaseMs = 8_000;
  const flow = workflow(
    "through-a-dead-way",
    { version: 1, input: (value: unknown) => value, recovery: "automatic", leaseMs },
    async (run) => {
      // Past the first heartbeat, so that its connection is one of those that vanish.
      await run.step("before", () => wait(leaseMs / 3 + 500).then(() => null));
      proxy.vanish();
      const vanishedMs = Date.now();
      await run.step("after", () => "done");
      tookMs = Date.now() - vanishedMs;
      // Longer than what is left of the lease without another renewal.
      await run.step("long after", () => wait(leaseMs - 3_000).then(() => null));
    },
  );
  const worker = createWorker({ backend, workflows: [flow] });
  await worker.start();
  onTestFinished(async () => {
    // What is not part of a run waits on the other pool's connections until TCP gives them up.
    proxy.endVanished();
    await worker.stop();
    await wired.close();
    await onlooker.close();
    await proxy.close();
  });
  const { runId } = await start(flow, {}, { logicalRunId: "once", backend });
  const read = () => onlooker.engine.progress.readRun(runId);
  let record = await read();
  for (const endsAt = Date.now() + 40_000; record?.run.state !== "succeeded" && Date.now() < endsAt; await wait(100)) {
    record = await read();
  }
  expect(record?.run.state).toBe("succeeded");
  expect(record?.executions).toHaveLength(1);
  expect(tookMs).toBeGreaterThan(1_000);
  expect(tookMs).toBeLessThan(leaseMs);
  expect(record?.checkpoints.map(({ stepName }) => stepName)).toEqual(["before", "after", "long after"]);
}, 60_000);
