import { expect, test } from "vitest";
import { checkpointMaxBytes } from "@/lib/progress/checkpoint";
import type { ProgressWrite } from "@/lib/progress/store";
import { anId, monday } from "./factories";
import {
  aClaimedRun,
  aDecision,
  aDoneStep,
  aResume,
  aStepWrite,
  aValidationStep,
  awaitPerson,
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
  stateOf,
} from "./progress-world";

/** What a worker writes: once, whole, and as it was. */
export function writeGuarantees(makeWorld: MakeProgressWorld): void {
  test("checkpoints are numbered from 1 without gaps, whatever was refused or repeated between them", async () => {
    const { store } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    const first = aDoneStep("a", { ordinal: 1 });
    await mustRecord(store, lease, first);
    await store.record({ ...lease, token: 0 }, aDoneStep("zombie"));
    await mustRecord(store, lease, first);
    const two = [aDoneStep("b", { ordinal: 2 }), aDoneStep("c", { ordinal: 3 })];
    await mustRecord(store, lease, {
      steps: two.flatMap((write) => write.steps ?? []),
      checkpoints: two.flatMap((write) => write.checkpoints ?? []),
    });
    const record = await store.readRun(run.id);
    expect(record?.checkpoints.map(({ number, stepName }) => [number, stepName])).toEqual([
      [1, "a"],
      [2, "b"],
      [3, "c"],
    ]);
    expect(record?.run.checkpointCount).toBe(3);
  });

  test("a write repeated after a lost reply is applied once, log lines included", async () => {
    const { store } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    const { write, validation } = aValidationStep("approve");
    const asked: ProgressWrite = { ...write, id: anId(), journal: [{ level: "info", text: "Asked for approval." }] };
    const first = await mustRecord(store, lease, asked);
    expect(await store.record(lease, asked)).toEqual(first);
    const record = await store.readRun(run.id);
    expect(record?.journal).toHaveLength(1);
    expect(record?.validations.map(({ id }) => id)).toEqual([validation.id]);
  });

  test("an end repeated after a lost reply is answered as recorded, another end is refused", async () => {
    const { store } = await makeWorld();
    const ends = [finish, block(), sleep(minute), { end: { kind: "released", text: "" } }] satisfies ProgressWrite[];
    for (const write of ends) {
      const { lease } = await aClaimedRun(store);
      expect(await store.record(lease, write)).toMatchObject({ recorded: true, resumeNow: false });
      expect(await store.record(lease, write)).toMatchObject({ recorded: true, resumeNow: false });
      const failed: ProgressWrite = { end: { kind: "failed", error: { name: "E", message: "" }, text: "" } };
      expect(await store.record(lease, failed)).toHaveProperty("refused");
      if (write.end?.kind === "released") await mustRecord(store, (await claimNext(store))!.lease, finish);
    }
  });

  test("a finished step never starts again", async () => {
    const { store } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    const write = aDoneStep("read");
    await mustRecord(store, lease, write);
    await mustRecord(store, lease, { steps: [{ ...write.steps![0]!, state: "running" }] });
    expect((await store.readRun(run.id))?.steps).toMatchObject([{ state: "done" }]);
  });

  test("a start that rides along with its own end is one step and one attempt", async () => {
    const { store, setNow } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    const step = aStepWrite("read");
    const attempt = { id: anId(), stepId: step.id, number: 1 };
    await setNow(monday + second);
    await mustRecord(store, lease, {
      steps: [step, { ...step, state: "done" }],
      attempts: [attempt, { ...attempt, result: "done", tookMs: 300 }],
    });
    const record = await store.readRun(run.id);
    expect(record?.steps).toMatchObject([{ state: "done", endedAt: monday + second }]);
    expect(record?.attempts).toMatchObject([{ result: "done", endedAt: monday + second }]);
  });

  test("every attempt is kept with its reason, who decided and the error", async () => {
    const { store, setNow } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    const step = aStepWrite("read");
    const error = { name: "TypeError", message: "no\0pe" };
    const open = { id: anId(), stepId: step.id, number: 1 };
    await mustRecord(store, lease, { steps: [step], attempts: [open] });
    await setNow(monday + second);
    await mustRecord(store, lease, {
      steps: [{ ...step, state: "retrying", nextTryAt: monday + minute }],
      attempts: [{ ...open, result: "failed", reason: "server_error", decidedBy: "policy", error }],
    });
    const record = await store.readRun(run.id);
    const times = { startedAt: monday, endedAt: monday + second };
    expect(record?.attempts).toEqual([
      {
        ...open,
        executionId: lease.executionId,
        result: "failed",
        reason: "server_error",
        decidedBy: "policy",
        error,
        ...times,
      },
    ]);
    expect(record?.steps).toMatchObject([{ state: "retrying", nextTryAt: monday + minute }]);
  });

  test("texts and bodies come back character by character", async () => {
    const { store } = await makeWorld();
    const odd = 'NUL \0, mark \u0001, mark and digit \u00010, "quotes", back\\slash, \\u0000, 🙂';
    const { lease, run } = await aClaimedRun(store, { input: JSON.stringify(odd) });
    const body = JSON.stringify({ odd, [odd]: [odd] });
    const { validation, write } = aValidationStep("approve", {
      kind: "answer",
      ask: odd,
      subjects: [],
      shown: { odd },
    });
    await mustRecord(store, lease, { ...aDoneStep("read", {}, body), journal: [{ level: "info", text: odd }] });
    await mustRecord(store, lease, write);
    await store.decide(aDecision(validation.id, { reason: odd, answer: { odd } }));
    await mustRecord(store, lease, { end: { kind: "failed", error: { name: "E", message: odd }, text: odd } });
    const record = await store.readRun(run.id);
    expect(record).toMatchObject({ input: JSON.stringify(odd), error: { message: odd }, run: { causeText: odd } });
    expect(record?.journal[0]?.text).toBe(odd);
    expect(record?.validations[0]).toMatchObject({
      ask: odd,
      shown: { odd },
      decision: { reason: odd, answer: { odd } },
    });
    expect((await store.readCheckpoints(run.id, 1))[0]?.body).toBe(body);
  });

  test("half of a surrogate pair in free text fails no write", async () => {
    const { store } = await makeWorld();
    const { lease } = await aClaimedRun(store);
    const text = "cut \ud83d";
    const write: ProgressWrite = {
      journal: [{ level: "warn", text }],
      end: { kind: "failed", error: { name: "E", message: text }, text },
    };
    expect(await store.record(lease, write)).toMatchObject({ recorded: true });
  });

  test("a checkpoint over the limit stores nothing of its write and says both numbers", async () => {
    const { store } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    const fits = aDoneStep("fits", { ordinal: 1 }, `"${"x".repeat(checkpointMaxBytes - 2)}"`);
    const large = aDoneStep("large", { ordinal: 2 }, `"${"x".repeat(checkpointMaxBytes - 1)}"`);
    await mustRecord(store, lease, fits);
    const refusal = await store.record(lease, large).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "checkpoint_too_large", bytes: checkpointMaxBytes + 1 });
    expect((refusal as Error).message).toContain(String(checkpointMaxBytes));
    expect((await store.readRun(run.id))?.steps.map(({ name }) => name)).toEqual(["fits"]);
  });

  test("a migrated copy takes the place and the number of its original, which is kept, and repeats nothing", async () => {
    const { store } = await makeWorld();
    const claimed = await aClaimedRun(store);
    const { lease, run } = claimed;
    await mustRecord(store, lease, aDoneStep("history", { ordinal: 1 }, '{"total":"12,5"}'));
    await mustRecord(store, lease, aDoneStep("use", { ordinal: 2 }));
    const [original] = await store.readCheckpoints(run.id, 1);
    const body = '{"cents":1250,"nul":"\\u0000"}';
    const copy = { id: anId(), parentId: original!.checkpointId, schemaVersion: 2, hash: sha256(body), body };
    const later = aDoneStep("later", { ordinal: 3 });
    await mustRecord(store, lease, { ...later, copies: [copy], journal: [{ level: "info", text: "Migrated." }] });
    await mustRecord(store, lease, { copies: [{ ...copy, id: anId() }] });

    const record = await store.readRun(run.id);
    expect(record?.run.checkpointCount).toBe(3);
    expect(record?.checkpoints.map((c) => [c.number, c.stepName, c.schemaVersion, c.supersededBy])).toEqual([
      [1, "history", 2, null],
      [2, "use", 1, null],
      [3, "later", 1, null],
    ]);
    const migrated = { fromVersion: 1, at: monday, executionId: lease.executionId };
    expect(record?.checkpoints[0]).toMatchObject({ id: original!.checkpointId, hash: copy.hash, migrated });
    const state = await store.readCheckpoints(run.id, 9);
    expect(state.map(({ number, body }) => [number, body])).toEqual([
      [1, body],
      [2, '"use"'],
      [3, '"later"'],
    ]);

    await mustRecord(store, lease, block());
    await store.resume(aResume(claimed, 1));
    const resumed = await claimNext(store);
    expect(resumed?.recorded.map(({ number, schemaVersion }) => [number, schemaVersion])).toEqual([[1, 2]]);
  });

  test("a copy over the limit stores nothing of its write", async () => {
    const { store } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    await mustRecord(store, lease, aDoneStep("history", { ordinal: 1 }));
    const [original] = await store.readCheckpoints(run.id, 1);
    const body = `"${"x".repeat(checkpointMaxBytes)}"`;
    const copy = { id: anId(), parentId: original!.checkpointId, schemaVersion: 2, hash: sha256(body), body };
    const refusal = await store.record(lease, { copies: [copy] }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "checkpoint_too_large" });
    expect(await store.readCheckpoints(run.id, 9)).toEqual([original]);
  });

  test("finishing keeps the output, frees the lease and withdraws what nobody decided", async () => {
    const { store } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    const { validation, write } = aValidationStep("approve");
    await mustRecord(store, lease, { ...write, ...finish });
    expect(await store.readRun(run.id)).toMatchObject({
      run: { state: "succeeded", endedAt: monday, token: 1 },
      output: '{"ok":true}',
      lease: null,
      executions: [{ state: "finished", endReason: "finished", endedAt: monday }],
    });
    expect(await store.decide(aDecision(validation.id))).toMatchObject({ decided: false, why: "validation_withdrawn" });
  });

  test("an end closes the attempts that its worker left open", async () => {
    const { store } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    const step = aStepWrite("read");
    await mustRecord(store, lease, { steps: [step], attempts: [{ id: anId(), stepId: step.id, number: 1 }] });
    await mustRecord(store, lease, { end: { kind: "released", text: "Its worker stops." } });
    const record = await store.readRun(run.id);
    expect(record?.attempts).toMatchObject([{ result: "lost", reason: "worker_stopped", decidedBy: "policy" }]);
    expect(record?.steps).toMatchObject([{ state: "lost" }]);
    expect(record?.run.state).toBe("queued");
  });

  test("a sleep keeps the time it was first given, through every execution", async () => {
    const { store, setNow } = await makeWorld();
    const first = await aClaimedRun(store, { recovery: "automatic" });
    const nap = aStepWrite("nap", { kind: "sleep", state: "waiting", wakeInMs: 10 * minute });
    await mustRecord(store, first.lease, { steps: [nap] });
    await setNow(monday + leaseMs);
    const second_ = await claimNext(store);
    await mustRecord(store, second_!.lease, { steps: [nap], ...sleep(10 * minute - leaseMs) });
    expect(await store.findRun(first.run.id)).toMatchObject({ state: "waiting", wakeAt: monday + 10 * minute });
    await setNow(monday + 10 * minute - 1);
    expect(await claimNext(store)).toBeNull();
    await setNow(monday + 10 * minute);
    const third = await claimNext(store);
    expect(third).toMatchObject({ kind: "wake", open: [{ name: "nap", wakeAt: monday + 10 * minute }] });
  });

  test("suspending for a person releases the lease and says for whom it waits", async () => {
    const { store } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    const { validation, write } = aValidationStep("approve");
    await mustRecord(store, lease, write);
    expect(await store.record(lease, awaitPerson(validation.id))).toMatchObject({ resumeNow: false });
    expect(await store.readRun(run.id)).toMatchObject({
      run: { state: "needs_person", cause: "validation", waitsFor: { validationIds: [validation.id] }, wakeAt: null },
      lease: null,
    });
    expect(await claimNext(store)).toBeNull();
  });

  test("suspending answers resume now if its wait was decided meanwhile or is due, and keeps the lease", async () => {
    const { store } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    const { validation, write } = aValidationStep("approve");
    await mustRecord(store, lease, write);
    await store.decide(aDecision(validation.id));
    const asked = { ...awaitPerson(validation.id), id: anId() };
    expect(await store.record(lease, asked)).toMatchObject({ recorded: true, resumeNow: true });
    expect(await store.record(lease, asked)).toMatchObject({ recorded: true, resumeNow: true });
    expect(await store.record(lease, sleep(0))).toMatchObject({ recorded: true, resumeNow: true });
    expect(await stateOf(store, run.id)).toBe("running");
    expect(await store.renew(lease)).toHaveProperty("leaseLeftMs");
  });
}
