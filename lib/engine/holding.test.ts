/** Holding a destination: nothing is sent there, its runs wait by name, and go on by themselves after the release. */

import { describe, expect, it } from "vitest";
import { anEngineWorld, anOperator, askNote, type EngineWorld, mustProceed } from "@/lib/testing/engine-world";
import { aCrm, anId } from "@/lib/testing/factories";
import { aReport } from "@/lib/testing/ledger-world";
import { aClaimedRun } from "@/lib/testing/progress-world";
import { beginAttempt } from "./begin-attempt";
import { deliverOutbox } from "./deliver-outbox";
import { holdDestination } from "./hold-destination";
import { readRun } from "./read-run";
import { recordProgress } from "./record-progress";
import { releaseDestination } from "./release-destination";

const command = () => ({ name: "crm", reason: "Migration", nonce: anId(), operator: anOperator() });

async function aWorldWithCrm(): Promise<EngineWorld> {
  const world = anEngineWorld();
  await world.engine.ledger.declareDestinations([aCrm()]);
  return world;
}

/** A run whose note was answered with the hold, and that waits for its end. */
async function aWaitingRun({ engine }: EngineWorld) {
  const claimed = await aClaimedRun(engine.progress);
  const ask = askNote(claimed);
  const answer = await beginAttempt(engine, ask);
  if (answer.answer !== "destination_held") throw new Error(`The ledger answered ${answer.answer}.`);
  return { claimed, ask, actionId: answer.actionId, runId: claimed.run.id };
}

const suspend = ({ engine }: EngineWorld, { claimed, actionId }: Awaited<ReturnType<typeof aWaitingRun>>) =>
  recordProgress(engine, claimed.lease, {
    id: anId(),
    end: {
      kind: "suspended",
      cause: "destination_held",
      text: "crm.note for T-1041 waits: the CRM is held by Dana (Migration).",
      validationIds: [],
      actionIds: [actionId],
      wakeInMs: null,
    },
  });

const findRun = ({ engine }: EngineWorld, runId: string) => engine.progress.findRun(runId);

describe("a held destination", () => {
  it("answers every ask that would send with who holds it and why", async () => {
    const world = await aWorldWithCrm();
    expect(await holdDestination(world.engine, command())).toMatchObject({ ok: true, hold: { by: "Dana" } });
    const { ask } = await aWaitingRun(world);
    expect(await beginAttempt(world.engine, { ...ask, attemptId: anId() })).toMatchObject({
      answer: "destination_held",
      hold: { by: "Dana", reason: "Migration" },
    });
  });

  it("hides nothing that is known already", async () => {
    const world = await aWorldWithCrm();
    const ask = askNote(await aClaimedRun(world.engine.progress));
    const begun = await mustProceed(world.engine, ask);
    await world.engine.ledger.report(aReport(begun.attempt.id, "confirmed"));
    await holdDestination(world.engine, command());
    expect(await beginAttempt(world.engine, { ...ask, attemptId: anId() })).toMatchObject({ answer: "stored" });
  });

  it("makes its run wait with a named waker, and the release lets it go on by itself", async () => {
    const world = await aWorldWithCrm();
    await holdDestination(world.engine, command());
    const waiting = await aWaitingRun(world);
    await suspend(world, waiting);
    expect(await findRun(world, waiting.runId)).toMatchObject({ state: "waiting", cause: "destination_held" });
    expect((await readRun(world.engine, waiting.runId))?.answers).toMatchObject({
      stopped: { waker: "the destination is released" },
      retry: { sentence: "Nothing is sent to the CRM until it is released: Dana holds it." },
    });
    world.pass(3_600_000);
    expect(await findRun(world, waiting.runId)).toMatchObject({ state: "waiting" });
    await releaseDestination(world.engine, command());
    expect(await findRun(world, waiting.runId)).toMatchObject({ state: "queued" });
  });

  it("leaves no run waiting that was answered before the release and suspended after it", async () => {
    const world = await aWorldWithCrm();
    await holdDestination(world.engine, command());
    const waiting = await aWaitingRun(world);
    await releaseDestination(world.engine, command());
    await suspend(world, waiting);
    expect(await findRun(world, waiting.runId)).toMatchObject({ state: "queued" });
  });

  it("wakes its runs although the process of the release died before it told them", async () => {
    const world = await aWorldWithCrm();
    await holdDestination(world.engine, command());
    const waiting = await aWaitingRun(world);
    await suspend(world, waiting);
    await world.engine.ledger.releaseDestination({ id: anId(), name: "crm" });
    expect(await findRun(world, waiting.runId)).toMatchObject({ state: "waiting" });
    await deliverOutbox(world.engine);
    expect(await findRun(world, waiting.runId)).toMatchObject({ state: "queued" });
  });
});

describe("the commands", () => {
  it("keep who, why, before and after, and refuse what is so already", async () => {
    const { engine } = await aWorldWithCrm();
    const ask = command();
    await holdDestination(engine, ask);
    expect(await holdDestination(engine, ask)).toMatchObject({ ok: true });
    expect(await holdDestination(engine, command())).toMatchObject({
      ok: false,
      code: "already_held",
      message: "It is held already, by Dana: Migration",
    });
    await releaseDestination(engine, command());
    expect(await releaseDestination(engine, command())).toMatchObject({ ok: false, code: "not_held" });
    const kept = await engine.commands.listByObject("crm");
    expect(kept.map(({ kind, state, reason }) => [kind, state, reason])).toEqual(
      expect.arrayContaining([
        ["hold", "applied", "Migration"],
        ["hold", "refused", "Migration"],
        ["release", "applied", "Migration"],
        ["release", "refused", "Migration"],
      ]),
    );
    expect(kept.find(({ id }) => id === ask.nonce)).toMatchObject({
      before: { hold: null },
      after: { hold: { by: "Dana", reason: "Migration" } },
    });
  });

  it("are not for somebody without the role", async () => {
    const { engine } = await aWorldWithCrm();
    const answer = await holdDestination(engine, { ...command(), operator: anOperator("approver") });
    expect(answer).toMatchObject({ ok: false, code: "role_missing" });
    expect((await engine.ledger.listDestinations())[0]?.hold).toBeNull();
  });

  it("know only destinations that a worker declared", async () => {
    const { engine } = await aWorldWithCrm();
    expect(await holdDestination(engine, { ...command(), name: "fax" })).toMatchObject({
      ok: false,
      code: "destination_not_found",
    });
  });
});
