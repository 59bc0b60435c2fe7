import { expect, test } from "vitest";
import { anId, monday } from "./factories";
import {
  aClaimedRun,
  aDoneStep,
  aStepWrite,
  aValidationStep,
  aWaitingRun,
  aWorker,
  awaitPerson,
  claimNext,
  leaseMs,
  type MakeProgressWorld,
  minute,
  mustRecord,
  second,
} from "./progress-world";

/** Silence becomes a visible state, and every consequence is told until it was heard. */
export function sweepGuarantees(makeWorld: MakeProgressWorld): void {
  test("expired leases of manual runs are interrupted once, saying where they stood", async () => {
    const { store, setNow } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    const step = aStepWrite("recommend", { ordinal: 2 });
    await mustRecord(store, lease, aDoneStep("read", { ordinal: 1 }));
    await mustRecord(store, lease, { steps: [step], attempts: [{ id: anId(), stepId: step.id, number: 1 }] });
    expect(await store.sweep(9)).toEqual({ interrupted: [], expired: [] });
    await setNow(monday + leaseMs);
    const sweeps = await Promise.all([store.sweep(9), store.sweep(9), store.sweep(9)]);
    expect(sweeps.flatMap((swept) => swept.interrupted)).toEqual([run.id]);
    expect(await store.readRun(run.id)).toMatchObject({
      run: {
        state: "interrupted",
        cause: "execution_lost",
        causeText: "worker-a fell silent in recommend. Last checkpoint: 1 (read).",
      },
      lease: null,
      executions: [{ state: "lost", endedAt: monday + leaseMs }],
      attempts: [{ result: "done" }, { result: "lost", reason: "lease_lost" }],
    });
    expect(await claimNext(store)).toBeNull();
  });

  test("a manual run whose worker was seen to exit is interrupted without waiting for its lease", async () => {
    const { store } = await makeWorld();
    const worker = aWorker();
    const { run } = await aClaimedRun(store, {}, worker);
    await store.workerEnded(worker.id, true);
    expect((await store.sweep(9)).interrupted).toEqual([run.id]);
    expect(await store.readRun(run.id)).toMatchObject({
      run: { causeText: "worker-a ended. Last checkpoint: none." },
      executions: [{ state: "crashed" }],
    });
  });

  test("a validation past its deadline expires once, blocks its run and withdraws what it held", async () => {
    const { store, setNow } = await makeWorld();
    const { run, validation } = await aWaitingRun(store);
    await setNow(monday + minute - 1);
    expect(await store.sweep(9)).toEqual({ interrupted: [], expired: [] });
    await setNow(monday + minute);
    const sweeps = await Promise.all([store.sweep(9), store.sweep(9), store.sweep(9)]);
    expect(sweeps.flatMap((swept) => swept.expired)).toEqual([validation.id]);
    expect(await store.findRun(run.id)).toMatchObject({ state: "blocked", cause: "validation_expired" });
    expect(await store.findValidation(validation.id)).toMatchObject({ state: "expired", decision: null });
    const actionIds = validation.subjects.map((subject) => subject.actionId);
    expect(await store.takeOutbox(9)).toMatchObject([
      { kind: "withdraw_actions", body: { why: "expired", actionIds } },
    ]);
  });

  test("several validations of one run expire in one sweep", async () => {
    const { store, setNow } = await makeWorld();
    const { lease } = await aClaimedRun(store);
    const one = aValidationStep("one");
    const two = aValidationStep("two");
    await mustRecord(store, lease, one.write);
    await mustRecord(store, lease, { ...two.write, ...awaitPerson(one.validation.id, two.validation.id) });
    await setNow(monday + minute);
    expect((await store.sweep(9)).expired.sort()).toEqual([one.validation.id, two.validation.id].sort());
  });

  test("a consequence comes again, later each time, until it is marked delivered", async () => {
    const { store, setNow } = await makeWorld();
    const { run } = await aClaimedRun(store);
    await store.cancel({ runId: run.id, by: "Mia", reason: "Duplicate." });
    const [row] = await store.takeOutbox(9);
    let at = 0;
    for (const pause of [5, 10, 20, 40, 60, 60]) {
      await setNow(monday + (at + pause) * second - 1);
      expect(await store.takeOutbox(9)).toEqual([]);
      at += pause;
      await setNow(monday + at * second);
      expect(await store.takeOutbox(9)).toEqual([row]);
    }
    await store.outboxDelivered(row!.id);
    await setNow(monday + 60 * minute);
    expect(await store.takeOutbox(9)).toEqual([]);
  });
}
