import { expect, test } from "vitest";
import type { ProgressStore } from "@/lib/progress/store";
import { BadCursor } from "@/lib/store/cursor";
import { anId, monday } from "./factories";
import {
  aClaimedRun,
  aDecision,
  aDoneStep,
  aNewRun,
  aResume,
  aStepWrite,
  aWaitingRun,
  aWorker,
  block,
  claimNext,
  finish,
  leaseMs,
  type MakeProgressWorld,
  minute,
  mustRecord,
  second,
  sha256,
  sleep,
} from "./progress-world";

const always = { from: 0, to: monday * 2 };

/** Lists miss no row and show none twice; figures count what their lists open. */
export function readGuarantees(makeWorld: MakeProgressWorld): void {
  test("tells which actions of a run have a live checkpoint, and nothing of runs that are not there", async () => {
    const { store } = await makeWorld();
    const claimed = await aClaimedRun(store);
    const [kept, open] = [anId(), anId()];
    await mustRecord(store, claimed.lease, aDoneStep("crm.note", { kind: "action", actionId: kept }));
    const running = aStepWrite("queue.escalate", { kind: "action", actionId: open, ordinal: 2 });
    await mustRecord(store, claimed.lease, { steps: [running] });
    const { id: runId, subject } = claimed.run;
    expect(await store.keptActions([runId, anId()])).toEqual([{ runId, subject, state: "running", actionIds: [kept] }]);
    await mustRecord(store, claimed.lease, block());
    await store.resume(aResume(claimed, 0));
    expect(await store.keptActions([runId])).toMatchObject([{ actionIds: [] }]);
  });

  test("pages of runs are complete and without repeats, newest first, also among runs of one moment", async () => {
    const { store, setNow } = await makeWorld();
    const started: string[] = [];
    for (let i = 0; i < 7; i += 1) {
      if (i === 4) await setNow(monday + second);
      started.push((await store.startRun(aNewRun())).run.id);
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.listRuns({ pageSize: 2, cursor });
      expect(page.rows.length).toBeLessThanOrEqual(2);
      seen.push(...page.rows.map((run) => run.id));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(seen).toEqual(started.toReversed());
  });

  test("a cursor that no list made is refused by name", async () => {
    const { store } = await makeWorld();
    for (const cursor of ["", "x", "MTIz", "%%%"]) {
      await expect(store.listRuns({ pageSize: 1, cursor })).rejects.toBeInstanceOf(BadCursor);
      const query = { states: ["pending" as const], pageSize: 1, cursor };
      await expect(store.listValidations(query)).rejects.toMatchObject({ code: "bad_cursor" });
    }
  });

  test("a row says where its run is, how far it came and since when it waits", async () => {
    const { store, setNow } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    await mustRecord(store, lease, aDoneStep("read", { ordinal: 1 }));
    await mustRecord(store, lease, { steps: [aStepWrite("recommend", { ordinal: 2 })] });
    const row = async () => (await store.listRuns({ pageSize: 1 })).rows[0];
    expect(await row()).toEqual({
      ...(await store.findRun(run.id)),
      currentStep: "recommend",
      stepsDone: 1,
      waitingSince: null,
    });
    await setNow(monday + second);
    await mustRecord(store, lease, block());
    expect(await row()).toMatchObject({ state: "blocked", waitingSince: monday + second });
  });

  test("runs are found by id, logical id and subject, by workflow, state and time, taken literally", async () => {
    const { store, setNow } = await makeWorld();
    const { run: old } = await store.startRun(aNewRun({ subject: "T-100%", logicalRunId: "Event_7" }));
    await setNow(monday + minute);
    const { run: other } = await store.startRun(aNewRun({ subject: null, workflow: "refund" }));
    await store.cancel({ runId: other.id, by: "Mia", reason: "Duplicate." });
    const found = async (query: Partial<Parameters<ProgressStore["listRuns"]>[0]>) =>
      (await store.listRuns({ pageSize: 9, ...query })).rows.map((run) => run.id);
    expect(await found({ text: "t-100%" })).toEqual([old.id]);
    expect(await found({ text: "event_7" })).toEqual([old.id]);
    expect(await found({ text: "eventx7" })).toEqual([]);
    expect(await found({ text: other.id })).toEqual([other.id]);
    expect(await found({ workflow: "refund" })).toEqual([other.id]);
    expect(await found({ states: ["queued", "blocked"] })).toEqual([old.id]);
    expect(await found({ from: monday + minute })).toEqual([other.id]);
    expect(await found({ to: monday + minute })).toEqual([old.id]);
    expect((await store.findRunByLogicalId("support-ticket", "Event_7"))?.id).toBe(old.id);
    expect(await store.findRunByLogicalId("refund", "Event_7")).toBeNull();
    expect(await store.countRuns()).toMatchObject({ queued: 1, cancelled: 1, running: 0 });
  });

  test("pending validations come by urgency, decided ones from the newest", async () => {
    const { store } = await makeWorld();
    const waiting = [];
    for (const withinMs of [3, 1, 2])
      waiting.push((await aWaitingRun(store, { withinMs: withinMs * minute })).validation);
    const [latest, first, middle] = waiting.map((validation) => validation.id);
    const pending = { states: ["pending" as const], pageSize: 2 };
    const page = await store.listValidations(pending);
    const rest = await store.listValidations({ ...pending, cursor: page.next ?? "" });
    expect([...page.rows, ...rest.rows].map((validation) => validation.id)).toEqual([first, middle, latest]);
    expect(rest.next).toBeNull();
    await store.decide(aDecision(first!));
    await store.decide(aDecision(middle!));
    const decided = await store.listValidations({ states: ["approved", "rejected"], pageSize: 9 });
    expect(decided.rows.map((validation) => validation.id)).toEqual([middle, first]);
  });

  test("checkpoints are read up to one of them, with their bodies", async () => {
    const { store } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    await mustRecord(store, lease, aDoneStep("read", { ordinal: 1 }));
    await mustRecord(store, lease, aDoneStep("history", { ordinal: 2 }));
    const upTo = async (number: number) => (await store.readCheckpoints(run.id, number)).map(({ body }) => body);
    expect(await upTo(0)).toEqual([]);
    expect(await upTo(1)).toEqual(['"read"']);
    expect(await upTo(9)).toEqual(['"read"', '"history"']);
    expect(await store.readRun(anId())).toBeNull();
  });

  test("retries count by the reason and the local day on which the attempt before them ended", async () => {
    const { store, setNow } = await makeWorld();
    const evening = monday + 13.75 * 60 * minute; // 22:45 UTC: 23:45 in Paris
    const retried = async (reason: "timeout" | "rate_limited", at: number, times: number) => {
      const { lease, run } = await aClaimedRun(store, { leaseMs: 60 * minute });
      const step = aStepWrite("recommend");
      for (let number = 1; number <= times; number += 1) {
        await setNow(at + number * second);
        const failed = { id: anId(), stepId: step.id, number, result: "failed", reason, decidedBy: "policy" } as const;
        await mustRecord(store, lease, { steps: [step], attempts: [failed] });
      }
      await mustRecord(store, lease, finish);
      return run.id;
    };
    await setNow(evening);
    const twice = await retried("timeout", evening, 3);
    await retried("timeout", evening + minute, 1);
    await setNow(evening + 30 * minute);
    const nextDay = await retried("timeout", evening + 30 * minute, 2);
    const limited = await retried("rate_limited", evening + 31 * minute, 2);
    expect(await store.retryFigures({ ...always, zone: "Europe/Paris" })).toEqual([
      { day: "2026-03-02", reason: "timeout", attempts: 2, steps: 1, runs: 1 },
      { day: "2026-03-03", reason: "rate_limited", attempts: 1, steps: 1, runs: 1 },
      { day: "2026-03-03", reason: "timeout", attempts: 1, steps: 1, runs: 1 },
    ]);
    expect(await store.retryFigures({ ...always, zone: "UTC" })).toEqual([
      { day: "2026-03-02", reason: "rate_limited", attempts: 1, steps: 1, runs: 1 },
      { day: "2026-03-02", reason: "timeout", attempts: 3, steps: 2, runs: 2 },
    ]);
    const rows = await store.retryRows({ ...always, limit: 9 });
    expect(rows.map(({ reason, number }) => [reason, number])).toEqual(expect.arrayContaining([["timeout", 2]]));
    expect(rows).toHaveLength(4);
    expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted((a, b) => b - a));
    expect(await store.retryRows({ ...always, reason: "rate_limited", limit: 9 })).toMatchObject([
      { runId: limited, step: "recommend", number: 1 },
    ]);
    const first = { ...always, reason: "timeout", firstOnly: true } as const;
    expect((await store.retryRows({ ...first, limit: 9 })).map(({ number }) => number)).toEqual([1, 1]);
    expect(await store.retryRows({ ...first, limit: 1 })).toHaveLength(1);
    expect(await store.retryFigures({ ...always, zone: "UTC", firstOnly: true })).toMatchObject([
      { reason: "rate_limited", attempts: 1 },
      { reason: "timeout", attempts: 2, runs: 2 },
    ]);
    const listed = async (reason: "timeout" | "rate_limited", from: number, to: number) =>
      (await store.listRuns({ pageSize: 9, retried: { reason, from, to } })).rows.map((run) => run.id);
    const midnight = evening + 15 * minute;
    expect(await listed("timeout", 0, midnight)).toEqual([twice]);
    expect(await listed("timeout", midnight, always.to)).toEqual([nextDay]);
    expect(await listed("rate_limited", 0, always.to)).toEqual([limited]);
  });

  test("a resume passed if a checkpoint followed or the run finished before the next resume", async () => {
    const { store, setNow } = await makeWorld();
    const first = await aClaimedRun(store);
    await mustRecord(store, first.lease, { ...aDoneStep("read", { ordinal: 1 }), ...block() });
    await store.resume(aResume(first, 1));
    const second_ = await claimNext(store);
    await mustRecord(store, second_!.lease, block());
    await setNow(monday + second);
    await store.resume(aResume(second_!, 1));
    const third = await claimNext(store);
    await mustRecord(store, third!.lease, { ...aDoneStep("history", { ordinal: 2 }), ...block() });
    await setNow(monday + 2 * second);
    await store.resume(aResume(third!, 2));
    await mustRecord(store, (await claimNext(store))!.lease, finish);
    const figures = await store.resumeFigures(always);
    expect(figures.map(({ kind, at, passed, finished }) => ({ kind, at, passed, finished }))).toEqual([
      { kind: "resume", at: monday, passed: false, finished: false },
      { kind: "resume", at: monday + second, passed: true, finished: false },
      { kind: "resume", at: monday + 2 * second, passed: true, finished: true },
    ]);
    expect(await store.resumeFigures({ from: monday + second, to: monday + 2 * second })).toHaveLength(1);
  });

  test("a recovery is counted apart from resumes, and lists open the same runs", async () => {
    const { store, setNow } = await makeWorld();
    const { run } = await aClaimedRun(store, { recovery: "automatic" });
    await setNow(monday + leaseMs);
    const recovered = await claimNext(store);
    await mustRecord(store, recovered!.lease, finish);
    expect(await store.resumeFigures(always)).toMatchObject([{ runId: run.id, kind: "recovery", finished: true }]);
    const listed = async (kind: "resume" | "recovery") =>
      (await store.listRuns({ pageSize: 9, executed: { kind, ...always } })).rows.map(({ id }) => id);
    expect(await listed("recovery")).toEqual([run.id]);
    expect(await listed("resume")).toEqual([]);
  });

  test("what a workflow usually does is what its last succeeded run did", async () => {
    const { store, setNow } = await makeWorld();
    expect(await store.typicalSteps("support-ticket")).toEqual([]);
    const { lease } = await aClaimedRun(store);
    const step = aStepWrite("read");
    await mustRecord(store, lease, { steps: [step] });
    await setNow(monday + second);
    await mustRecord(store, lease, { steps: [{ ...step, state: "done" }], ...finish });
    await aClaimedRun(store);
    expect(await store.typicalSteps("support-ticket")).toEqual([
      { name: "read", kind: "step", actionId: null, tookMs: second },
    ]);
  });

  test("a worker says what it offers and when it was last seen", async () => {
    const { store, setNow } = await makeWorld();
    const worker = aWorker({ workflows: [{ name: "support-ticket", version: 2 }] });
    await store.registerWorker(worker);
    await setNow(monday + second);
    await store.workerSeen(worker.id);
    const alive = { ...worker, startedAt: monday, seenAt: monday + second, endedAt: null };
    expect(await store.listWorkers()).toEqual([alive]);
    await store.workerEnded(worker.id, false);
    expect(await store.listWorkers()).toEqual([{ ...alive, endedAt: monday + second }]);
    await store.registerWorker(worker);
    expect(await store.listWorkers()).toEqual([alive]);
  });

  test("a worker's shapes are those it said last", async () => {
    const { store } = await makeWorld();
    const shape = { workflow: "support-ticket", step: "history", schemaVersion: 2, migratesFrom: [1] };
    const [one, two] = [aWorker({ shapes: [shape] }), aWorker({ name: "worker-b" })];
    await store.registerWorker(one);
    await store.registerWorker(two);
    const newer = { ...shape, schemaVersion: 3, migratesFrom: [1, 2] };
    await store.workerLearned(one.id, [newer, { ...shape, step: "read" }]);
    const shapesOf = async (id: string) => (await store.listWorkers()).find((worker) => worker.id === id)?.shapes;
    expect(await shapesOf(one.id)).toEqual([newer, { ...shape, step: "read" }]);
    expect(await shapesOf(two.id)).toEqual([]);
    await store.registerWorker(one);
    expect(await shapesOf(one.id)).toEqual([shape]);
  });

  test("live checkpoints whose content is not what was kept are named, and no others", async () => {
    const { store } = await makeWorld();
    const claimed = await aClaimedRun(store);
    const odd = JSON.stringify({ text: "NUL \u0000, \\u0000, 🙂" });
    for (const [i, body] of [odd, '"b"', '"c"', '"d"'].entries()) {
      const write = aDoneStep(`step ${i + 1}`, { ordinal: i + 1 }, body);
      const [checkpoint] = write.checkpoints!;
      const hash = i === 1 || i === 3 ? sha256("other") : checkpoint!.hash;
      await mustRecord(store, claimed.lease, { ...write, checkpoints: [{ ...checkpoint!, hash }] });
    }
    expect(await store.findDamaged(claimed.run.id)).toEqual([2, 4]);
    await mustRecord(store, claimed.lease, block());
    await store.resume(aResume(claimed, 3));
    expect(await store.findDamaged(claimed.run.id)).toEqual([2]);
    expect(await store.findDamaged(anId())).toEqual([]);
  });

  test("runs that could be claimed now are counted by what a worker would need, the longest wait first", async () => {
    const { store, setNow } = await makeWorld();
    await aClaimedRun(store);
    const sleeping = await aClaimedRun(store);
    await mustRecord(store, sleeping.lease, sleep(minute));
    await store.startRun(aNewRun({ workflowVersion: 3 }));
    await setNow(monday + second);
    await store.startRun(aNewRun({ workflow: "refund" }));
    await store.startRun(aNewRun({ workflowVersion: 3 }));
    const ready = [
      { workflow: "support-ticket", version: 3, runs: 2, since: monday },
      { workflow: "refund", version: 1, runs: 1, since: monday + second },
    ];
    expect(await store.countReady()).toEqual(ready);
    await setNow(monday + minute);
    expect(await store.countReady()).toEqual([
      ...ready,
      { workflow: "support-ticket", version: 1, runs: 1, since: monday + minute },
    ]);
  });
}
