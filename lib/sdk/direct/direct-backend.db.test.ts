import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { killSwitch } from "@/lib/demo/kill-switch";
import { actions, sensitiveTicket, supportTicket, workflows } from "@/lib/demo/support-agent";
import { worldUnderTest } from "@/lib/demo/world/world-under-test";
import { setWorldUrl } from "@/lib/demo/world-url";
import { backendConformance } from "@/lib/testing/backend-conformance";
import { decideOn, probeFor } from "@/lib/testing/operator-for-tests";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { createEngine, type Wired } from "@/lib/wiring";
import type { Backend } from "../backend";
import { start } from "../start";
import { createWorker } from "../worker/worker";
import { workflow } from "../workflow";
import { databaseHeartbeats } from "./database-heartbeats";
import { directBackend } from "./direct-backend";

// Each half in a database of its own: what works so shares no key, join or transaction.
let database: TestDatabase;
let ledgerDatabase: TestDatabase;
let wired: Wired;
let backend: Backend;

beforeAll(async () => {
  database = await createTestDatabase();
  ledgerDatabase = await createTestDatabase();
  wired = await createEngine({ progressUrl: database.url, ledgerUrl: ledgerDatabase.url });
  backend = directBackend(wired.engine, () =>
    databaseHeartbeats(database.url, (error) => {
      throw error;
    }),
  );
});
afterAll(async () => {
  await wired.close();
  await database.drop();
  await ledgerDatabase.drop();
});

backendConformance("the direct backend over two Postgres databases", async () => ({
  backend,
  loseLeases: () => wait(1_050),
  decide: decideOn(wired.engine),
  askProbe: probeFor(wired.engine),
}));

async function aWorker(options: Omit<Parameters<typeof createWorker>[0], "backend">) {
  const worker = createWorker({ ...options, backend });
  await worker.start();
  onTestFinished(() => worker.stop());
  return worker;
}

async function untilState(runId: string, state: string) {
  for (const endsAt = Date.now() + 10_000; Date.now() < endsAt; await wait(50)) {
    const record = await wired.engine.progress.readRun(runId);
    if (record?.run.state === state) return record;
  }
  const record = await wired.engine.progress.readRun(runId);
  throw new Error(`The run is ${record?.run.state} (${record?.run.causeText}), not ${state}.`);
}

describe("the demo's support agent on Postgres", () => {
  it("takes a routine ticket through five steps, with one note and one message", async () => {
    const world = await worldUnderTest();
    setWorldUrl(world.url);
    await aWorker({ workflows, actions, onBoundary: killSwitch(world.url) });
    const { runId } = await start(supportTicket, { ticketId: "T-1041" }, { logicalRunId: "event-1", backend });
    const record = await untilState(runId, "succeeded");
    expect(record.checkpoints.map(({ stepName }) => stepName)).toEqual([
      "read-ticket",
      "fetch-history",
      "recommend",
      "crm.note",
      "queue.escalate",
    ]);
    expect(await world.client.counts("T-1041")).toMatchObject({ "crm.note": 1, "queue.message": 1, "model.call": 1 });
  });

  it("holds a sensitive ticket for a person, and sends what was approved once", async () => {
    const world = await worldUnderTest();
    setWorldUrl(world.url);
    await aWorker({ workflows, actions });
    const { runId } = await start(sensitiveTicket, { ticketId: "T-1042" }, { logicalRunId: "event-2", backend });
    const waiting = await untilState(runId, "needs_person");
    expect((await world.client.counts("T-1042"))["crm.note"]).toBe(0);
    await decideOn(wired.engine)(waiting.validations[0]!.id, "approve");
    await untilState(runId, "succeeded");
    expect(await world.client.counts("T-1042")).toMatchObject({ "crm.note": 1, "queue.message": 1, "model.call": 1 });
  });

  it("stops at a lost reply, finds the note by its marker, and goes on", async () => {
    const world = await worldUnderTest();
    setWorldUrl(world.url);
    await aWorker({ workflows, actions });
    await world.client.armFault({ system: "crm", object: "T-1038", fault: "reply_lost_after_effect" });
    const { runId } = await start(supportTicket, { ticketId: "T-1038" }, { logicalRunId: "event-3", backend });
    const blocked = await untilState(runId, "blocked");
    expect(blocked.run).toMatchObject({ cause: "outcome_unknown", waitsFor: { validationIds: [] } });
    await probeFor(wired.engine)(blocked.run.waitsFor.actionIds[0]!);
    await untilState(runId, "succeeded");
    expect(await world.client.counts("T-1038")).toMatchObject({ "crm.note": 1, "queue.message": 1, "model.call": 1 });
  });
});

describe("heartbeats in their own thread", () => {
  it("keep the lease while the code blocks the event loop for longer than it lasts", async () => {
    const blocking = workflow(
      "blocking",
      { version: 1, input: (value: unknown) => value, recovery: "automatic", leaseMs: "1s" },
      (run) =>
        run.step("block", () => {
          const until = Date.now() + 2_500;
          while (Date.now() < until);
          return "done";
        }),
    );
    await aWorker({ workflows: [blocking] });
    const { runId } = await start(blocking, {}, { logicalRunId: "event-4", backend });
    const { executions } = await untilState(runId, "succeeded");
    expect(executions).toHaveLength(1);
  });
});
