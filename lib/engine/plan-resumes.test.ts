import { expect, test } from "vitest";
import { aBlockedRun, anEngineWorld, anOperator } from "@/lib/testing/engine-world";
import { aCrm, anId } from "@/lib/testing/factories";
import { aClaimedRun, aDoneStep, leaseMs } from "@/lib/testing/progress-world";
import { planResumes } from "./plan-resumes";
import { recordProgress } from "./record-progress";
import { resumeRun } from "./resume-run";
import { sweep } from "./sweep";

async function interruptedRuns(count: number) {
  const world = anEngineWorld();
  for (let i = 0; i < count; i++) {
    const { lease } = await aClaimedRun(world.engine.progress);
    await recordProgress(world.engine, lease, { id: anId(), ...aDoneStep("read", { ordinal: 1 }) });
  }
  world.pass(leaseMs);
  await sweep(world.engine, () => {}, 200);
  return world;
}

test("every run of the filter has its own plan as of one moment, and each is resumed by its own token", async () => {
  const { engine, now } = await interruptedRuns(7);
  const plans = await planResumes(engine, { states: ["interrupted"] });
  expect(plans).toMatchObject({ now: now(), more: false });
  expect(new Set(plans.rows.map(({ plan }) => plan.token)).size).toBe(7);
  const bulk = { count: 7, asOf: plans.now };
  for (const { run, plan } of plans.rows) {
    const ask = { runId: run.id, fromCheckpoint: plan.from, planToken: plan.token, reason: "A deploy killed them" };
    expect(await resumeRun(engine, { ...ask, bulk, nonce: anId(), operator: anOperator() })).toMatchObject({
      ok: true,
    });
    expect(await engine.commands.listByObject(run.id)).toMatchObject([
      {
        kind: "resume",
        state: "applied",
        before: { state: "interrupted", token: 1 },
        after: { token: 2 },
        shown: { bulk },
      },
    ]);
  }
  expect((await planResumes(engine, { states: ["interrupted"] })).rows).toEqual([]);
});

test("a run whose plan changed meanwhile is refused alone, and what cannot be resumed says why", async () => {
  const world = anEngineWorld();
  const { engine } = world;
  const { runId } = await aBlockedRun(world, aCrm({ probe: null }));
  const [blocked] = (await planResumes(engine, { states: ["blocked"] })).rows;
  expect(blocked).toMatchObject({ run: { id: runId }, plan: { disabled: { code: "outcome_unknown" } } });
});

test("more than are planned at once are said to be more", async () => {
  const { engine } = await interruptedRuns(101);
  const plans = await planResumes(engine, { states: ["interrupted"] });
  expect([plans.rows.length, plans.more]).toEqual([100, true]);
});
