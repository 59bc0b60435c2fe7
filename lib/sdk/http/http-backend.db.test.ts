import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { KeyScope } from "@/lib/auth/keys/api-key";
import { makeKey } from "@/lib/auth/keys/key-commands";
import { getWebAuth } from "@/lib/auth/web-auth";
import { actions, supportTicket, workflows } from "@/lib/demo/support-agent";
import { worldUnderTest } from "@/lib/demo/world/world-under-test";
import { setWorldUrl } from "@/lib/demo/world-url";
import type { ReviewEngine } from "@/lib/review/review-engine";
import { type RouteModules, serveApi, serveLossy } from "@/lib/testing/api-server";
import { backendConformance } from "@/lib/testing/backend-conformance";
import { anOperator } from "@/lib/testing/engine-world";
import { aDestination } from "@/lib/testing/factories";
import { decideOn, probeFor } from "@/lib/testing/operator-for-tests";
import { countingDestination } from "@/lib/testing/sdk-world";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { closeEngine, getEngine } from "@/lib/wiring";
import type { Backend } from "../backend";
import { guard } from "../guard";
import { newId } from "../new-id";
import { start } from "../start";
import { createWorker } from "../worker/worker";
import { httpBackend } from "./http-backend";

const modules = import.meta.glob<RouteModules[string]>("/app/api/v1/**/route.ts", { eager: true });

let database: TestDatabase;
let engine: ReviewEngine;
let server: Awaited<ReturnType<typeof serveApi>>;
let backend: Backend;

async function aKey(scopes: KeyScope[], over: { workflows?: string[]; destinations?: string[] } = {}) {
  const wanted = { name: "test", scopes, workflows: null, destinations: null, expiresAt: null, ...over };
  const { database: kept } = await getWebAuth();
  const made = await makeKey(engine, kept, { ...wanted, nonce: newId(), operator: anOperator("admin") });
  if (!made.ok || made.key === null) throw new Error("The key was not made.");
  return made.key;
}

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  engine = await getEngine();
  server = await serveApi(modules);
  backend = httpBackend(server.url, await aKey(["worker", "guard"]), { claimWaitMs: 0 });
});
afterAll(async () => {
  await server.close();
  await closeEngine();
  await (await getWebAuth()).database.close();
  await database.drop();
  vi.unstubAllEnvs();
});

backendConformance("the HTTP backend over a server on loopback", async () => ({
  backend,
  loseLeases: () => wait(1_050),
  decide: decideOn(engine),
  askProbe: probeFor(engine),
}));

describe("a worker on another machine", () => {
  it("takes a ticket through its five steps, with one note and one message", async () => {
    const world = await worldUnderTest();
    setWorldUrl(world.url);
    const worker = createWorker({ workflows, actions, backend: httpBackend(server.url, await aKey(["worker"])) });
    await worker.start();
    onTestFinished(() => worker.stop());
    const { runId } = await start(supportTicket, { ticketId: "T-1041" }, { logicalRunId: "event-1", backend });
    await vi.waitFor(
      async () => expect((await engine.progress.readRun(runId))?.run).toMatchObject({ state: "succeeded" }),
      { timeout: 10_000, interval: 50 },
    );
    expect(await world.client.counts("T-1041")).toMatchObject({ "crm.note": 1, "queue.message": 1, "model.call": 1 });
  });

  it("waits for a run on the server, and is given it when it comes", async () => {
    const waiting = httpBackend(server.url, await aKey(["worker"]), { claimWaitMs: 5_000 });
    const workflow = `flow-${newId()}`;
    const named = { id: newId(), name: "w", host: "h", pid: 1, destinations: [], shapes: [] };
    const worker = { ...named, workflows: [{ name: workflow, version: 1 }] };
    await waiting.registerWorker(worker, []);
    const claimed = waiting.claim(worker);
    await wait(400);
    const run = { id: newId(), workflow, workflowVersion: 1, logicalRunId: "e", subject: null, input: 1 };
    await waiting.startRun({ ...run, recovery: "automatic", leaseMs: 1_000 });
    expect((await claimed)?.run.id).toBe(run.id);
  });
});

describe("a call guarded over HTTP", () => {
  it("is sent once, with a key that can do nothing else", async () => {
    const crm = countingDestination();
    const guarding = httpBackend(server.url, await aKey(["guard"]));
    const note = crm.send("crm.note");
    const payload = { object: "T-9", text: "hello" };
    expect(await guard(note, "T-9", payload, { backend: guarding })).toMatchObject({ state: "confirmed", sent: true });
    expect(await guard(note, "T-9", payload, { backend: guarding })).toMatchObject({ state: "confirmed", sent: false });
    expect(crm.effects).toHaveLength(1);
    const refused = { code: "key_may_not", httpCode: 403 };
    await expect(guarding.takeProbe(newId(), [])).rejects.toMatchObject(refused);
  });
});

