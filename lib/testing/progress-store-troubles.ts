import { expect, test } from "vitest";
import { anId, monday } from "./factories";
import {
  aClaimedRun,
  aDoneStep,
  aNewRun,
  aResume,
  aStepWrite,
  aWorker,
  block,
  claimNext,
  finish,
  leaseMs,
  type MakeProgressWorld,
  minute,
  mustRecord,
  second,
} from "./progress-world";

const always = { from: 0, to: monday * 2, limit: 50 };
const error = { name: "Error", message: "No such ticket." };

/** What went wrong is told once, with where it happened, and only for the range that was asked for. */
export function troubleGuarantees(makeWorld: MakeProgressWorld): void {
  test("tells of a step computed again after its worker was lost, with what was in vain", async () => {
    const { store, setNow } = await makeWorld();
    const { lease, run } = await aClaimedRun(store, { recovery: "automatic" });
    const step = aStepWrite("recommend");
    const lost = anId();
    await mustRecord(store, lease, {
      steps: [step],
      attempts: [{ id: lost, stepId: step.id, number: 1 }],
      journal: [
        { level: "info", text: "Used 120 tokens, 0.0031 USD.", stepId: step.id },
        { level: "info", text: "Used 30 tokens.", stepId: step.id },
        { level: "info", text: "It used 5 tokens more.", stepId: step.id },
      ],
    });
    await setNow(monday + leaseMs + second);
    const next = await claimNext(store, aWorker({ id: anId(), name: "worker-b" }));
    if (!next) throw new Error("Nothing was claimed.");
    expect(await store.computedAgain(always)).toEqual([]);
    await mustRecord(store, next.lease, { attempts: [{ id: anId(), stepId: step.id, number: 2 }] });
    expect(await store.computedAgain(always)).toEqual([
      {
        id: lost,
        runId: run.id,
        workflow: "support-ticket",
        step: "recommend",
        executionId: lease.executionId,
        why: "execution_lost",
        by: "worker-a",
        at: monday + leaseMs + second,
        tookMs: leaseMs,
        tokens: 150,
        microUsd: 3_100,
      },
    ]);
    expect(await store.computedAgain({ ...always, to: monday + leaseMs + second })).toEqual([]);
    expect(await store.workflowsOf([run.id, anId()])).toEqual({ [run.id]: "support-ticket" });
  });

  test("tells of a result that a resume made void, not of a step that was tried again after it failed", async () => {
    const { store, setNow } = await makeWorld();
    const claimed = await aClaimedRun(store);
    await mustRecord(store, claimed.lease, aDoneStep("read"));
    const step = aStepWrite("draft", { ordinal: 2 });
    await mustRecord(store, claimed.lease, {
      steps: [step],
      attempts: [{ id: anId(), stepId: step.id, number: 1, result: "failed", reason: "timeout" }],
    });
    await mustRecord(store, claimed.lease, { attempts: [{ id: anId(), stepId: step.id, number: 2 }] });
    await mustRecord(store, claimed.lease, block());
    await setNow(monday + minute);
    await store.resume(aResume(claimed, 0));
    expect(await store.computedAgain(always)).toMatchObject([
      { step: "read", why: "resumed", by: "Mia", at: monday + minute, tokens: 0 },
    ]);
  });

  test("remembers why an execution blocked its run, also after somebody resumed it", async () => {
    const { store } = await makeWorld();
    const claimed = await aClaimedRun(store);
    await mustRecord(store, claimed.lease, { steps: [aStepWrite("recommend")] });
    const text = "recommend was stored as version 1.";
    await mustRecord(store, claimed.lease, { end: { kind: "blocked", cause: "schema_mismatch", text, actionIds: [] } });
    await store.resume(aResume(claimed, 0));
    const { executionId } = claimed.lease;
    const told = { executionId, runId: claimed.run.id, workflow: "support-ticket", cause: "schema_mismatch" };
    expect(await store.blockedExecutions(always)).toEqual([{ ...told, text, step: "recommend", at: monday }]);
    expect(await store.blockedExecutions({ ...always, from: monday + 1 })).toEqual([]);
  });

  test("tells of a run that failed and whose code wrote no line, not of one that went well or said something", async () => {
    const { store } = await makeWorld();
    const end = { kind: "failed", error, text: "No such ticket." } as const;
    const silent = await aClaimedRun(store);
    await mustRecord(store, silent.lease, { end });
    const told = await aClaimedRun(store);
    await mustRecord(store, told.lease, { journal: [{ level: "info", text: "Reading." }], end });
    const well = await aClaimedRun(store);
    await mustRecord(store, well.lease, finish);
    expect(await store.runsWithoutLogs(always)).toEqual([
      { runId: silent.run.id, workflow: "support-ticket", at: monday, failed: true },
    ]);
  });

  test("tells of a run that no worker took for long, while it waits and after it was taken", async () => {
    const { store, setNow } = await makeWorld();
    const { run } = await store.startRun(aNewRun());
    const longerThanMs = 15 * minute;
    const asked = { from: monday, to: monday + 20 * minute, limit: 9, longerThanMs };
    const told = { runId: run.id, workflow: "support-ticket", executionNumber: 1, since: monday };
    expect(await store.longWaits({ ...asked, to: monday + longerThanMs })).toEqual([]);
    expect(await store.longWaits(asked)).toEqual([{ ...told, until: null }]);
    await setNow(monday + 16 * minute);
    await claimNext(store);
    expect(await store.longWaits(asked)).toEqual([{ ...told, until: monday + 16 * minute }]);
    expect(await store.longWaits({ ...asked, longerThanMs: 17 * minute })).toEqual([]);
  });

  test("tells of a step tried again after an error that says nothing", async () => {
    const { store } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    const [silent, said] = [aStepWrite("draft"), aStepWrite("read", { ordinal: 2 })];
    const failed = { number: 1, result: "failed", reason: "error" } as const;
    const ids = [anId(), anId()] as const;
    await mustRecord(store, lease, {
      steps: [silent, said],
      attempts: [
        { id: ids[0], stepId: silent.id, ...failed, error: { name: "Error", message: " " } },
        { id: ids[1], stepId: said.id, ...failed, error },
      ],
    });
    await mustRecord(store, lease, {
      attempts: [silent, said].map((step) => ({ id: anId(), stepId: step.id, number: 2 })),
    });
    const { executionId } = lease;
    const told = { attemptId: ids[0], runId: run.id, workflow: "support-ticket", step: "draft", executionId };
    expect(await store.unreasonedRetries(always)).toEqual([{ ...told, at: monday }]);
  });
}
