/** What people press: one wins, the others are told; a refused try is kept. */

import { describe, expect, it } from "vitest";
import { aBlockedRun, anEngineWorld, anOperator, type EngineWorld } from "@/lib/testing/engine-world";
import { aDestination, anId } from "@/lib/testing/factories";
import { aClaimedRun, aDoneStep, aWaitingRun, leaseMs, minute, mustRecord } from "@/lib/testing/progress-world";
import { cancelRun } from "./cancel-run";
import { decideValidation } from "./decide-validation";
import { readResumePlan, resumeRun } from "./resume-run";
import { sweep } from "./sweep";

async function anInterruptedRun(world: EngineWorld) {
  const { engine } = world;
  const claimed = await aClaimedRun(engine.progress);
  await mustRecord(engine.progress, claimed.lease, aDoneStep("read-ticket"));
  world.pass(leaseMs + 1);
  await sweep(engine, (error) => {
    throw error;
  });
  return claimed.run.id;
}

async function aResumeOf({ engine }: EngineWorld, runId: string, fromCheckpoint = 1) {
  const plan = await readResumePlan(engine, runId, fromCheckpoint);
  return { runId, fromCheckpoint, planToken: plan?.token ?? "", reason: "The CRM is back.", operator: anOperator() };
}

describe("resume", () => {
  it("starts one execution however many press at once, and tells the others who won", async () => {
    const world = anEngineWorld();
    const runId = await anInterruptedRun(world);
    const ask = await aResumeOf(world, runId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => resumeRun(world.engine, { ...ask, nonce: anId() })),
    );
    const refused = answers.filter((answer) => !answer.ok);
    expect(refused).toHaveLength(19);
    for (const answer of refused) expect(answer).toMatchObject({ code: "already_resumed", facts: { by: "Dana" } });
    expect((await world.engine.progress.readRun(runId))?.executions).toHaveLength(2);
  });

  it("is refused with the new plan when the ledger moved since", async () => {
    const world = anEngineWorld();
    const runId = await anInterruptedRun(world);
    const ask = await aResumeOf(world, runId);
    const answer = await resumeRun(world.engine, { ...ask, planToken: "of yesterday", nonce: anId() });
    expect(answer).toMatchObject({ ok: false, code: "stale_plan", facts: { token: ask.planToken } });
  });

  it("is off while nobody knows what happened and nobody can be asked", async () => {
    const world = anEngineWorld();
    const { runId } = await aBlockedRun(world, aDestination());
    const ask = await aResumeOf(world, runId, 0);
    expect(await resumeRun(world.engine, { ...ask, nonce: anId() })).toMatchObject({
      ok: false,
      code: "outcome_unknown",
    });
  });

  it("asks the destination first where it can be asked", async () => {
    const world = anEngineWorld();
    const { runId, actionId } = await aBlockedRun(world);
    const ask = await aResumeOf(world, runId, 0);
    expect(await resumeRun(world.engine, { ...ask, nonce: anId() })).toMatchObject({ ok: true, checking: [actionId] });
    expect((await world.engine.ledger.readAction(actionId))?.probes).toMatchObject([{ state: "queued" }]);
  });

  it("of a run that is not there is refused, and never starts a fresh one", async () => {
    const world = anEngineWorld();
    const ask = {
      runId: anId(),
      fromCheckpoint: 0,
      planToken: "x",
      reason: "because",
      nonce: anId(),
      operator: anOperator(),
    };
    expect(await resumeRun(world.engine, ask)).toMatchObject({ ok: false, code: "run_not_found" });
  });

  it("by somebody without the role is refused, and kept", async () => {
    const world = anEngineWorld();
    const runId = await anInterruptedRun(world);
    const ask = await aResumeOf(world, runId);
    const answer = await resumeRun(world.engine, { ...ask, operator: anOperator("approver"), nonce: anId() });
    expect(answer).toMatchObject({ ok: false, code: "role_missing" });
    expect(await world.engine.commands.listByObject(runId)).toMatchObject([{ state: "refused", role: "approver" }]);
  });
});

describe("a decision", () => {
  const decide = (world: EngineWorld, validationId: string, over: object = {}) =>
    decideValidation(world.engine, {
      validationId,
      verdict: "approve",
      reason: null,
      answer: null,
      shown: ["f1"],
      from: null,
      nonce: anId(),
      operator: anOperator("approver"),
      ...over,
    });

  it("is one: the second person is told who decided what", async () => {
    const world = anEngineWorld();
    const { validation } = await aWaitingRun(world.engine.progress);
    expect(await decide(world, validation.id)).toMatchObject({ ok: true });
    const second = await decide(world, validation.id, { verdict: "reject", reason: "invoice disputed" });
    expect(second).toMatchObject({ ok: false, code: "already_decided", message: "Dana approved this already." });
  });

  it("binds to what was shown", async () => {
    const world = anEngineWorld();
    const { validation } = await aWaitingRun(world.engine.progress);
    expect(await decide(world, validation.id, { shown: ["other"] })).toMatchObject({
      ok: false,
      code: "changed_since_shown",
    });
  });

  it("to reject needs a reason", async () => {
    const world = anEngineWorld();
    const { validation } = await aWaitingRun(world.engine.progress);
    expect(await decide(world, validation.id, { verdict: "reject" })).toMatchObject({
      ok: false,
      code: "reason_required",
    });
  });

  it("after the deadline is refused, and the run is blocked with nothing sent", async () => {
    const world = anEngineWorld();
    const { run, validation } = await aWaitingRun(world.engine.progress);
    world.pass(minute);
    expect(await decide(world, validation.id)).toMatchObject({ ok: false, code: "validation_expired" });
    await sweep(world.engine, () => {});
    expect(await world.engine.progress.findRun(run.id)).toMatchObject({
      state: "blocked",
      cause: "validation_expired",
    });
  });
});

describe("cancel", () => {
  it("withdraws what was never sent and leaves what was", async () => {
    const world = anEngineWorld();
    const { runId, actionId } = await aBlockedRun(world);
    await cancelRun(world.engine, { runId, reason: "not needed", nonce: anId(), operator: anOperator() });
    expect((await world.engine.ledger.findAction(actionId))?.state).toBe("unknown");
    expect((await world.engine.progress.findRun(runId))?.state).toBe("cancelled");
  });
});
