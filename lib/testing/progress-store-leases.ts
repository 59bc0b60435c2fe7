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
  mustRecord,
  second,
  sleep,
} from "./progress-world";

/** Who may work on a run, and since when not any more. */
export function leaseGuarantees(makeWorld: MakeProgressWorld): void {
  test("a second start with the same logical run id gets the first run", async () => {
    const { store } = await makeWorld();
    const start = aNewRun({ logicalRunId: "event-1" });
    const first = await store.startRun(start);
    const second = await store.startRun(aNewRun({ logicalRunId: "event-1", input: "{}" }));
    const elsewhere = await store.startRun(aNewRun({ logicalRunId: "event-1", workflow: "refund" }));
    expect(first).toMatchObject({ created: true, run: { id: start.id, state: "queued", token: 0 } });
    expect(second).toMatchObject({ created: false, run: { id: start.id } });
    expect(elsewhere.created).toBe(true);
  });

  test("a start repeated after a lost reply is answered as the first time", async () => {
    const { store } = await makeWorld();
    const start = aNewRun();
    expect(await store.startRun(start)).toEqual(await store.startRun(start));
  });

  test("of many starts at once with one logical run id one makes the run", async () => {
    const { store } = await makeWorld();
    const starts = Array.from({ length: 8 }, () => store.startRun(aNewRun({ logicalRunId: "event-1" })));
    const answers = await Promise.all(starts);
    expect(answers.filter((answer) => answer.created)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.run.id)).size).toBe(1);
  });

  test("the run that has been ready longest is claimed first", async () => {
    const { store, setNow } = await makeWorld();
    const first = await aClaimedRun(store);
    await mustRecord(store, first.lease, sleep(5 * second));
    await setNow(monday + 2 * second);
    const { run: second_ } = await store.startRun(aNewRun());
    await setNow(monday + 6 * second);
    const { run: third } = await store.startRun(aNewRun());
    const order = [await claimNext(store), await claimNext(store), await claimNext(store)];
    expect(order.map((claimed) => claimed?.run.id)).toEqual([second_.id, first.run.id, third.id]);
    expect(await claimNext(store)).toBeNull();
  });

  test("a run is claimed only for its workflow, in its version or a newer one", async () => {
    const { store } = await makeWorld();
    const { run } = await store.startRun(aNewRun({ workflowVersion: 2 }));
    const offering = (name: string, version: number) => aWorker({ workflows: [{ name, version }] });
    expect(await claimNext(store, offering("support-ticket", 1))).toBeNull();
    expect(await claimNext(store, offering("refund", 2))).toBeNull();
    expect(await claimNext(store, aWorker({ workflows: [] }))).toBeNull();
    expect((await claimNext(store, offering("support-ticket", 3)))?.run.id).toBe(run.id);
  });

  test("a first claim hands over the input, a lease and nothing recorded", async () => {
    const { store } = await makeWorld();
    const claimed = await aClaimedRun(store);
    expect(claimed).toMatchObject({
      input: '{"ticketId":"T-1041"}',
      kind: "first",
      lease: { runId: claimed.run.id, token: 1 },
      leaseLeftMs: leaseMs,
      recorded: [],
      open: [],
      run: { state: "running", executionCount: 1, startedAt: monday },
    });
  });

  test("a claim repeated after a lost reply gets the same lease again", async () => {
    const { store } = await makeWorld();
    await store.startRun(aNewRun());
    const ask = { worker: aWorker(), executionId: anId() };
    const first = await store.claim(ask);
    expect(await store.claim(ask)).toEqual(first);
  });

  test("the token rises with every claim, and each execution says how it came to be", async () => {
    const { store, setNow } = await makeWorld();
    const first = await aClaimedRun(store, { recovery: "automatic" });
    await mustRecord(store, first.lease, { end: { kind: "released", text: "Its worker stops." } });
    const second_ = await claimNext(store);
    await setNow(monday + leaseMs);
    const third = await claimNext(store);
    expect([first, second_, third].map((claimed) => claimed?.lease.token)).toEqual([1, 2, 3]);
    expect([first, second_, third].map((claimed) => claimed?.kind)).toEqual(["first", "wake", "recovery"]);
    const record = await store.readRun(first.run.id);
    expect(record?.executions.map(({ state, endReason }) => [state, endReason])).toEqual([
      ["stopped", "released"],
      ["lost", "lease expired"],
      ["alive", null],
    ]);
  });

  test("only an expired lease of a run that recovers by itself is taken over", async () => {
    const { store, setNow } = await makeWorld();
    const automatic = await aClaimedRun(store, { recovery: "automatic" });
    const manual = await aClaimedRun(store, { recovery: "manual" });
    await setNow(monday + leaseMs - 1);
    expect(await claimNext(store)).toBeNull();
    await setNow(monday + leaseMs);
    expect((await claimNext(store))?.run.id).toBe(automatic.run.id);
    expect(await claimNext(store)).toBeNull();
    expect((await store.findRun(manual.run.id))?.state).toBe("running");
  });

  test("a takeover gets the results in order, what is open, and the lost attempts with their reason", async () => {
    const { store, setNow } = await makeWorld();
    const first = await aClaimedRun(store, { recovery: "automatic" });
    await mustRecord(store, first.lease, aDoneStep("read", { ordinal: 1 }));
    await mustRecord(store, first.lease, aDoneStep("history", { ordinal: 2 }));
    const step = aStepWrite("recommend", { ordinal: 3 });
    const attempts = [
      { id: anId(), stepId: step.id, number: 1, result: "failed", reason: "timeout", decidedBy: "policy" } as const,
      { id: anId(), stepId: step.id, number: 2 },
    ];
    await mustRecord(store, first.lease, { steps: [step], attempts });
    await setNow(monday + leaseMs);
    const second_ = await claimNext(store);
    expect(second_?.recorded.map(({ name, number, body }) => [name, number, body])).toEqual([
      ["read", 1, '"read"'],
      ["history", 2, '"history"'],
    ]);
    expect(second_?.open).toMatchObject([{ stepId: step.id, name: "recommend", attempts: 2, failedAttempts: 1 }]);
    const record = await store.readRun(first.run.id);
    expect(record?.steps.map(({ state }) => state)).toEqual(["done", "done", "lost"]);
    const lost = record?.attempts.find((attempt) => attempt.number === 2);
    expect(lost).toMatchObject({
      result: "lost",
      reason: "lease_lost",
      decidedBy: "policy",
      endedAt: monday + leaseMs,
    });

    await mustRecord(store, second_!.lease, { steps: [{ ...step, state: "running" }] });
    expect((await store.readRun(first.run.id))?.steps[2]).toMatchObject({ state: "running", endedAt: null });
  });

  test("a lease is renewed from now on, but never once it expired", async () => {
    const { store, setNow } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    await setNow(monday + 10 * second);
    expect(await store.renew(lease)).toEqual({ leaseLeftMs: leaseMs });
    await setNow(monday + 10 * second + leaseMs - 1);
    expect(await store.renew(lease)).toEqual({ leaseLeftMs: leaseMs });
    await setNow(monday + 10 * second + 2 * leaseMs - 1);
    expect(await store.renew(lease)).toMatchObject({ refused: "stale_lease" });
    expect((await store.findRun(run.id))?.state).toBe("running");
  });

  test("a worker whose lease expired writes nothing, even if nobody took over", async () => {
    const { store, setNow } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    await setNow(monday + leaseMs);
    const late = await store.record(lease, { ...aDoneStep("read"), ...finish });
    expect(late).toEqual({ refused: "stale_lease", by: null, at: monday + leaseMs });
    expect(await store.readRun(run.id)).toMatchObject({ run: { state: "running" }, steps: [], checkpoints: [] });
  });

  test("a worker whose run another took over is told by whom", async () => {
    const { store, setNow } = await makeWorld();
    const first = await aClaimedRun(store, { recovery: "automatic" });
    await setNow(monday + leaseMs);
    await claimNext(store, aWorker({ name: "worker-b" }));
    const told = { refused: "stale_lease", by: "worker-b", at: monday + leaseMs };
    expect(await store.record(first.lease, aDoneStep("read"))).toEqual(told);
    expect(await store.renew(first.lease)).toEqual(told);
    const { executionId } = first.lease;
    // The newest token does not help without its execution.
    expect(await store.record({ ...first.lease, token: 2, executionId }, finish)).toMatchObject(told);
  });

  test("two executions that write the same step at the same instant are told apart by execution, not by time", async () => {
    const { store } = await makeWorld();
    const first = await aClaimedRun(store, { recovery: "automatic" });
    await mustRecord(store, first.lease, { end: { kind: "released", text: "Its worker stops." } });
    const next = await claimNext(store);
    const [old, current] = [aDoneStep("read", {}, '"old"'), aDoneStep("read", {}, '"current"')];
    const answers = await Promise.all([store.record(first.lease, old), store.record(next!.lease, current)]);
    expect(answers).toMatchObject([{ refused: "stale_lease" }, { recorded: true, at: monday }]);
    expect((await store.readCheckpoints(first.run.id, 9)).map(({ number, body }) => [number, body])).toEqual([
      [1, '"current"'],
    ]);
  });

  test("each reason to refuse a write has its own name", async () => {
    const { store } = await makeWorld();
    const { lease } = await aClaimedRun(store);
    expect(await store.record({ ...lease, runId: anId() }, finish)).toMatchObject({ refused: "run_not_found" });
    expect(await store.renew({ ...lease, token: 9 })).toEqual({ refused: "server_behind", by: null, at: monday });
    await mustRecord(store, lease, finish);
    expect(await store.renew(lease)).toEqual({ refused: "run_finished", by: null, at: monday });
    const blocked = await aClaimedRun(store);
    await mustRecord(store, blocked.lease, block());
    expect(await store.renew(blocked.lease)).toMatchObject({ refused: "stale_lease" });
  });

  test("a worker that knows a later execution blocks the run, which goes on above every token that was given", async () => {
    const { store } = await makeWorld();
    const { run, lease } = await aClaimedRun(store);
    const later = { ...lease, executionId: anId(), token: 7 };
    expect(await store.record(later, aDoneStep("read"))).toEqual({ refused: "server_behind", by: null, at: monday });
    const record = await store.readRun(run.id);
    expect(record).toMatchObject({
      run: { state: "blocked", cause: "server_behind", token: 7, wakeAt: null, checkpointCount: 0 },
      executions: [{ state: "lost", endReason: "database restored" }],
      steps: [],
    });
    expect(record?.run.causeText).toContain("restored from a backup");
    // Who held the lease here lost it too: nobody knows what was done since the backup.
    expect(await store.renew(lease)).toMatchObject({ refused: "stale_lease" });
    expect(await store.renew(later)).toMatchObject({ refused: "stale_lease" });
    expect(await store.resume({ ...aResume({ run, lease }, 0), expectedToken: 7 })).toMatchObject({
      resumed: true,
      token: 8,
    });
    expect(await store.renew(later)).toMatchObject({ refused: "stale_lease" });
  });

  test("of a run that is over a later execution changes nothing but the token", async () => {
    const { store } = await makeWorld();
    const { run, lease } = await aClaimedRun(store);
    await mustRecord(store, lease, finish);
    const later = { ...lease, executionId: anId(), token: 7 };
    expect(await store.renew(later)).toMatchObject({ refused: "server_behind" });
    expect(await store.findRun(run.id)).toMatchObject({ state: "succeeded", cause: null, token: 7 });
  });

  test("a worker whose exit was seen loses its leases at once, and its executions crashed", async () => {
    const { store, setNow } = await makeWorld();
    const worker = aWorker();
    const { lease, run } = await aClaimedRun(store, { recovery: "automatic" }, worker);
    await mustRecord(store, lease, { steps: [aStepWrite("read")] });
    await setNow(monday + second);
    await store.workerEnded(worker.id, true);
    expect(await store.renew(lease)).toMatchObject({ refused: "stale_lease" });
    expect((await claimNext(store))?.run.id).toBe(run.id);
    const record = await store.readRun(run.id);
    expect(record?.executions[0]).toMatchObject({ state: "crashed", endedAt: monday + second });
    expect(await store.listWorkers()).toMatchObject([{ id: worker.id, endedAt: monday + second }]);
  });
}
