/** The desk of unknown actions, and the look-up of all of one destination. */

import { describe, expect, it } from "vitest";
import {
  aBlockedRun,
  anEngineWorld,
  anOperator,
  askNote,
  type EngineWorld,
  mustProceed,
} from "@/lib/testing/engine-world";
import { aCrm, aDestination, anId, monday } from "@/lib/testing/factories";
import { aGateway, aReport, hour } from "@/lib/testing/ledger-world";
import { aClaimedRun } from "@/lib/testing/progress-world";
import { checkDestination } from "./check-destination";
import { readDesk } from "./read-desk";
import { readNow } from "./read-now";
import { recordProgress } from "./record-progress";
import { reportProbe, takeProbe } from "./run-probe";
import { workerExitSeen } from "./worker-exit";

const press = (world: EngineWorld, over: object = {}) =>
  checkDestination(world.engine, { name: "crm", nonce: anId(), operator: anOperator(), ...over });

/** Unknown notes, each of a run of its own; their senders are known to have ended. */
async function unknownNotes(world: EngineWorld, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const claimed = await aClaimedRun(world.engine.progress, { logicalRunId: `event-${i}` });
    const ask = askNote(claimed);
    const { actionId, attempt } = await mustProceed(world.engine, {
      ...ask,
      logicalRunId: `event-${i}`,
      intent: { ...ask.intent, object: `T-${i}` },
    });
    await world.engine.ledger.report(aReport(attempt.id, "unknown"));
    ids.push(actionId);
  }
  await world.engine.ledger.declareDestinations([aCrm()]);
  return ids;
}

async function answerOne({ engine }: EngineWorld, result: "found" | "absent" | "unclear") {
  const task = await takeProbe(engine, anId(), ["crm"]);
  if (!task) throw new Error("No look-up is due.");
  const answer = { count: 0, detail: "…", record: null, found: result === "found", complete: result !== "unclear" };
  await reportProbe(engine, task, answer);
}

describe("check all", () => {
  it("looks up every unknown action of the destination, and shows what came of each, settled ones included", async () => {
    const world = anEngineWorld();
    const ids = await unknownNotes(world, 4);
    world.pass(60_000);
    const answer = await press(world);
    expect(answer).toMatchObject({ ok: true, items: ids.map((actionId) => ({ actionId, why: null })) });
    for (const result of ["found", "absent", "unclear"] as const) await answerOne(world, result);
    const { checks, count, groups } = await readDesk(world.engine);
    expect(checks).toMatchObject([
      {
        destination: "crm",
        by: "Dana",
        items: [
          { state: "confirmed", look: { state: "done", result: "found" } },
          { state: "planned", look: { state: "done", result: "absent" } },
          { state: "unknown", look: { state: "done", result: "unclear" } },
          { state: "unknown", look: { state: "queued", result: null } },
        ],
      },
    ]);
    expect(count).toBe(2);
    expect(groups).toMatchObject([{ destination: "crm", cause: "timeout", records: [{}, {}] }]);
  });

  it("is one command per click, and asks about nothing twice at once", async () => {
    const world = anEngineWorld();
    const [actionId] = await unknownNotes(world, 1);
    const nonce = anId();
    expect(await press(world, { nonce })).toEqual(await press(world, { nonce }));
    await press(world);
    expect((await world.engine.ledger.readAction(actionId ?? ""))?.probes).toHaveLength(1);
  });

  it("is refused where nothing is unknown, nobody can be asked, or the role is missing", async () => {
    const world = anEngineWorld();
    await world.engine.ledger.declareDestinations([aCrm(), aDestination()]);
    expect(await press(world)).toMatchObject({ ok: false, code: "not_unknown" });
    await aBlockedRun(world, aDestination());
    expect(await press(world, { name: "queue" })).toMatchObject({ ok: false, code: "no_probe" });
    expect(await press(world, { name: "fax" })).toMatchObject({ ok: false, code: "destination_not_found" });
    expect(await press(world, { operator: anOperator("viewer") })).toMatchObject({ ok: false, code: "role_missing" });
  });

  it("proves nothing against a sender that may still send", async () => {
    const world = anEngineWorld();
    const ask = askNote(await aClaimedRun(world.engine.progress));
    const begun = await mustProceed(world.engine, ask);
    await world.engine.ledger.declareDestinations([aCrm()]);
    world.pass(60_000);
    await world.engine.ledger.expireAttempts(10);
    await press(world);
    await answerOne(world, "absent");
    expect((await world.engine.ledger.findAction(begun.actionId))?.state).toBe("unknown");
    await workerExitSeen(world.engine, ask.holder.workerId);
    world.pass(60_000);
    await press(world);
    await answerOne(world, "absent");
    expect((await world.engine.ledger.findAction(begun.actionId))?.state).toBe("planned");
  });
});

