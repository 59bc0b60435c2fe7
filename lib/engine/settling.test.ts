/** Ways out of the unknown, and what follows across the seam. */

import { describe, expect, it } from "vitest";
import {
  aBlockedRun,
  anEngineWorld,
  anOperator,
  askNote,
  type EngineWorld,
  mustProceed,
} from "@/lib/testing/engine-world";
import { aCrm, aDestination, anId } from "@/lib/testing/factories";
import { aReport } from "@/lib/testing/ledger-world";
import { aClaimedRun, leaseMs } from "@/lib/testing/progress-world";
import { checkAction } from "./check-action";
import { deliverOutbox } from "./deliver-outbox";
import { recordProgress } from "./record-progress";
import { reportProbe, takeProbe } from "./run-probe";
import { settleAction } from "./settle-action";
import { workerExitSeen } from "./worker-exit";

const horizonMs = 10_000;
const found = { found: true, complete: true, count: 1, detail: "One note carries our marker.", record: { id: "n1" } };
const absent = { found: false, complete: true, count: 0, detail: "No note carries our marker.", record: null };

const runState = async ({ engine }: EngineWorld, runId: string) => (await engine.progress.findRun(runId))?.state;
const actionState = async ({ engine }: EngineWorld, actionId: string) =>
  (await engine.ledger.findAction(actionId))?.state;

async function probeWith(world: EngineWorld, actionId: string, answer: typeof found | typeof absent) {
  const { engine } = world;
  const asked = await checkAction(engine, { actionId, nonce: anId(), operator: anOperator() });
  if (!asked.ok) throw new Error(asked.message);
  const task = await takeProbe(engine, anId(), ["crm"]);
  if (!task) throw new Error("No look-up was queued.");
  await reportProbe(engine, task, answer as never);
  await deliverOutbox(engine);
}

describe("a look-up", () => {
  it("that finds it settles the action as happened, and its run goes on by itself", async () => {
    const world = anEngineWorld();
    const { runId, actionId } = await aBlockedRun(world);
    await probeWith(world, actionId, found);
    expect([await actionState(world, actionId), await runState(world, runId)]).toEqual(["confirmed", "queued"]);
  });

  it("that finds nothing too early proves nothing, and is asked again once it can count", async () => {
    const world = anEngineWorld();
    const { actionId } = await aBlockedRun(world);
    await probeWith(world, actionId, absent);
    expect(await actionState(world, actionId)).toBe("unknown");
    expect(await takeProbe(world.engine, anId(), ["crm"])).toBeNull();
    world.pass(horizonMs + 10_000);
    const again = await takeProbe(world.engine, anId(), ["crm"]);
    if (!again) throw new Error("It was not asked again.");
    await reportProbe(world.engine, again, absent);
    expect(await actionState(world, actionId)).toBe("planned");
  });

  it("that finds nothing proves nothing while a silent sender could still send", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const claimed = await aClaimedRun(engine.progress);
    const begun = await mustProceed(engine, askNote(claimed));
    world.pass(leaseMs);
    await engine.ledger.expireAttempts(10);
    await probeWith(world, begun.actionId, absent);
    const record = await engine.ledger.readAction(begun.actionId);
    expect([record?.action.state, record?.absentDidNotSettle]).toEqual(["unknown", true]);
  });

  it("that finds nothing counts once the sender's exit was seen", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const claimed = await aClaimedRun(engine.progress);
    const ask = askNote(claimed);
    const begun = await mustProceed(engine, ask);
    await workerExitSeen(engine, ask.holder.workerId);
    world.pass(leaseMs);
    await probeWith(world, begun.actionId, absent);
    expect(await actionState(world, begun.actionId)).toBe("planned");
  });

  it("is refused where nobody can be asked, with the next step", async () => {
    const world = anEngineWorld();
    const { actionId } = await aBlockedRun(world, aDestination());
    const answer = await checkAction(world.engine, { actionId, nonce: anId(), operator: anOperator() });
    expect(answer).toMatchObject({ ok: false, code: "no_probe" });
  });
});

describe("a person's settlement", () => {
  const settle = async (
    world: EngineWorld,
    actionId: string,
    as: "happened" | "did_not_happen" | "send_again",
    version?: number,
  ) => {
    const action = await world.engine.ledger.findAction(actionId);
    const ask = {
      actionId,
      version: version ?? action?.version ?? 0,
      as,
      evidence: "looked",
      reason: "seen",
      nonce: anId(),
    };
    return settleAction(world.engine, { ...ask, operator: anOperator() });
  };

  it.each([
    ["happened", "confirmed"],
    ["did_not_happen", "planned"],
    ["send_again", "planned"],
  ] as const)("as %s leaves it %s and lets its run go on", async (as, state) => {
    const world = anEngineWorld();
    const { runId, actionId } = await aBlockedRun(world, aDestination());
    expect(await settle(world, actionId, as)).toMatchObject({ ok: true, state });
    expect(await runState(world, runId)).toBe("queued");
  });

  it("is refused when new evidence came in meanwhile", async () => {
    const world = anEngineWorld();
    const { actionId } = await aBlockedRun(world, aDestination());
    expect(await settle(world, actionId, "happened", 0)).toMatchObject({ ok: false, code: "changed_meanwhile" });
  });

  it("is refused while an attempt is in flight", async () => {
    const world = anEngineWorld();
    const begun = await mustProceed(world.engine, askNote(await aClaimedRun(world.engine.progress)));
    expect(await settle(world, begun.actionId, "happened")).toMatchObject({ ok: false, code: "in_flight" });
  });
});

describe("across the seam", () => {
  it("a run blocked on an action that was settled meanwhile is woken at once", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const claimed = await aClaimedRun(engine.progress);
    const begun = await mustProceed(engine, askNote(claimed, { declaration: aCrm() }));
    await engine.ledger.report(aReport(begun.attempt.id, "unknown"));
    await engine.ledger.report(aReport(begun.attempt.id, "confirmed"));
    await engine.ledger.settle({
      actionId: begun.actionId,
      version: (await engine.ledger.findAction(begun.actionId))?.version ?? 0,
      as: "happened",
      evidence: "e",
      reason: "r",
      by: "Dana",
    });
    await recordProgress(engine, claimed.lease, {
      id: anId(),
      end: { kind: "blocked", cause: "outcome_unknown", text: "…", actionIds: [begun.actionId] },
    });
    expect(await runState(world, claimed.run.id)).toBe("queued");
  });

  it("a settlement wakes only the run that waits for this action", async () => {
    const world = anEngineWorld();
    const { runId } = await aBlockedRun(world);
    expect(await world.engine.progress.wake(runId, { actionId: anId() })).toBe(false);
    expect(await runState(world, runId)).toBe("blocked");
  });

  it("one undeliverable consequence does not hold up the others", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const { runId, actionId } = await aBlockedRun(world);
    engine.progress.takeOutbox = async () => [{ id: anId(), kind: "nobody_knows", body: {} }];
    const task = engine.ledger.settle({
      actionId,
      version: (await engine.ledger.findAction(actionId))?.version ?? 0,
      as: "happened",
      evidence: "e",
      reason: "r",
      by: "Dana",
    });
    await task;
    const errors: unknown[] = [];
    await deliverOutbox(engine, 10, (error) => errors.push(error));
    expect(errors).toHaveLength(1);
    expect(await runState(world, runId)).toBe("queued");
  });
});
