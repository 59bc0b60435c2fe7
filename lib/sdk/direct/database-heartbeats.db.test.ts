import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anId } from "@/lib/testing/factories";
import { aNewRun, aWorker } from "@/lib/testing/progress-world";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { createEngine, type Wired } from "@/lib/wiring";

const leaseMs = 1_000;
let database: TestDatabase;
let wired: Wired;

beforeAll(async () => {
  database = await createTestDatabase();
  wired = await createEngine({ progressUrl: database.url, ledgerUrl: database.url });
});
afterAll(async () => {
  await wired.close();
  await database.drop();
});

it("a lease outlives code that blocks the event loop for three leases", async () => {
  const { progress } = wired.engine;
  const worker = aWorker();
  await progress.registerWorker(worker);
  await progress.startRun({ ...aNewRun(), leaseMs });
  const claimed = await progress.claim({ worker, executionId: anId() });
  if (!claimed) throw new Error("The run was not claimed.");
  const granted = { lease: claimed.lease, leaseMs, leaseLeftMs: claimed.leaseLeftMs };
  // In a process as a worker's is: the thread needs the loader that the test runner's own threads do not have.
  const code = `
    import { databaseHeartbeats } from "./lib/sdk/direct/database-heartbeats.ts";
    import { systemClock } from "./lib/sdk/clock.ts";
    const beats = databaseHeartbeats(${JSON.stringify(database.url)}, (error) => console.error(error));
    const sent = { sentAtMs: systemClock.monotonicMs(), sentWallMs: Date.now() };
    const held = beats.hold({ ...${JSON.stringify(granted)}, ...sent }, () => console.log("lost"));
    held.keepUntil(systemClock.monotonicMs() + 60_000);
    // The thread starts up while the loop is still free.
    setTimeout(() => {
      const until = Date.now() + ${3 * leaseMs};
      while (Date.now() < until);
      console.log(held.endsAtMs() > systemClock.monotonicMs() ? "held" : "over");
      process.exit(0);
    }, 500);
  `;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code]);
  const keepAlive = setInterval(() => void progress.renew(claimed.lease), 200);
  await once(child.stdout, "resume").catch(() => {});
  clearInterval(keepAlive);
  let said = "";
  child.stdout.on("data", (part) => {
    said += part;
  });
  child.stderr.on("data", (part) => {
    said += part;
  });
  await once(child, "close");
  expect(said.trim()).toBe("held");
});
