import { expect, test } from "vitest";
import { monday } from "./factories";
import {
  aClaimedRun,
  aDecision,
  aDoneStep,
  aNewRun,
  aResume,
  aStepWrite,
  aWaitingRun,
  block,
  claimNext,
  finish,
  leaseMs,
  type MakeProgressWorld,
  minute,
  mustRecord,
  second,
} from "./progress-world";

const always = { from: 0, to: monday * 2 };

/** What a week's review says of progress, each figure with known answers. */
export function weekGuarantees(makeWorld: MakeProgressWorld): void {
  test("a run's length is from its first execution to its success, waits included, and belongs to when it ended", async () => {
    const { store, setNow } = await makeWorld();
    const { run } = await store.startRun(aNewRun());
    await setNow(monday + minute);
    const claimed = await claimNext(store);
    expect(claimed?.run.id).toBe(run.id);
    await setNow(monday + minute + 7 * second);
    await mustRecord(store, claimed!.lease, finish);
    const failed = await aClaimedRun(store);
    await mustRecord(store, failed.lease, block());
    const of = async (from: number, to: number) => (await store.latencies({ from, to })).run;
    const seven = { n: 1, p50Ms: 7 * second, p95Ms: 7 * second, p99Ms: 7 * second };
    expect(await of(0, always.to)).toEqual(seven);
    expect(await of(monday + minute + 7 * second, always.to)).toEqual(seven);
    expect(await of(0, monday + minute + 7 * second)).toEqual({ n: 0, p50Ms: null, p95Ms: null, p99Ms: null });
  });

  test("a percentile is the nearest rank: of twenty steps the 95th is the second longest", async () => {
    const { store, setNow } = await makeWorld();
    const { lease } = await aClaimedRun(store, { leaseMs: 60 * minute });
    let at = monday;
    for (let i = 1; i <= 20; i += 1) {
      const step = aStepWrite(`step ${i}`, { ordinal: i });
      await mustRecord(store, lease, { steps: [step] });
      at += i * second;
      await setNow(at);
      await mustRecord(store, lease, { steps: [{ ...step, state: "done" }] });
    }
    const { step } = await store.latencies(always);
    expect(step).toEqual({ n: 20, p50Ms: 10 * second, p95Ms: 19 * second, p99Ms: 20 * second });
    expect((await store.latencies({ from: monday + 1, to: always.to })).step.n).toBe(19);
  });

  test("an approval's wait ends with the last decision it needed; one that expired or still waits has none", async () => {
    const { store, setNow } = await makeWorld();
    const { validation } = await aWaitingRun(store, { quorum: 2 });
    await aWaitingRun(store);
    await setNow(monday + 10 * second);
    await store.decide(aDecision(validation.id, { byId: "ada", by: "Ada" }));
    expect((await store.latencies(always)).validation.n).toBe(0);
    await setNow(monday + 30 * second);
    await store.decide(aDecision(validation.id, { byId: "mia", by: "Mia" }));
    expect((await store.latencies(always)).validation).toMatchObject({ n: 1, p95Ms: 30 * second });
    await setNow(monday + 2 * minute);
    await store.sweep(10);
    expect((await store.latencies(always)).validation.n).toBe(1);
    expect((await store.latencies({ from: 0, to: monday + 30 * second })).validation.n).toBe(0);
  });

  test("work saved is what a resume found in checkpoints, not what it superseded nor what it did itself", async () => {
    const { store, setNow } = await makeWorld();
    const first = await aClaimedRun(store, { leaseMs: 60 * minute });
    const took = async (lease: typeof first.lease, name: string, ordinal: number, from: number, ms: number) => {
      const { id, ...step } = aStepWrite(name, { ordinal });
      await setNow(from);
      await mustRecord(store, lease, { steps: [{ id, ...step }] });
      await setNow(from + ms);
      const done = aDoneStep(name, { id, ordinal });
      await mustRecord(store, lease, done);
    };
    await took(first.lease, "read", 1, monday, 3 * second);
    await took(first.lease, "history", 2, monday + 10 * second, 20 * second);
    await mustRecord(store, first.lease, block());
    await setNow(monday + minute);
    await store.resume(aResume(first, 1));
    const second_ = await claimNext(store);
    await took(second_!.lease, "history", 2, monday + 2 * minute, 5 * second);
    await mustRecord(store, second_!.lease, finish);
    expect(await store.workSaved(always)).toEqual({ steps: 1, tookMs: 3 * second });
    expect(await store.savedSteps({ ...always, limit: 9 })).toMatchObject([{ step: "read", tookMs: 3 * second }]);
    expect(await store.savedSteps({ ...always, limit: 0 })).toEqual([]);
    expect(await store.workSaved({ from: 0, to: monday + minute })).toEqual({ steps: 0, tookMs: 0 });
  });

  test("a recovery saves what was finished before it, and a step that keeps no checkpoint saves nothing", async () => {
    const { store, setNow } = await makeWorld();
    const { lease } = await aClaimedRun(store, { recovery: "automatic" });
    const done = aDoneStep("read", { ordinal: 1 });
    await mustRecord(store, lease, { steps: [{ ...done.steps![0]!, state: "running" }] });
    await setNow(monday + second);
    await mustRecord(store, lease, done);
    await mustRecord(store, lease, { steps: [aStepWrite("cheap", { ordinal: 2, state: "done" })] });
    await setNow(monday + leaseMs + second);
    expect((await claimNext(store))?.kind).toBe("recovery");
    expect(await store.workSaved(always)).toEqual({ steps: 1, tookMs: second });
  });

  test("the first run is the oldest one, and there is none at first", async () => {
    const { store, setNow } = await makeWorld();
    expect(await store.firstRunAt()).toBeNull();
    await store.startRun(aNewRun());
    await setNow(monday + minute);
    await store.startRun(aNewRun());
    expect(await store.firstRunAt()).toBe(monday);
  });
}
