import { expect, test } from "vitest";
import { anId, monday } from "./factories";
import {
  aClaimedRun,
  aDoneStep,
  aNewRun,
  aResume,
  aStepWrite,
  aValidationStep,
  awaitPerson,
  block,
  claimNext,
  finish,
  leaseMs,
  type MakeProgressWorld,
  mustRecord,
  second,
} from "./progress-world";

const range = { workflow: "support-ticket", from: monday, to: monday + 3_600 * second, runsMax: 10 };

/** What a workflow cost and kept is counted over its own newest runs, and over nothing else. */
export function protectionGuarantees(makeWorld: MakeProgressWorld): void {
  test("runs are counted by workflow and by when they began", async () => {
    const { store, setNow } = await makeWorld();
    await store.startRun(aNewRun());
    await setNow(monday + second);
    await store.startRun(aNewRun());
    await store.startRun(aNewRun({ workflow: "refund" }));
    expect(await store.workflowRuns({ from: monday + second, to: monday + 2 * second })).toEqual([
      { workflow: "refund", runs: 1 },
      { workflow: "support-ticket", runs: 1 },
    ]);
    expect(await store.workflowRuns({ from: monday, to: monday + second })).toEqual([
      { workflow: "support-ticket", runs: 1 },
    ]);
  });

  test("a workflow without runs used nothing", async () => {
    const { store } = await makeWorld();
    expect(await store.workflowUse(range)).toEqual({
      runIds: [],
      plainSteps: 0,
      computedP50Ms: null,
      lost: { executions: 0, runIds: [] },
      reused: { steps: 0, tookMs: 0 },
      checkpoints: { rows: 0, bytes: 0 },
      validations: { asked: 0, madeVoid: 0, runIds: [] },
      betweenSteps: { n: 0, p50Ms: null, p95Ms: null },
    });
  });

  test("a lost execution, what was reused after it, and what was kept are counted with their runs", async () => {
    const { store, setNow } = await makeWorld();
    const claimed = await aClaimedRun(store, { recovery: "automatic" });
    const step = aStepWrite("read");
    await mustRecord(store, claimed.lease, { steps: [step] });
    await setNow(monday + 4 * second);
    const done = aDoneStep("read");
    await mustRecord(store, claimed.lease, {
      steps: [{ ...step, state: "done" }],
      checkpoints: [{ ...done.checkpoints![0]!, stepId: step.id }],
    });
    await setNow(monday + 6 * second);
    await mustRecord(store, claimed.lease, { steps: [aStepWrite("recommend", { ordinal: 2 })] });
    await setNow(monday + 6 * second + leaseMs);
    const recovered = await claimNext(store);
    await mustRecord(store, recovered!.lease, finish);
    const { run } = await aClaimedRun(store);
    await store.startRun(aNewRun({ workflow: "refund" }));
    const use = await store.workflowUse(range);
    expect(use.runIds).toEqual([run.id, claimed.run.id]);
    expect(use).toMatchObject({
      plainSteps: 2,
      lost: { executions: 1, runIds: [claimed.run.id] },
      reused: { steps: 1, tookMs: 4 * second },
      checkpoints: { rows: 1, bytes: 6 },
      betweenSteps: { n: 1, p50Ms: 2 * second, p95Ms: 2 * second },
    });
    expect((await store.workflowUse({ ...range, runsMax: 1 })).runIds).toEqual([run.id]);
    expect((await store.workflowUse({ ...range, to: monday + second })).runIds).toEqual([claimed.run.id]);
  });

  test("what a run computes is the median of the runs that succeeded", async () => {
    const { store, setNow } = await makeWorld();
    let at = monday;
    for (const [tookMs, end] of [
      [1 * second, finish],
      [3 * second, finish],
      [5 * second, finish],
      [9 * second, block()],
    ] as const) {
      const { lease } = await aClaimedRun(store);
      const step = aStepWrite("recommend");
      await mustRecord(store, lease, { steps: [step] });
      at += tookMs;
      await setNow(at);
      await mustRecord(store, lease, { steps: [{ ...step, state: "done" }], ...end });
    }
    expect(await store.workflowUse(range)).toMatchObject({ computedP50Ms: 3 * second, plainSteps: 1 });
  });

  test("a question that a resume made void is counted with its run, others are only asked", async () => {
    const { store } = await makeWorld();
    for (const isVoid of [true, false]) {
      const claimed = await aClaimedRun(store);
      await mustRecord(store, claimed.lease, aDoneStep("read"));
      const { validation, write } = aValidationStep("approve");
      await mustRecord(store, claimed.lease, { ...write, ...awaitPerson(validation.id) });
      if (!isVoid) continue;
      await store.decide({
        validationId: validation.id,
        decisionId: anId(),
        verdict: "approve",
        by: "Ada",
        role: "approver",
        reason: null,
        answer: null,
        from: null,
      });
      const again = await claimNext(store);
      const kept = aDoneStep("approve").checkpoints![0]!;
      await mustRecord(store, again!.lease, {
        steps: [{ ...write.steps[0]!, state: "done" }],
        checkpoints: [{ ...kept, stepId: validation.stepId }],
        ...block(),
      });
      await store.resume(aResume(again!, 0));
      const { validations } = await store.workflowUse(range);
      expect(validations).toEqual({ asked: 1, madeVoid: 1, runIds: [claimed.run.id] });
      await mustRecord(store, (await claimNext(store))!.lease, finish);
    }
    expect((await store.workflowUse(range)).validations).toMatchObject({ asked: 2, madeVoid: 1 });
  });
}
