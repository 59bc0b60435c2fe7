import { expect, test } from "vitest";
import { anId, monday } from "./factories";
import {
  aClaimedRun,
  aDecision,
  aDoneStep,
  aNewRun,
  aResume,
  aStepWrite,
  aValidationStep,
  aWaitingRun,
  aWorker,
  awaitPerson,
  block,
  claimNext,
  finish,
  type MakeProgressWorld,
  minute,
  mustRecord,
  second,
  sleep,
  stateOf,
} from "./progress-world";

/** What wakes a run, and what people do to it: one of them wins, the others are told who. */
export function peopleGuarantees(makeWorld: MakeProgressWorld): void {
  test("a blocked run wakes for exactly what it waits for, and once", async () => {
    const { store } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    const actionId = anId();
    expect(await store.wake(run.id, { actionId })).toBe(false);
    await mustRecord(store, lease, block({ actionIds: [actionId] }));
    expect(await store.wake(run.id, { actionId: anId() })).toBe(false);
    expect(await store.wake(run.id, { validationId: actionId })).toBe(false);
    expect(await store.wake(run.id, { blocked: "payload_mismatch" })).toBe(false);
    expect(await store.wake(anId(), { actionId })).toBe(false);
    expect(await store.wake(run.id, { actionId })).toBe(true);
    expect(await store.wake(run.id, { actionId })).toBe(false);
    expect(await store.findRun(run.id)).toMatchObject({ state: "queued", cause: null, waitsFor: { actionIds: [] } });
    expect((await claimNext(store))?.kind).toBe("wake");
  });

  test("a run blocked for a cause wakes when that cause is gone", async () => {
    const { store } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    await mustRecord(store, lease, block());
    expect(await store.wake(run.id, { blocked: "outcome_unknown" })).toBe(true);
  });

  test("a run that waits for an action in flight wakes when it is settled, before its time", async () => {
    const { store } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    const actionId = anId();
    const waits = { kind: "suspended" as const, cause: "action_in_flight" as const, text: "", validationIds: [] };
    await mustRecord(store, lease, { end: { ...waits, actionIds: [actionId], wakeInMs: minute } });
    expect(await claimNext(store)).toBeNull();
    expect(await store.wake(run.id, { actionId })).toBe(true);
    expect((await claimNext(store))?.run.id).toBe(run.id);
  });

  test("of twenty resumes at once one wins, and the others are told who and when", async () => {
    const { store } = await makeWorld();
    const claimed = await aClaimedRun(store);
    await mustRecord(store, claimed.lease, block());
    const asks = Array.from({ length: 20 }, (_, i) => ({ ...aResume(claimed, 0), by: `person ${i}` }));
    const answers = await Promise.all(asks.map((ask) => store.resume(ask)));
    const won = answers.findIndex((answer) => "resumed" in answer);
    expect(answers[won]).toEqual({ resumed: true, token: 2, executionNumber: 2 });
    const refusals = answers.filter((_, i) => i !== won);
    expect(refusals).toEqual(Array(19).fill({ refused: "already_resumed", by: `person ${won}`, at: monday }));
    expect(await store.findRun(claimed.run.id)).toMatchObject({ token: 2, resumeCount: 1, executionCount: 2 });
    // A repeat after a lost reply is no second resume.
    expect(await store.resume(asks[won]!)).toEqual(answers[won]);
  });

  test("a resume makes later results void, keeps earlier ones, and its first claim adopts its token", async () => {
    const { store } = await makeWorld();
    const claimed = await aClaimedRun(store);
    const { lease, run } = claimed;
    await mustRecord(store, lease, aDoneStep("read", { ordinal: 1 }));
    await mustRecord(store, lease, aDoneStep("history", { ordinal: 2 }));
    await mustRecord(store, lease, aDoneStep("recommend", { ordinal: 3 }));
    const { validation, write } = aValidationStep("approve");
    await mustRecord(store, lease, { ...write, ...block() });
    const ask = aResume(claimed, 2);
    expect(await store.resume(ask)).toMatchObject({ token: 2 });
    expect(await store.findRun(run.id)).toMatchObject({ state: "queued", cause: "resumed", resumeCount: 1 });

    const again = await claimNext(store, aWorker({ name: "worker-b" }));
    expect(again).toMatchObject({ kind: "resume", lease: { token: 2, executionId: ask.executionId }, open: [] });
    expect(again?.recorded.map(({ name }) => name)).toEqual(["read", "history"]);
    await mustRecord(store, again!.lease, aDoneStep("recommend", { ordinal: 3 }));

    const record = await store.readRun(run.id);
    expect(record?.checkpoints.map(({ number, supersededBy }) => [number, supersededBy])).toEqual([
      [1, null],
      [2, null],
      [3, ask.executionId],
      [4, null],
    ]);
    const voided = record?.steps.filter((step) => step.supersededBy === ask.executionId).map(({ name }) => name);
    expect(voided?.sort()).toEqual(["approve", "recommend"]);
    expect(record?.validations).toMatchObject([{ id: validation.id, state: "withdrawn" }]);
    expect(record?.executions[1]).toMatchObject({
      state: "alive",
      workerName: "worker-b",
      resumedFrom: 2,
      resumedBy: "Mia",
      resumeReason: "The CRM is back.",
    });
    const decided = record?.journal.filter((line) => line.kind === "resume");
    expect(decided).toMatchObject([{ text: "Mia resumed it from checkpoint 2: The CRM is back." }]);
    expect(await store.takeOutbox(9)).toMatchObject([{ kind: "raise_fence", body: { runId: run.id, token: 2 } }]);
  });

  test("a failed run can be resumed from zero, and is over no more", async () => {
    const { store } = await makeWorld();
    const claimed = await aClaimedRun(store);
    const failed = { kind: "failed", error: { name: "E", message: "no" }, text: "no" } as const;
    await mustRecord(store, claimed.lease, { ...aDoneStep("read"), end: failed });
    await store.resume(aResume(claimed, 0));
    expect(await store.readRun(claimed.run.id)).toMatchObject({ run: { state: "queued", endedAt: null }, error: null });
    expect((await claimNext(store))?.recorded).toEqual([]);
  });

  test("a decision sent again after a resume from before its question is seen as sent, and decides nothing anew", async () => {
    const { store, setNow } = await makeWorld();
    const { run, lease, validation } = await aWaitingRun(store);
    const decision = aDecision(validation.id);
    await store.decide(decision);
    const claimed = await claimNext(store);
    await mustRecord(store, claimed!.lease, block());
    await store.resume(aResume({ run, lease: claimed!.lease }, 0));
    const again = await claimNext(store);
    const asked = aValidationStep("approve", { subjects: validation.subjects });
    await mustRecord(store, again!.lease, { ...asked.write, ...awaitPerson(asked.validation.id) });
    await setNow(monday + second);
    expect(lease.token).toBeLessThan(again!.lease.token);
    expect(await store.decide(decision)).toMatchObject({ decided: true, validation: { id: validation.id } });
    expect(await store.findValidation(asked.validation.id)).toMatchObject({ state: "pending", decision: null });
    expect(await store.findRun(run.id)).toMatchObject({ state: "needs_person" });
    const decided = (await store.readRun(run.id))?.journal.filter((line) => line.kind === "decision");
    expect(decided).toHaveLength(1);
  });

  test("each reason to refuse a resume has its own name", async () => {
    const { store, setNow } = await makeWorld();
    expect(await store.resume({ ...aResume(await aClaimedRun(store), 0), runId: anId() })).toMatchObject({
      refused: "run_not_found",
    });
    const running = await aClaimedRun(store);
    expect(await store.resume(aResume(running, 0))).toMatchObject({ refused: "run_is_running" });
    await mustRecord(store, running.lease, finish);
    expect(await store.resume(aResume(running, 0))).toMatchObject({ refused: "run_finished" });
    const waiting = await aWaitingRun(store);
    expect(await store.resume(aResume(waiting, 0))).toMatchObject({ refused: "run_waits_for_person" });
    const asleep = await aClaimedRun(store);
    await mustRecord(store, asleep.lease, sleep(minute));
    expect(await store.resume(aResume(asleep, 0))).toMatchObject({ refused: "run_is_running" });
    await store.cancel({ runId: asleep.run.id, by: "Mia", reason: "Duplicate." });
    expect(await store.resume(aResume(asleep, 0))).toMatchObject({ refused: "run_cancelled", by: "Mia" });

    const blocked = await aClaimedRun(store);
    await mustRecord(store, blocked.lease, block());
    const ahead = { ...aResume(blocked, 0), expectedToken: 9 };
    expect(await store.resume(ahead)).toMatchObject({ refused: "server_behind" });
    await store.resume(aResume(blocked, 0));
    await setNow(monday + second);
    const resumed = { refused: "already_resumed", by: "Mia", at: monday };
    const again = await claimNext(store);
    expect(await store.resume(aResume(blocked, 0))).toEqual(resumed);
    // Stopped again: a plan made before the first resume is of another stop.
    await mustRecord(store, again!.lease, block());
    expect(await store.resume(aResume(blocked, 0))).toEqual(resumed);
    expect(await store.resume(aResume(again!, 0))).toMatchObject({ resumed: true, token: 3 });
  });

  test("a cancelled run is over, its worker learns by whom, and what was held is withdrawn", async () => {
    const { store } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    const { validation, write } = aValidationStep("approve");
    const step = aStepWrite("read", { ordinal: 2 });
    await mustRecord(store, lease, write);
    await mustRecord(store, lease, { steps: [step], attempts: [{ id: anId(), stepId: step.id, number: 1 }] });
    const ask = { runId: run.id, by: "Mia", reason: "Duplicate ticket." };
    expect(await store.cancel(ask)).toEqual({ cancelled: true });
    expect(await store.cancel(ask)).toEqual({ cancelled: true });
    const told = { refused: "run_cancelled", by: "Mia", at: monday };
    expect(await store.cancel({ ...ask, by: "Tom" })).toEqual(told);
    expect(await store.record(lease, finish)).toEqual(told);
    expect(await store.decide(aDecision(validation.id))).toMatchObject({ why: "validation_withdrawn" });
    expect(await store.readRun(run.id)).toMatchObject({
      run: { state: "cancelled", causeText: "Duplicate ticket.", endedAt: monday },
      lease: null,
      executions: [{ state: "stopped", endReason: "cancelled" }],
      steps: [{ state: "cancelled" }, { state: "cancelled" }],
      attempts: [{ result: "lost", reason: "manual", decidedBy: "person" }],
    });
    expect(await store.takeOutbox(9)).toMatchObject([
      { kind: "withdraw_actions", body: { runId: run.id, why: "cancelled" } },
    ]);
  });

  test("only a run that is not over is cancelled", async () => {
    const { store } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    await mustRecord(store, lease, finish);
    const ask = { by: "Mia", reason: "Late." };
    expect(await store.cancel({ runId: run.id, ...ask })).toMatchObject({ refused: "run_finished" });
    expect(await store.cancel({ runId: anId(), ...ask })).toMatchObject({ refused: "run_not_found" });
    const { run: queued } = await store.startRun(aNewRun());
    expect(await store.cancel({ runId: queued.id, ...ask })).toEqual({ cancelled: true });
    expect(await claimNext(store)).toBeNull();
  });

  test("of several people who decide at once one wins, and the others see the decision", async () => {
    const { store } = await makeWorld();
    const { validation } = await aWaitingRun(store);
    const asks = ["Mia", "Tom", "Ann"].map((by) => aDecision(validation.id, { by }));
    const answers = await Promise.all(asks.map((ask) => store.decide(ask)));
    const won = answers.filter((answer) => answer.decided);
    expect(won).toHaveLength(1);
    const decision = won[0]?.validation?.decision;
    for (const lost of answers.filter((answer) => !answer.decided)) {
      expect(lost).toMatchObject({ why: "already_decided", validation: { decision } });
    }
    const winner = asks.find((ask) => ask.decisionId === decision?.id);
    expect(await store.decide(winner!)).toEqual(won[0]);
  });

  test.each([["ab"], ["ba"], ["aabb"], ["abab"], ["baab"]])(
    "two approvals that arrive as %s are two approvals, and one consequence",
    async (order) => {
      const { store } = await makeWorld();
      const { run, validation } = await aWaitingRun(store, { quorum: 2 });
      const byName: Record<string, ReturnType<typeof aDecision>> = {
        a: aDecision(validation.id, { by: "Mia", byId: "p1" }),
        b: aDecision(validation.id, { by: "Tom", byId: "p2" }),
      };
      for (const name of order) expect(await store.decide(byName[name]!)).toMatchObject({ decided: true });
      const decided = await store.findValidation(validation.id);
      expect([decided?.state, decided?.decisions.map(({ by }) => by).sort()]).toEqual(["approved", ["Mia", "Tom"]]);
      expect(await store.takeOutbox(9)).toMatchObject([{ kind: "grant_actions" }]);
      expect(await stateOf(store, run.id)).toBe("queued");
    },
  );

  test("where two must approve, the first approval settles nothing and one person counts once", async () => {
    const { store } = await makeWorld();
    const { run, validation } = await aWaitingRun(store, { quorum: 2 });
    const first = aDecision(validation.id, { by: "Mia", byId: "p1" });
    expect(await store.decide(first)).toMatchObject({
      decided: true,
      validation: { state: "pending", quorum: 2, decision: null, decisions: [{ id: first.decisionId, byId: "p1" }] },
    });
    expect(await store.decide(first)).toMatchObject({ decided: true, validation: { decisions: [{}] } });
    expect(await store.decide(aDecision(validation.id, { by: "Mia", byId: "p1" }))).toMatchObject({
      decided: false,
      why: "decided_by_you",
    });
    expect(await stateOf(store, run.id)).toBe("needs_person");
    expect(await store.takeOutbox(9)).toEqual([]);
    const second = aDecision(validation.id, { by: "Ben", byId: "p2" });
    expect(await store.decide(second)).toMatchObject({
      validation: { state: "approved", decision: { by: "Ben" }, decisions: [{ by: "Mia" }, { by: "Ben" }] },
    });
    expect(await stateOf(store, run.id)).toBe("queued");
    expect(await store.takeOutbox(9)).toMatchObject([{ kind: "grant_actions" }]);
    expect((await store.readRun(run.id))?.journal.map(({ text }) => text)).toEqual([
      "Mia approved (1 of 2): Send this?",
      "Ben approved: Send this?",
    ]);
  });

  test("one rejection settles it, also where two must approve", async () => {
    const { store } = await makeWorld();
    const { run, validation } = await aWaitingRun(store, { quorum: 2 });
    await store.decide(aDecision(validation.id, { by: "Mia", byId: "p1" }));
    const reject = aDecision(validation.id, { by: "Ben", byId: "p2", verdict: "reject", reason: "no" });
    expect(await store.decide(reject)).toMatchObject({
      validation: { state: "rejected", decision: { by: "Ben", verdict: "reject" } },
    });
    expect(await stateOf(store, run.id)).toBe("queued");
  });

  test("of several who approve at once where two must, two count", async () => {
    const { store } = await makeWorld();
    const { validation } = await aWaitingRun(store, { quorum: 2 });
    const answers = await Promise.all(
      ["p1", "p2", "p3", "p4"].map((byId) => store.decide(aDecision(validation.id, { by: byId, byId }))),
    );
    expect(answers.filter(({ decided }) => decided)).toHaveLength(2);
    expect(await store.findValidation(validation.id)).toMatchObject({ state: "approved", decisions: [{}, {}] });
  });

  test("a change of what is sent restarts the count, and of two changes the later one is granted", async () => {
    const { store } = await makeWorld();
    const subject = { actionId: anId(), businessKey: "k", fingerprint: "f1" };
    const { validation } = await aWaitingRun(store, { quorum: 2, subjects: [subject] });
    const edit = (fingerprint: string) => ({
      ...{ actionId: subject.actionId, newActionId: anId(), fingerprint },
      payload: `"${fingerprint}"`,
    });
    let changeSeen: string | null = null;
    const approve = async (byId: string, edits: ReturnType<typeof edit>[] = []) => {
      const ask = aDecision(validation.id, { by: byId, byId, edits, changeSeen });
      if (edits.length > 0) changeSeen = ask.decisionId;
      return store.decide(ask);
    };
    const [first, later] = [edit("f2"), edit("f3")];
    await approve("Mia");
    expect(await approve("Ben", [first])).toMatchObject({ validation: { state: "pending", subjects: [subject] } });
    expect(await approve("Ben")).toMatchObject({ decided: false, why: "decided_by_you" });
    const unseen = aDecision(validation.id, { by: "Mia", byId: "Mia" });
    expect(await store.decide(unseen)).toMatchObject({ decided: false, why: "changed_since_shown" });
    expect(await approve("Mia", [later])).toMatchObject({ validation: { state: "pending" } });
    expect(await store.takeOutbox(9)).toEqual([]);
    expect(await approve("Ben")).toMatchObject({
      validation: { state: "approved", subjects: [{ actionId: later.newActionId, fingerprint: "f3" }] },
    });
    expect(await store.takeOutbox(9)).toMatchObject([{ kind: "grant_actions" }]);
  });

  test("an approval with edits is about the revisions, and keeps what was edited", async () => {
    const { store } = await makeWorld();
    const [kept, edited] = [anId(), anId()].map((actionId) => ({ actionId, businessKey: "k", fingerprint: "f1" }));
    const { validation } = await aWaitingRun(store, { subjects: [kept!, edited!] });
    const edit = { actionId: edited!.actionId, newActionId: anId(), fingerprint: "f2", payload: '{"text":"\\u0000"}' };
    await store.decide(aDecision(validation.id, { edits: [edit] }));
    expect(await store.findValidation(validation.id)).toMatchObject({
      subjects: [kept, { actionId: edit.newActionId, businessKey: "k", fingerprint: "f2" }],
      decision: { edits: [edit] },
    });
  });

  test("an expiry that counts as rejected lets the run go on without it, and says expired", async () => {
    const { store, setNow } = await makeWorld();
    const { run, validation } = await aWaitingRun(store, { onExpiry: "reject" });
    await setNow(monday + minute);
    expect(await store.sweep(9)).toMatchObject({ expired: [validation.id] });
    expect(await store.findValidation(validation.id)).toMatchObject({ state: "expired", decision: null });
    expect(await stateOf(store, run.id)).toBe("queued");
    expect(await store.takeOutbox(9)).toMatchObject([{ kind: "withdraw_actions", body: { why: "expired" } }]);
  });

  test("an expiry that escalates asks another role once, and the second time blocks", async () => {
    const { store, setNow } = await makeWorld();
    const escalation = { role: "lead", withinMs: 2 * minute } as const;
    const { run, validation } = await aWaitingRun(store, { onExpiry: "escalate", escalation });
    await setNow(monday + minute);
    await store.sweep(9);
    await store.sweep(9);
    expect(await store.findValidation(validation.id)).toMatchObject({
      state: "pending",
      role: "lead",
      escalatedAt: monday + minute,
      deadlineAt: monday + 3 * minute,
    });
    expect(await stateOf(store, run.id)).toBe("needs_person");
    expect((await store.readRun(run.id))?.journal.map(({ text }) => text)).toEqual([
      "No approver decided in time, so lead is asked: Send this?",
    ]);
    await setNow(monday + 3 * minute);
    await store.sweep(9);
    expect(await store.findRun(run.id)).toMatchObject({ state: "blocked", cause: "validation_expired" });
  });

  test("a run remembers for whom it was started", async () => {
    const { store } = await makeWorld();
    const { run } = await store.startRun(aNewRun({ requestedBy: "ada@example.com" }));
    expect(run.requestedBy).toBe("ada@example.com");
    expect((await store.findRun(run.id))?.requestedBy).toBe("ada@example.com");
    expect((await store.startRun(aNewRun())).run.requestedBy).toBeNull();
  });

  test("an approval queues the run and grants exactly what was shown, in one step", async () => {
    const { store } = await makeWorld();
    const { run, validation } = await aWaitingRun(store);
    const ask = aDecision(validation.id);
    expect(await store.decide(ask)).toMatchObject({ decided: true, validation: { state: "approved" } });
    expect(await stateOf(store, run.id)).toBe("queued");
    expect(await store.takeOutbox(9)).toMatchObject([
      { kind: "grant_actions", body: { runId: run.id, validationId: validation.id } },
    ]);
    const again = await claimNext(store);
    expect(again?.open).toMatchObject([
      { name: "approve", validation: { state: "approved", decision: { by: "Mia" } } },
    ]);
    expect((await store.readRun(run.id))?.journal.map(({ text }) => text)).toEqual(["Mia approved: Send this?"]);
  });

  test("a rejection queues the run and withdraws what it held", async () => {
    const { store } = await makeWorld();
    const { run, validation } = await aWaitingRun(store);
    await store.decide(aDecision(validation.id, { verdict: "reject", reason: "Wrong customer." }));
    expect(await stateOf(store, run.id)).toBe("queued");
    const actionIds = validation.subjects.map((subject) => subject.actionId);
    expect(await store.takeOutbox(9)).toMatchObject([{ kind: "withdraw_actions", body: { why: "denied", actionIds } }]);
  });

  test("a decision while the run still works moves only the validation", async () => {
    const { store } = await makeWorld();
    const { lease, run } = await aClaimedRun(store);
    const { validation, write } = aValidationStep("approve", { kind: "answer", subjects: [] });
    await mustRecord(store, lease, write);
    expect(await store.decide(aDecision(validation.id))).toMatchObject({ decided: true });
    expect(await stateOf(store, run.id)).toBe("running");
    expect(await store.takeOutbox(9)).toEqual([]);
  });

  test.each([
    { ms: minute - 100, decided: true },
    { ms: minute, decided: false },
    { ms: minute + 100, decided: false },
  ])("a decision $ms ms into a minute counts: $decided", async ({ ms, decided }) => {
    const { store, setNow } = await makeWorld();
    const { validation } = await aWaitingRun(store);
    await setNow(monday + ms);
    const answer = await store.decide(aDecision(validation.id));
    expect(answer).toMatchObject(decided ? { decided } : { decided, why: "validation_expired" });
  });

  test("there is no decision on what does not exist", async () => {
    const { store } = await makeWorld();
    const nothing = { decided: false, why: "validation_not_found", validation: null };
    expect(await store.decide(aDecision(anId()))).toEqual(nothing);
    expect(await store.findValidation(anId())).toBeNull();
  });
}