/** Its sender's late word contradicts the first one, while its run goes on or after it ended. */
async function aContradiction(world: EngineWorld, runEnds: boolean) {
  const claimed = await aClaimedRun(world.engine.progress);
  const { actionId, attempt } = await mustProceed(world.engine, askNote(claimed, { declaration: aDestination() }));
  await world.engine.ledger.report(aReport(attempt.id, "confirmed"));
  if (runEnds) {
    await recordProgress(world.engine, claimed.lease, { id: anId(), end: { kind: "finished", output: "null" } });
  }
  await world.engine.ledger.report(aReport(attempt.id, "refused"));
  return actionId;
}

describe("what may have happened twice", () => {
  it.each([false, true])(
    "is on the desk and on the first page until a person found out, its run over: %s",
    async (over) => {
      const world = anEngineWorld();
      const actionId = await aContradiction(world, over);
      const range = { from: monday, to: monday + 24 * hour, zone: "UTC" };
      const seen = async () => [
        (await readDesk(world.engine)).disputed.map(({ action }) => action.id),
        (await readNow(world.engine, range)).disputed.map(({ action }) => action.id),
      ];
      expect(await seen()).toEqual([[actionId], [actionId]]);
      expect((await readDesk(world.engine)).disputed).toMatchObject([{ verdict: { kind: "incident" } }]);
      const { version = 0 } = (await world.engine.ledger.findAction(actionId)) ?? {};
      const said = { evidence: "both are there", reason: "looked", by: "Ada" };
      await world.engine.ledger.settleContradiction({ id: anId(), actionId, version, found: "twice", ...said });
      expect(await seen()).toEqual([[], []]);
    },
  );

  it("is not counted among the unknown ones as well", async () => {
    const world = anEngineWorld();
    const { actionId } = await aBlockedRun(world, aDestination());
    const [attempt] = (await world.engine.ledger.readAction(actionId))?.attempts ?? [];
    const { version = 0 } = (await world.engine.ledger.findAction(actionId)) ?? {};
    const said = { evidence: "there", reason: "looked", by: "Ada" };
    await world.engine.ledger.settle({ id: anId(), actionId, version, as: "happened", ...said });
    await world.engine.ledger.report(aReport(attempt?.id ?? "", "refused"));
    expect(await readDesk(world.engine)).toMatchObject({
      count: 0,
      groups: [],
      disputed: [{ action: { id: actionId } }],
    });
  });
});

describe("the first page", () => {
  it("raises an alarm while a safe retry is about to end, and none before or after", async () => {
    const world = anEngineWorld();
    const { actionId } = await aBlockedRun(world, aGateway());
    const range = { from: monday, to: monday + 24 * hour, zone: "UTC" };
    const closing = async () => (await readNow(world.engine, range)).closing.map(({ action }) => action.id);
    expect(await closing()).toEqual([]);
    world.pass(24 * hour - 20 * 60_000);
    expect(await closing()).toEqual([actionId]);
    world.pass(20 * 60_000);
    expect(await closing()).toEqual([]);
  });
});
