import { expect, test } from "vitest";
import { apartMs, deathsMax } from "@/lib/progress/execution";
import type { Claimed, ProgressStore } from "@/lib/progress/store";
import { monday } from "./factories";
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
  mustRecord,
  type ProgressWorld,
  second,
} from "./progress-world";

/** What becomes of runs that recover by themselves when their executions die. */
export function recoveryGuarantees(makeWorld: MakeProgressWorld): void {
  test("the third death in a row without a new checkpoint quarantines a run, saying where, and others flow on", async () => {
    const { store, setNow } = await makeWorld();
    const poison = await aClaimedRun(store, { recovery: "automatic" });
    await mustRecord(store, poison.lease, aDoneStep("read", { ordinal: 1 }));
    const step = aStepWrite("recommend", { ordinal: 2 });
    let at = monday;
    for (let deaths = 1; deaths < deathsMax + 1; deaths += 1) {
      at += leaseMs + 10 * second;
      await setNow(at);
      const claimed = await claimPatiently(store, setNow, at);
      at = claimed.at;
      await mustRecord(store, claimed.claimed!.lease, { steps: [step] });
    }
    const other = await store.startRun(aNewRun());
    await setNow(at + leaseMs);
    const flowsOn = await claimNext(store);
    expect(flowsOn?.run.id).toBe(other.run.id);
    await mustRecord(store, flowsOn!.lease, finish);
    expect(await claimNext(store)).toBeNull();
    expect(await store.readRun(poison.run.id)).toMatchObject({
      run: {
        state: "blocked",
        cause: "quarantined",
        causeText:
          "3 executions in a row died without a new checkpoint. worker-a fell silent in recommend. Last checkpoint: 1 (read). Find out what ended them, then resume it.",
      },
      lease: null,
      executions: [{ state: "lost" }, { state: "lost" }, { state: "lost" }, { state: "lost" }],
    });
    await setNow(at + 10 * leaseMs);
    expect(await store.sweep(9)).toEqual({ interrupted: [], expired: [] });
    expect(await claimNext(store)).toBeNull();
  });

  test("after the second death the next execution starts apart from others that died then", async () => {
    const { store, setNow } = await makeWorld();
    const claimed = await aClaimedRun(store, { recovery: "automatic" });
    await setNow(monday + leaseMs);
    expect(await claimNext(store)).toMatchObject({ kind: "recovery" });
    await setNow(monday + 2 * leaseMs);
    expect(await claimNext(store)).toBeNull();
    const readyAt = monday + 2 * leaseMs + apartMs(claimed.run.id);
    const waiting = { state: "waiting", cause: "retry", wakeAt: readyAt };
    expect(await store.findRun(claimed.run.id)).toMatchObject(waiting);
    expect((await store.findRun(claimed.run.id))?.causeText).toContain("2 executions in a row died");
    await setNow(readyAt - 1);
    expect(await claimNext(store)).toBeNull();
    await setNow(readyAt);
    expect(await claimNext(store)).toMatchObject({ kind: "recovery", lease: { token: 3 } });
  });

  test("a checkpoint between two deaths begins a new count", async () => {
    const { store, setNow } = await makeWorld();
    let claimed: Claimed | null = await aClaimedRun(store, { recovery: "automatic" });
    for (let n = 1; n <= 2 * deathsMax; n += 1) {
      await mustRecord(store, claimed!.lease, aDoneStep(`step ${n}`, { ordinal: n }));
      await setNow(monday + n * leaseMs);
      claimed = await claimNext(store);
      expect(claimed).toMatchObject({ kind: "recovery", lease: { token: n + 1 } });
    }
  });

  test("an execution that ends in order between two deaths begins a new count", async () => {
    const { store, setNow } = await makeWorld();
    const first = await aClaimedRun(store, { recovery: "automatic" });
    await setNow(monday + leaseMs);
    const second_ = await claimNext(store);
    await mustRecord(store, second_!.lease, { end: { kind: "released", text: "Its worker stops." } });
    expect(await claimNext(store)).toMatchObject({ kind: "wake" });
    await setNow(monday + 2 * leaseMs);
    expect(await claimNext(store)).toMatchObject({ kind: "recovery", run: { id: first.run.id } });
  });

  test("a person resumes a quarantined run, and three more deaths quarantine it again", async () => {
    const { store, setNow } = await makeWorld();
    const { run } = await aClaimedRun(store, { recovery: "automatic" });
    let at = monday;
    for (const tokens of [3, 6]) {
      for (let now = await store.findRun(run.id); now?.state !== "blocked"; now = await store.findRun(run.id)) {
        at += leaseMs + 10 * second;
        await setNow(at);
        await claimNext(store);
      }
      const stopped = await store.findRun(run.id);
      expect(stopped).toMatchObject({ cause: "quarantined", token: tokens });
      const lease = { runId: run.id, executionId: "", token: tokens };
      expect(await store.resume(aResume({ run, lease }, 0))).toMatchObject({ resumed: true });
    }
  });

  test("a lease that ended and that nobody took over is not shown as running, and the run keeps its place", async () => {
    const { store, setNow } = await makeWorld();
    const { run } = await aClaimedRun(store, { recovery: "automatic" });
    await setNow(monday + leaseMs);
    await store.startRun(aNewRun());
    await setNow(monday + leaseMs + 5 * second - 1);
    await store.sweep(9);
    expect(await store.findRun(run.id)).toMatchObject({ state: "running" });
    await setNow(monday + leaseMs + 5 * second);
    expect(await store.sweep(9)).toEqual({ interrupted: [], expired: [] });
    expect(await store.readRun(run.id)).toMatchObject({
      run: { state: "queued", cause: "recovering" },
      lease: null,
      executions: [{ state: "lost", endedAt: monday + leaseMs }],
    });
    const claimed = await claimNext(store);
    expect(claimed).toMatchObject({ kind: "recovery", run: { id: run.id, state: "running", cause: null } });
  });

  test("two sweepers and many rounds make one recovery of one expired lease, and its retry is counted once", async () => {
    const { store, setNow } = await makeWorld();
    const { run, lease } = await aClaimedRun(store, { recovery: "automatic" });
    const step = aStepWrite("recommend");
    await mustRecord(store, lease, { steps: [step], attempts: [{ id: step.id, stepId: step.id, number: 1 }] });
    await setNow(monday + leaseMs + 5 * second);
    for (let round = 0; round < 20; round += 1) await Promise.all([store.sweep(9), store.sweep(9)]);
    const claims = await Promise.all(Array.from({ length: 4 }, () => claimNext(store)));
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
    const record = await store.readRun(run.id);
    expect(record?.executions.map(({ state }) => state)).toEqual(["lost", "alive"]);
    expect(record?.attempts).toMatchObject([{ result: "lost", reason: "lease_lost" }]);
    expect(await store.renew(lease)).toMatchObject({ refused: "stale_lease" });
  });

  test("runs that were just started are never taken for lost, however often somebody sweeps", async () => {
    const { store } = await makeWorld();
    const started = await Promise.all(
      Array.from({ length: 30 }, async () => {
        await store.sweep(9);
        return store.startRun(aNewRun({ recovery: "automatic" }));
      }),
    );
    const worker = aWorker();
    for (const _ of started) {
      const [claimed] = await Promise.all([claimNext(store, worker), store.sweep(9), store.sweep(9)]);
      await store.sweep(9);
      await mustRecord(store, claimed!.lease, finish);
    }
    for (const { run } of started) {
      expect((await store.readRun(run.id))?.executions.map(({ state }) => state)).toEqual(["finished"]);
    }
  });

  test("a run that was blocked, finished or cancelled is never recovered", async () => {
    const { store, setNow } = await makeWorld();
    for (const write of [block(), finish]) {
      const { lease } = await aClaimedRun(store, { recovery: "automatic" });
      await mustRecord(store, lease, write);
    }
    const cancelled = await aClaimedRun(store, { recovery: "automatic" });
    await store.cancel({ runId: cancelled.run.id, by: "Mia", reason: "Not needed." });
    await setNow(monday + 10 * leaseMs);
    await store.sweep(9);
    expect(await claimNext(store)).toBeNull();
  });
}

/** Claims now or, where the run waits apart from others, once its time has come. */
async function claimPatiently(store: ProgressStore, setNow: ProgressWorld["setNow"], at: number) {
  for (let later = at; ; later += second) {
    await setNow(later);
    const claimed = await claimNext(store);
    if (claimed !== null || later > at + 20 * second) return { claimed, at: later };
  }
}
