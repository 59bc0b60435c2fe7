/** The database's disk fills up at each point of a send: nothing is sent unrecorded, and what was sent is not forgotten. */

import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { connect, type Database } from "@/lib/store/database";
import { type FullDisk, fullDisk } from "@/lib/testing/full-disk";
import { countingDestination, testOptions } from "@/lib/testing/sdk-world";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { createEngine, type Wired } from "@/lib/wiring";
import { systemClock } from "../clock";
import { inProcessHeartbeats } from "../heartbeat/in-process-heartbeats";
import { start } from "../start";
import { createWorker } from "../worker/worker";
import { workflow } from "../workflow";
import { directBackend } from "./direct-backend";

const leaseMs = 1_000;

let created: TestDatabase;
let admin: Database;
let wired: Wired;
let disk: FullDisk;

beforeAll(async () => {
  created = await createTestDatabase();
  admin = await connect(created.url);
  wired = await createEngine({ progressUrl: created.url, ledgerUrl: created.url });
  disk = await fullDisk(admin.sql, ["progress", "ledger", "ops"]);
});
afterEach(() => disk.free());
afterAll(async () => {
  await wired?.close();
  await admin?.close();
  await created?.drop();
});

describe("a disk that is full", () => {
  it.each([
    ["before the action is declared", "before_begin", 300, { effects: 0, actions: [] }],
    ["before the action is declared, for longer than the lease", "before_begin", 2_500, { effects: 0, actions: [] }],
    ["before the send is reported", "after_send", 300, { effects: 1, actions: ["sending"] }],
    [
      "before the send is reported, for longer than the lease",
      "after_send",
      2_500,
      { effects: 1, actions: ["sending"] },
    ],
    ["before the checkpoint", "after_report", 300, { effects: 1, actions: ["confirmed"] }],
    ["before the checkpoint, for longer than the lease", "after_report", 2_500, { effects: 1, actions: ["confirmed"] }],
  ])("%s: the run ends once there is room, with one effect", async (name, boundary, fullMs, meanwhile) => {
    const crm = countingDestination();
    const note = crm.send("crm.note");
    const flow = workflow(name, { ...testOptions, leaseMs }, async (run) => {
      await run.step("read", () => "ticket");
      await run.action(note, name, { object: name });
    });
    let isFull = false;
    let complaints = 0;
    const { runId } = await start(flow, {}, { logicalRunId: name, backend: aBackend() });
    const worker = createWorker({
      backend: aBackend(),
      workflows: [flow],
      log: () => {
        complaints += 1;
      },
      onBoundary: async (at, { step }) => {
        if (at !== boundary || step !== "crm.note" || isFull) return;
        isFull = true;
        await disk.fill();
      },
    });
    await worker.start();
    onTestFinished(() => worker.stop());
    await until(async () => isFull);
    await wait(fullMs);

    const stateOfActions = async () =>
      (await wired.engine.ledger.readRunActions(runId)).map(({ action }) => action.state);
    expect({ effects: crm.effects.length, actions: await stateOfActions() }).toEqual(meanwhile);
    // Said each time that it was tried again, at intervals that leave room in the log.
    expect(complaints).toBeGreaterThan(0);
    expect(complaints).toBeLessThan(10 + fullMs / 50);

    await disk.free();
    await until(async () => (await wired.engine.progress.findRun(runId))?.state === "succeeded");
    expect({ effects: crm.effects.length, actions: await stateOfActions() }).toEqual({
      effects: 1,
      actions: ["confirmed"],
    });
    const [record] = await wired.engine.ledger.readRunActions(runId);
    expect(record?.attempts).toHaveLength(1);
  });
});

const aBackend = () =>
  directBackend(wired.engine, () => inProcessHeartbeats((lease) => wired.engine.progress.renew(lease), systemClock));

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const endsAt = Date.now() + 10_000; Date.now() < endsAt; await wait(20)) if (await isSo()) return;
  throw new Error("It did not come to that within 10 s.");
}