describe("a key", () => {
  it("for one workflow and destination is for no other", async () => {
    const limited = httpBackend(
      server.url,
      await aKey(["worker", "guard"], { workflows: ["a"], destinations: ["crm"] }),
    );
    const refused = { code: "key_may_not" };
    const run = { id: newId(), workflow: "b", workflowVersion: 1, logicalRunId: "e", subject: null, input: 1 };
    await expect(limited.startRun({ ...run, recovery: "automatic", leaseMs: 1_000 })).rejects.toMatchObject(refused);
    const declaration = aDestination({ name: "mail" });
    const intent = { type: "mail.send", object: "T-1", occurrence: "", payload: {}, volatileFields: [], declaration };
    const ids = { actionId: newId(), attemptId: newId() };
    await expect(limited.guard({ intent, ...ids })).rejects.toMatchObject(refused);
  });

  it("that is not good, or none, opens no door", async () => {
    const stranger = httpBackend(server.url, `rpk_00000000_${"x".repeat(43)}`);
    await expect(stranger.workerSeen(newId())).rejects.toMatchObject({ code: "unauthenticated", httpCode: 401 });
  });

  it.each([["worker" as const], ["guard" as const], ["read" as const]])(
    "with the scope %s never decides, resumes or settles",
    async (scope) => {
      const key = await aKey([scope]);
      const paths = Object.keys(modules).filter((file) => !/\/(worker|guard)\//.test(file) && modules[file]?.POST);
      expect(paths.length).toBeGreaterThan(20);
      for (const file of paths) {
        const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
        const request = new Request(`${server.url}${file}`, { method: "POST", headers, body: "{}" });
        const answer = await modules[file]!.POST!(request, { params: Promise.resolve({}) });
        expect([file, answer.status]).toEqual([file, 403]);
      }
    },
  );

  it("for reading sees what a viewer sees, and one for working does not", async () => {
    const read = async (scope: KeyScope) => {
      const headers = { authorization: `Bearer ${await aKey([scope])}` };
      return (await fetch(`${server.url}/api/v1/runs`, { headers })).status;
    };
    expect([await read("read"), await read("worker")]).toEqual([200, 403]);
  });
});

describe("a request that arrives twice", () => {
  const aStart = () => ({
    ...{ id: newId(), workflow: `flow-${newId()}`, workflowVersion: 1, logicalRunId: newId(), subject: null },
    ...{ input: 1, recovery: "automatic" as const, leaseMs: 1_000 },
  });
  const aClaim = (workflow: string, waitMs: number) => ({
    worker: {
      ...{ id: newId(), name: "w", host: "h", pid: 1, destinations: [], shapes: [] },
      workflows: [{ name: workflow, version: 1 }],
    },
    waitMs,
  });
  async function post(path: string, key: string, name: string | null, body: unknown) {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method: "POST",
      headers: name === null ? headers : { ...headers, "idempotency-key": name },
      body: JSON.stringify(body),
    });
    const { status } = answer;
    return { status, replayed: answer.headers.get("idempotency-replayed"), body: await answer.json() };
  }

  it("is answered as the first time, says so, and has one effect", async () => {
    const key = await aKey(["worker"]);
    const run = aStart();
    await post("/worker/start", key, '"s1"', run);
    const ask = aClaim(run.workflow, 0);
    const first = await post("/worker/claim", key, '"c1"', ask);
    expect(first).toMatchObject({ status: 200, replayed: null, body: { claimed: { run: { executionCount: 1 } } } });
    expect(await post("/worker/claim", key, "c1", ask)).toEqual({ ...first, replayed: "true" });
    expect((await post("/worker/claim", key, "c2", ask)).body).toEqual({ claimed: null });
  });

  it("is refused without a key, under another request's, and while the first is under way", async () => {
    const key = await aKey(["worker"]);
    const ask = aClaim("nothing", 0);
    expect(await post("/worker/claim", key, null, ask)).toMatchObject({
      status: 400,
      body: { code: "idempotency_key_missing" },
    });
    await post("/worker/claim", key, "k1", ask);
    expect(await post("/worker/claim", key, "k1", { ...ask, waitMs: 1 })).toMatchObject({
      status: 422,
      body: { code: "idempotency_key_reused" },
    });
    const waiting = aClaim("nothing", 1_000);
    const slow = post("/worker/claim", key, "k2", waiting);
    await wait(300);
    expect(await post("/worker/claim", key, "k2", waiting)).toMatchObject({
      status: 409,
      body: { code: "request_in_flight" },
    });
    expect((await slow).status).toBe(200);
  });

  it("may be another program's: each key has names of its own", async () => {
    const ask = aClaim("nothing", 0);
    await post("/worker/claim", await aKey(["worker"]), "k1", ask);
    expect(await post("/worker/claim", await aKey(["worker"]), "k1", { ...ask, waitMs: 1 })).toMatchObject({
      status: 200,
    });
  });

  it("after a refusal is a new one: what failed leaves nothing behind", async () => {
    const key = await aKey(["worker"], { workflows: ["other"] });
    const run = aStart();
    for (const _ of [1, 2]) expect((await post("/worker/start", key, "r1", run)).body.code).toBe("key_may_not");
  });

  it("because its answer was lost brings the run that the first one claimed, once", async () => {
    const key = await aKey(["worker"]);
    const run = aStart();
    await backend.startRun(run);
    let lost = 0;
    const lossy = await serveLossy(server.url, (path) => path.endsWith("/claim") && lost++ === 0);
    onTestFinished(() => lossy.close());
    const { worker } = aClaim(run.workflow, 0);
    const claimed = await httpBackend(lossy.url, key, { claimWaitMs: 0 }).claim(worker);
    expect(claimed?.run).toMatchObject({ id: run.id, executionCount: 1, token: 1 });
    expect(lost).toBe(2);
  });
});
