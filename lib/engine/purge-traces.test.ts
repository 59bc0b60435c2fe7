import { expect, test } from "vitest";
import { aBlockedRun, anEngineWorld, anOperator, type EngineWorld } from "@/lib/testing/engine-world";
import { aCrm, anId } from "@/lib/testing/factories";
import { aReport } from "@/lib/testing/ledger-world";
import { aClaimedRun, finish } from "@/lib/testing/progress-world";
import { announce, nothingLooked } from "./announce";
import { cancelRun } from "./cancel-run";
import { deliverOutbox } from "./deliver-outbox";
import { guardAction } from "./guard-action";
import { purgeTraces, type TraceKind } from "./purge-traces";
import { recordProgress } from "./record-progress";

const day = 24 * 60 * 60_000;
const retention = { payloadMs: 30 * day, recordMs: 400 * day };

const ends = async ({ engine }: EngineWorld, kind: TraceKind, dryRun = false) =>
  (await purgeTraces(engine, kind, retention, { pageSize: 50, dryRun })).purged;

async function tellAndDeliver({ engine }: EngineWorld) {
  await announce(engine, nothingLooked());
  for (const { id } of await engine.messages.take(50)) await engine.messages.delivered(id);
}

test("what a call without a run sent goes after its time, its key goes on protecting, and an unknown keeps all", async () => {
  const world = anEngineWorld();
  const { engine } = world;
  const guarded = (object: string) => {
    const named = { type: "crm.note", occurrence: "", payload: { text: "Hello" }, volatileFields: [] };
    return { intent: { ...named, object, declaration: aCrm() }, actionId: anId(), attemptId: anId() };
  };
  const [done, lost] = [guarded("T-1"), guarded("T-2")] as const;
  for (const ask of [done, lost]) await guardAction(engine, ask);
  await engine.ledger.report(aReport(done.attemptId, "confirmed"));
  await engine.ledger.report(aReport(lost.attemptId, "unknown"));
  world.pass(30 * day);
  expect(await ends(world, "unowned")).toEqual({ removed: 0, kept: 0 });
  world.pass(1);
  expect(await ends(world, "unowned", true)).toEqual({ removed: 1, kept: 1 });
  expect(await ends(world, "unowned")).toEqual({ removed: 1, kept: 1 });
  expect(await ends(world, "unowned")).toEqual({ removed: 0, kept: 1 });
  world.pass(2_000 * day);
  expect(await guardAction(engine, { ...done, attemptId: anId() })).toMatchObject({
    answer: "stored",
    state: "confirmed",
    detailsPurged: true,
  });
  expect(await engine.ledger.readAction(lost.actionId)).toMatchObject({ payload: expect.any(String) });
});

test("a message stays as long as what it tells of, and is not told twice; afterwards it goes", async () => {
  const world = anEngineWorld();
  await announce(world.engine, nothingLooked());
  const { runId, actionId } = await aBlockedRun(world);
  world.pass(6 * 60_000);
  await tellAndDeliver(world);
  const told = (await world.engine.messages.list({ limit: 9 })).length;
  expect(told).toBeGreaterThan(0);
  world.pass(500 * day);
  expect(await ends(world, "messages")).toEqual({ removed: 0, kept: told });
  await tellAndDeliver(world);
  expect(await world.engine.messages.list({ limit: 9 })).toHaveLength(told);

  const version = (await world.engine.ledger.findAction(actionId))?.version ?? 0;
  const person = { evidence: "The CRM shows it", reason: "I looked", by: "Dana" };
  await world.engine.ledger.settle({ id: anId(), actionId, version, as: "happened", ...person });
  await world.engine.progress.cancel({ runId, by: "Dana", reason: "No longer needed" });
  expect(await ends(world, "messages")).toEqual({ removed: 0, kept: told });
  world.pass(31 * day);
  expect(await ends(world, "messages", true)).toEqual({ removed: told, kept: 0 });
  expect(await ends(world, "messages")).toEqual({ removed: told, kept: 0 });
  expect(await world.engine.messages.list({ limit: 9 })).toEqual([]);
});

test("a command stays with the run that it changed, for as long as its record, and then goes", async () => {
  const world = anEngineWorld();
  const { run } = await aClaimedRun(world.engine.progress);
  const ask = { runId: run.id, reason: "Not needed", nonce: anId(), operator: anOperator() };
  expect(await cancelRun(world.engine, ask)).toMatchObject({ ok: true });
  world.pass(400 * day);
  expect(await ends(world, "commands")).toEqual({ removed: 0, kept: 0 });
  world.pass(1);
  expect(await ends(world, "commands", true)).toEqual({ removed: 1, kept: 0 });
  expect(await world.engine.commands.listByObject(run.id)).toHaveLength(1);
  expect(await ends(world, "commands")).toEqual({ removed: 1, kept: 0 });
  expect(await world.engine.commands.listByObject(run.id)).toEqual([]);
});

test("a refused command on a run that is not over stays, however old it is", async () => {
  const world = anEngineWorld();
  const { engine } = world;
  const { run } = await aClaimedRun(engine.progress);
  const command = {
    id: anId(),
    kind: "resume",
    objectKind: "run",
    objectId: run.id,
    by: "Dana",
    role: "operator",
  } as const;
  await engine.commands.accept({ ...command, reason: "?", shown: null, before: null });
  await engine.commands.finish(command.id, { state: "refused", answer: null, after: null });
  world.pass(500 * day);
  expect(await ends(world, "commands")).toEqual({ removed: 0, kept: 1 });
});

test("a consequence that reached the other half goes after its time, one that did not stays", async () => {
  const world = anEngineWorld();
  const { engine } = world;
  const { run, lease } = await aClaimedRun(engine.progress);
  await recordProgress(engine, lease, { id: anId(), ...finish });
  await engine.progress.purgeRun({ runId: run.id, endedAt: world.now(), checkpoints: [] });
  world.pass(31 * day);
  expect(await ends(world, "deliveries")).toEqual({ removed: 0, kept: 0 });
  await deliverOutbox(engine);
  expect(await ends(world, "deliveries")).toEqual({ removed: 0, kept: 0 });
  world.pass(31 * day);
  expect(await ends(world, "deliveries")).toEqual({ removed: 1, kept: 0 });
});
