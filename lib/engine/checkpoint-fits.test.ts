import { describe, expect, it, test } from "vitest";
import { anEngineWorld, anOperator } from "@/lib/testing/engine-world";
import { anId } from "@/lib/testing/factories";
import { aClaimedRun, aDoneStep, aNewRun, aWorker, block, mustRecord, sha256 } from "@/lib/testing/progress-world";
import { listRuns } from "./list-runs";
import { readNow } from "./read-now";
import { readRun } from "./read-run";
import { readResumePlan, resumeRun } from "./resume-run";

/** Three results are kept, the second damaged; then the run stops. */
async function aDamagedRun() {
  const { engine } = anEngineWorld();
  const worker = aWorker();
  const { lease, run } = await aClaimedRun(engine.progress, {}, worker);
  for (const [i, name] of ["read", "history", "recommend"].entries()) {
    const write = aDoneStep(name, { ordinal: i + 1 });
    const hash = name === "history" ? sha256("other") : write.checkpoints![0]!.hash;
    await mustRecord(engine.progress, lease, { ...write, checkpoints: [{ ...write.checkpoints![0]!, hash }] });
  }
  await mustRecord(engine.progress, lease, block());
  return { engine, worker, run };
}

describe("a stopped run with a damaged checkpoint", () => {
  it("says per checkpoint what a resume could open, before anybody presses it", async () => {
    const { engine, worker, run } = await aDamagedRun();
    const shape = { workflow: run.workflow, schemaVersion: 1, migratesFrom: [] };
    await engine.progress.workerLearned(worker.id, [{ ...shape, step: "read" }]);
    const view = await readRun(engine, run.id);
    expect(view?.fits.map(({ checkpoint, fit }) => [checkpoint, fit])).toEqual([
      [1, "valid"],
      [2, "corrupt"],
      [3, "not_known"],
    ]);
  });

  it("offers the last good one, and refuses a resume from beyond it", async () => {
    const { engine, run } = await aDamagedRun();
    const plan = await readResumePlan(engine, run.id);
    expect(plan).toMatchObject({ from: 1, disabled: null });
    const beyond = await readResumePlan(engine, run.id, 3);
    const resume = (fromCheckpoint: number, planToken: string) =>
      resumeRun(engine, {
        runId: run.id,
        fromCheckpoint,
        planToken,
        reason: "It goes on.",
        nonce: anId(),
        operator: anOperator(),
      });
    expect(await resume(3, beyond!.token)).toMatchObject({ ok: false, code: "checkpoint_corrupt" });
    expect((await engine.progress.findRun(run.id))?.state).toBe("blocked");
    expect(await resume(1, plan!.token)).toMatchObject({ ok: true, executionNumber: 2 });
  });
});

test("the plan of a run that goes on by itself, as one that waits for a held destination, begins at its latest checkpoint", async () => {
  const { engine } = anEngineWorld();
  const { lease, run } = await aClaimedRun(engine.progress);
  for (const [i, name] of ["read", "history"].entries()) {
    await mustRecord(engine.progress, lease, aDoneStep(name, { ordinal: i + 1 }));
  }
  const end = { kind: "suspended", cause: "destination_held", text: "The CRM is held.", wakeInMs: null } as const;
  await mustRecord(engine.progress, lease, { end: { ...end, validationIds: [], actionIds: [anId()] } });
  expect(await readResumePlan(engine, run.id)).toMatchObject({
    from: 2,
    reused: [{ name: "read" }, { name: "history" }],
    disabled: { code: "run_is_running", why: "It goes on by itself once the destination is released." },
  });
});

describe("a run that no worker can execute", () => {
  it("says so in the list and on its page, with the version it needs, until a worker comes", async () => {
    const { engine, pass, now } = anEngineWorld();
    await engine.progress.registerWorker(aWorker());
    const { run } = await engine.progress.startRun(aNewRun({ workflowVersion: 3 }));
    pass(90_000);
    const gap = { workflow: run.workflow, version: 3, since: now() - 90_000, lastSeenAt: null };
    expect((await listRuns(engine, { pageSize: 9 })).rows).toMatchObject([{ workerGap: gap }]);
    const week = { from: 0, to: now(), zone: "UTC" };
    const unserved = { workflow: run.workflow, version: 3, runs: 1, since: gap.since };
    expect((await readNow(engine, week)).unserved).toEqual([unserved]);
    const view = await readRun(engine, run.id);
    expect(view).toMatchObject({
      workerGap: gap,
      answers: { stopped: { waker: "a worker with support-ticket v3 or newer is started", since: gap.since } },
    });
    expect(view?.answers.stopped.sentence).toContain("No compatible worker: none that has support-ticket v3 or newer");

    await engine.progress.registerWorker(aWorker({ workflows: [{ name: run.workflow, version: 3 }] }));
    expect((await listRuns(engine, { pageSize: 9 })).rows).toMatchObject([{ workerGap: null }]);
    expect((await readNow(engine, week)).unserved).toEqual([]);
    expect(await readRun(engine, run.id)).toMatchObject({
      workerGap: null,
      answers: { stopped: { waker: "a worker claims it" } },
    });
  });
});
