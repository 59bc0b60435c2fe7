import { describe, expect, test } from "vitest";
import {
  aBlockedRun,
  anEngineWorld,
  anOperator,
  askNote,
  type EngineWorld,
  mustProceed,
} from "@/lib/testing/engine-world";
import { aCrm, anId } from "@/lib/testing/factories";
import { aReport } from "@/lib/testing/ledger-world";
import { aClaimedRun, aDoneStep, aWaitingRun, finish } from "@/lib/testing/progress-world";
import { beginAttempt } from "./begin-attempt";
import { deliverOutbox } from "./deliver-outbox";
import { nothingPurged, type PurgeStage, purge } from "./purge";
import { recordProgress } from "./record-progress";
import { readResumePlan, resumeRun } from "./resume-run";

const day = 24 * 60 * 60_000;
const retention = { payloadMs: 30 * day, recordMs: 400 * day };
const fail = { end: { kind: "failed", error: { name: "Error", message: "no" }, text: "It failed." } } as const;

const ends = async ({ engine }: EngineWorld, stage: PurgeStage, dryRun = false) =>
  (await purge(engine, stage, retention, { pageSize: 50, dryRun })).purged;

/** Four results, the third of an action that was confirmed; then it is over. */
async function anOverRun({ engine }: EngineWorld, { end = finish, declaration = aCrm() } = {}) {
  const claimed = await aClaimedRun(engine.progress);
  const ask = askNote(claimed, { declaration });
  const begun = await mustProceed(engine, ask);
  await engine.ledger.report(aReport(begun.attempt.id, "confirmed", { response: '{"id":"n-1"}' }));
  const steps = [aDoneStep("read", { ordinal: 1 }), aDoneStep("draft", { ordinal: 2 })];
  const action = aDoneStep("crm.note", { ordinal: 3, kind: "action", actionId: begun.actionId });
  for (const step of [...steps, action, aDoneStep("close", { ordinal: 4 })]) {
    await recordProgress(engine, claimed.lease, { id: anId(), ...step });
  }
  await recordProgress(engine, claimed.lease, { id: anId(), ...end });
  return { claimed, ask, runId: claimed.run.id, actionId: begun.actionId };
}

describe("the end of retention", () => {
  test("takes payloads and what lies between first and last result, and leaves what protects from a repeat", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const { runId, actionId } = await anOverRun(world);
    world.pass(30 * day);
    expect(await ends(world, "payloads")).toEqual(nothingPurged());
    world.pass(1);
    expect(await ends(world, "payloads")).toMatchObject({ runs: 1, actions: 1, checkpoints: 1, kept: [] });
    const bodies = (await engine.progress.readCheckpoints(runId, 9)).map(({ body }) => body);
    expect(bodies).toEqual(['"read"', "", '"crm.note"', '"close"']);
    expect(await engine.ledger.readAction(actionId)).toMatchObject({
      payload: null,
      action: { state: "confirmed", fingerprint: expect.any(String), purgedAt: world.now() },
    });
  });

  test("answers the same ask with the outcome and that its details are gone, and another payload with a mismatch", async () => {
    const world = anEngineWorld();
    const { claimed, ask } = await anOverRun(world);
    world.pass(31 * day);
    await ends(world, "payloads");
    const again = { ...ask, attemptId: anId() };
    expect(await beginAttempt(world.engine, again)).toMatchObject({
      answer: "stored",
      state: "confirmed",
      response: null,
      detailsPurged: true,
    });
    const other = askNote(claimed, { payload: { text: "Goodbye" } });
    expect(await beginAttempt(world.engine, other)).toMatchObject({ answer: "payload_mismatch", paths: [] });
  });

  test("says before what would go and changes nothing", async () => {
    const world = anEngineWorld();
    const { runId, actionId } = await anOverRun(world);
    world.pass(31 * day);
    const before = [await world.engine.progress.readRun(runId), await world.engine.ledger.readAction(actionId)];
    const dry = await ends(world, "payloads", true);
    expect([await world.engine.progress.readRun(runId), await world.engine.ledger.readAction(actionId)]).toEqual(
      before,
    );
    expect(await ends(world, "payloads")).toEqual(dry);
  });

  test("never touches a run that is not over, however long it waits", async () => {
    const world = anEngineWorld();
    const { run } = await aWaitingRun(world.engine.progress, { withinMs: 4_000 * day });
    world.pass(2_000 * day);
    expect(await ends(world, "payloads")).toEqual(nothingPurged());
    expect(await ends(world, "records")).toEqual(nothingPurged());
    expect((await world.engine.progress.findRun(run.id))?.state).toBe("needs_person");
  });

  test("never touches an unknown action, nor its run, and says why", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const { runId, actionId } = await aBlockedRun(world);
    await engine.progress.cancel({ runId, by: "Dana", reason: "Not needed any more" });
    world.pass(2_000 * day);
    expect(await ends(world, "payloads")).toMatchObject({ runs: 0, kept: [{ runId, actionId, why: "unknown" }] });
    expect((await engine.ledger.readAction(actionId))?.payload).not.toBeNull();
    expect((await engine.progress.findRun(runId))?.purgedAt).toBeNull();
  });

  test("closes a failed run for good: the plan says why, and pressing resume is refused and kept", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const { runId } = await anOverRun(world, { end: fail });
    const plan = await readResumePlan(engine, runId);
    world.pass(31 * day);
    await ends(world, "payloads");
    expect((await readResumePlan(engine, runId))?.disabled).toMatchObject({ code: "run_purged" });
    const nonce = anId();
    const ask = { runId, fromCheckpoint: 4, planToken: plan?.token ?? "", reason: "Try again", nonce };
    expect(await resumeRun(engine, { ...ask, operator: anOperator() })).toMatchObject({
      ok: false,
      code: "run_purged",
    });
    expect(await engine.commands.listByObject(runId)).toMatchObject([{ state: "refused" }]);
  });

  test("takes keys and run much later, and not while the destination still merges repeats of the key", async () => {
    const windowMs = 500 * day;
    const declaration = aCrm({ deduplicates: { header: "Idempotency-Key", windowMs, replaysErrors: false } });
    const world = anEngineWorld();
    const { engine } = world;
    const { runId, actionId } = await anOverRun(world, { declaration });
    world.pass(31 * day);
    await ends(world, "payloads");
    world.pass(400 * day);
    expect(await ends(world, "records")).toMatchObject({ runs: 0, kept: [{ actionId, why: "window_open" }] });
    world.pass(100 * day);
    expect(await ends(world, "records", true)).toMatchObject({ runs: 1, actions: 1 });
    expect(await ends(world, "records")).toMatchObject({ runs: 1, actions: 1, kept: [] });
    expect(await engine.progress.findRun(runId)).toBeNull();
    expect(await engine.ledger.readAction(actionId)).toBeNull();
  });

  test("is finished by the next one when the process dies between the halves", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const { runId, actionId } = await anOverRun(world);
    world.pass(31 * day);
    // It dies right after progress committed its part.
    const progress = new Proxy(engine.progress, {
      get: (store, name) => (name === "takeOutbox" ? async () => [] : Reflect.get(store, name).bind(store)),
    });
    await purge({ ...engine, progress }, "payloads", retention, { pageSize: 50, dryRun: false });
    expect((await engine.ledger.readAction(actionId))?.payload).not.toBeNull();
    await deliverOutbox(engine);
    expect((await engine.ledger.readAction(actionId))?.payload).toBeNull();

    world.pass(400 * day);
    const actions = (await engine.ledger.readRunActions(runId)).map(({ action: { id, version } }) => ({ id, version }));
    await engine.ledger.removeRun({ runId, actions });
    expect(await readResumePlan(engine, runId)).toMatchObject({ disabled: { code: "run_finished" } });
    expect(await ends(world, "records")).toMatchObject({ runs: 1 });
    expect(await engine.progress.findRun(runId)).toBeNull();
  });
});
