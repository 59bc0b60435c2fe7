/** What people press: one wins, the others are told; a refused try is kept. */

import { describe, expect, it } from "vitest";
import { utcText } from "@/lib/ledger/utc-text";
import type { OutboxRow, ProgressStore } from "@/lib/progress/store";
import {
  aBlockedRun,
  aHeldNote,
  anEngineWorld,
  anOperator,
  askNote,
  type EngineWorld,
  mustProceed,
} from "@/lib/testing/engine-world";
import { aDestination, anId } from "@/lib/testing/factories";
import { aReport } from "@/lib/testing/ledger-world";
import {
  aClaimedRun,
  aDoneStep,
  aValidationStep,
  aWaitingRun,
  awaitPerson,
  claimNext,
  leaseMs,
  minute,
  mustRecord,
} from "@/lib/testing/progress-world";
import { cancelRun } from "./cancel-run";
import { decideValidation } from "./decide-validation";
import { deliverOutbox } from "./deliver-outbox";
import { readValidation } from "./read-validations";
import { recordProgress } from "./record-progress";
import { readResumePlan, resumeRun } from "./resume-run";
import { sweep } from "./sweep";

async function anInterruptedRun(world: EngineWorld) {
  const { engine } = world;
  const claimed = await aClaimedRun(engine.progress);
  await mustRecord(engine.progress, claimed.lease, aDoneStep("read-ticket"));
  world.pass(leaseMs + 1);
  await sweep(engine, (error) => {
    throw error;
  });
  return claimed.run.id;
}

async function aResumeOf({ engine }: EngineWorld, runId: string, fromCheckpoint = 1) {
  const plan = await readResumePlan(engine, runId, fromCheckpoint);
  return { runId, fromCheckpoint, planToken: plan?.token ?? "", reason: "The CRM is back.", operator: anOperator() };
}

describe("resume", () => {
  it("starts one execution however many press at once, and tells the others who won", async () => {
    const world = anEngineWorld();
    const runId = await anInterruptedRun(world);
    const ask = await aResumeOf(world, runId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => resumeRun(world.engine, { ...ask, nonce: anId() })),
    );
    const refused = answers.filter((answer) => !answer.ok);
    expect(refused).toHaveLength(19);
    for (const answer of refused) expect(answer).toMatchObject({ code: "already_resumed", facts: { by: "Dana" } });
    expect((await world.engine.progress.readRun(runId))?.executions).toHaveLength(2);
  });

  it("is refused with the new plan when the ledger moved since", async () => {
    const world = anEngineWorld();
    const runId = await anInterruptedRun(world);
    const ask = await aResumeOf(world, runId);
    const answer = await resumeRun(world.engine, { ...ask, planToken: "of yesterday", nonce: anId() });
    expect(answer).toMatchObject({ ok: false, code: "stale_plan", facts: { token: ask.planToken } });
  });

  it("names who was faster also when the run has stopped again meanwhile", async () => {
    const world = anEngineWorld();
    const runId = await anInterruptedRun(world);
    const ask = await aResumeOf(world, runId);
    await resumeRun(world.engine, { ...ask, nonce: anId(), operator: { ...anOperator(), name: "Lena" } });
    expect(await claimNext(world.engine.progress)).not.toBeNull();
    world.pass(leaseMs + 1);
    await sweep(world.engine, (error) => {
      throw error;
    });
    expect(await resumeRun(world.engine, { ...ask, nonce: anId() })).toMatchObject({
      ok: false,
      code: "already_resumed",
      facts: { by: "Lena" },
    });
  });

  it("is off while nobody knows what happened and nobody can be asked", async () => {
    const world = anEngineWorld();
    const { runId } = await aBlockedRun(world, aDestination());
    const ask = await aResumeOf(world, runId, 0);
    expect(await resumeRun(world.engine, { ...ask, nonce: anId() })).toMatchObject({
      ok: false,
      code: "outcome_unknown",
    });
  });

  it("asks the destination first where it can be asked", async () => {
    const world = anEngineWorld();
    const { runId, actionId } = await aBlockedRun(world);
    const ask = await aResumeOf(world, runId, 0);
    expect(await resumeRun(world.engine, { ...ask, nonce: anId() })).toMatchObject({ ok: true, checking: [actionId] });
    expect((await world.engine.ledger.readAction(actionId))?.probes).toMatchObject([{ state: "queued" }]);
  });

  it("of a run that is not there is refused, and never starts a fresh one", async () => {
    const world = anEngineWorld();
    const ask = {
      runId: anId(),
      fromCheckpoint: 0,
      planToken: "x",
      reason: "because",
      nonce: anId(),
      operator: anOperator(),
    };
    expect(await resumeRun(world.engine, ask)).toMatchObject({ ok: false, code: "run_not_found" });
  });

  it("by somebody without the role is refused, and kept", async () => {
    const world = anEngineWorld();
    const runId = await anInterruptedRun(world);
    const ask = await aResumeOf(world, runId);
    const answer = await resumeRun(world.engine, { ...ask, operator: anOperator("approver"), nonce: anId() });
    expect(answer).toMatchObject({ ok: false, code: "role_missing" });
    expect(await world.engine.commands.listByObject(runId)).toMatchObject([{ state: "refused", role: "approver" }]);
  });
});

describe("a decision", () => {
  const decide = (world: EngineWorld, validationId: string, over: object = {}) =>
    decideValidation(world.engine, {
      validationId,
      verdict: "approve",
      reason: null,
      answer: null,
      shown: ["f1"],
      from: null,
      nonce: anId(),
      operator: anOperator("approver"),
      ...over,
    });

  it("is one: the second person is told who decided what", async () => {
    const world = anEngineWorld();
    const { validation } = await aWaitingRun(world.engine.progress);
    expect(await decide(world, validation.id)).toMatchObject({ ok: true });
    const second = await decide(world, validation.id, { verdict: "reject", reason: "invoice disputed" });
    expect(second).toMatchObject({
      ok: false,
      code: "already_decided",
      message: `Dana approved this already, on ${utcText(world.now())}.`,
    });
  });

  it("binds to what was shown", async () => {
    const world = anEngineWorld();
    const { validation } = await aWaitingRun(world.engine.progress);
    expect(await decide(world, validation.id, { shown: ["other"] })).toMatchObject({
      ok: false,
      code: "changed_since_shown",
    });
  });

  it("is not the requester's where four eyes are asked for, whatever their role, session or key", async () => {
    const world = anEngineWorld();
    const requestedBy = "ada@example.com";
    const claimed = await aClaimedRun(world.engine.progress, { requestedBy });
    const { validation, write } = aValidationStep("approve", { fourEyes: true });
    await mustRecord(world.engine.progress, claimed.lease, { ...write, ...awaitPerson(validation.id) });
    for (const role of ["approver", "lead", "admin"] as const) {
      const operator = { ...anOperator(role), email: "Ada@Example.com" };
      const answer = await decide(world, validation.id, { operator });
      expect(answer).toMatchObject({ ok: false, code: "four_eyes" });
    }
    const operator = { ...anOperator("approver"), email: "ben@example.com" };
    expect(await decide(world, validation.id, { operator })).toMatchObject({ ok: true });
    expect((await world.engine.commands.listByObject(validation.id)).map(({ state }) => state)).toEqual([
      "applied",
      "refused",
      "refused",
      "refused",
    ]);
  });

  it("of two that are needed must be a second person's", async () => {
    const world = anEngineWorld();
    const { validation } = await aWaitingRun(world.engine.progress, { quorum: 2 });
    const mia = anOperator("approver");
    expect(await decide(world, validation.id, { operator: mia })).toMatchObject({ validation: { state: "pending" } });
    expect(await decide(world, validation.id, { operator: mia })).toMatchObject({ ok: false, code: "decided_by_you" });
    expect(await decide(world, validation.id)).toMatchObject({ ok: true, validation: { state: "approved" } });
  });

  it("sent again after the run was taken back to before it is seen, and decides nothing anew", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const { run, lease, validation } = await aWaitingRun(engine.progress);
    const nonce = anId();
    await decide(world, validation.id, { nonce });
    const claimed = await claimNext(engine.progress);
    const failed = { kind: "failed", error: { name: "E", message: "no" }, text: "no" } as const;
    await mustRecord(engine.progress, claimed!.lease, { end: failed });
    const token = (await engine.progress.findRun(run.id))?.token ?? lease.token;
    const back = { runId: run.id, expectedToken: token, fromCheckpoint: 0, executionId: anId() };
    await engine.progress.resume({ ...back, by: "Dana", reason: "again" });
    const next = await claimNext(engine.progress);
    const again = aValidationStep("approve");
    await mustRecord(engine.progress, next!.lease, { ...again.write, ...awaitPerson(again.validation.id) });

    expect(await decide(world, validation.id, { nonce })).toMatchObject({
      ok: true,
      validation: { id: validation.id },
    });
    expect(await decide(world, again.validation.id, { nonce })).toMatchObject({ ok: false, code: "nonce_reused" });
    expect(await engine.progress.findValidation(again.validation.id)).toMatchObject({ state: "pending" });
  });

  describe("that changes a payload", () => {
    const edited = { text: "Corrected" };

    it("approves the changed one: it is what leaves, the former never can, and both are kept", async () => {
      const world = anEngineWorld();
      const { validation, shown, actionId, note } = await aHeldNote(world);
      const edits = [{ actionId, payload: edited }];
      const answer = await decide(world, validation.id, { shown, edits });
      expect(answer).toMatchObject({ ok: true, validation: { decision: { edits: [{ actionId }] } } });
      const next = await claimNext(world.engine.progress);
      const holder = { ...note.holder, ...next!.lease };
      expect(await mustProceed(world.engine, { ...note, holder })).toMatchObject({ attempt: { payload: edited } });
      expect(await world.engine.ledger.findAction(actionId)).toMatchObject({
        state: "withdrawn",
        withdrawnWhy: "revised",
        live: false,
      });
      expect(await readValidation(world.engine, validation.id)).toMatchObject({
        actions: [{ action: { revision: 2 }, payload: JSON.stringify(edited) }],
        changed: [{ differences: [{ path: "text", before: "Hello", after: "Corrected" }] }],
      });
    });

    it("begins the count of two approvals again, and what leaves is the change that both saw", async () => {
      const world = anEngineWorld();
      const { validation, shown, actionId, note } = await aHeldNote(world, { quorum: 2 });
      const as = (id: string) => ({ operator: { id, name: id, role: "approver" as const } });
      expect(await decide(world, validation.id, { shown, ...as("Ana") })).toMatchObject({ ok: true });
      const edits = [{ actionId, payload: edited }];
      const changed = await decide(world, validation.id, { shown, edits, ...as("Ben") });
      expect(changed).toMatchObject({ ok: true, validation: { state: "pending" } });

      const view = await readValidation(world.engine, validation.id);
      expect(view).toMatchObject({
        actions: [{ action: { revision: 2, state: "held" }, payload: JSON.stringify(edited) }],
        changed: [{ differences: [{ path: "text", before: "Hello", after: "Corrected" }] }],
      });
      const seen = view?.actions.map(({ action }) => action.fingerprint) ?? [];
      // Ben has approved it already, and what Ana had before her is not sent any more.
      expect(await decide(world, validation.id, { shown: seen, ...as("Ben") })).toMatchObject({
        code: "decided_by_you",
      });
      expect(await decide(world, validation.id, { shown, ...as("Ana") })).toMatchObject({
        code: "changed_since_shown",
      });
      expect(await decide(world, validation.id, { shown: seen, ...as("Ana") })).toMatchObject({
        ok: true,
        validation: { state: "approved" },
      });
      const next = await claimNext(world.engine.progress);
      const holder = { ...note.holder, ...next!.lease };
      expect(await mustProceed(world.engine, { ...note, holder })).toMatchObject({ attempt: { payload: edited } });
    });

    it("that a second person rejects leaves nothing that could be sent", async () => {
      const world = anEngineWorld();
      const { validation, shown, actionId } = await aHeldNote(world, { quorum: 2 });
      await decide(world, validation.id, { shown, edits: [{ actionId, payload: edited }] });
      const [seen] = (await readValidation(world.engine, validation.id))?.actions ?? [];
      await decide(world, validation.id, {
        ...{ shown: [seen!.action.fingerprint], verdict: "reject", reason: "wrong amount" },
        operator: { id: "Ben", name: "Ben", role: "approver" },
      });
      const actions = await world.engine.ledger.readActions([actionId]);
      expect(actions.map(({ action }) => action.state)).toEqual(["withdrawn"]);
    });

    it("needs no delivery: the first ask that finds the approval applies it", async () => {
      const world = anEngineWorld();
      const { validation, shown, actionId, note } = await aHeldNote(world);
      const stuck = { ...world.engine, progress: { ...bound(world.engine.progress), takeOutbox: async () => [] } };
      await decide({ ...world, engine: stuck }, validation.id, { shown, edits: [{ actionId, payload: edited }] });
      const next = await claimNext(world.engine.progress);
      const holder = { ...note.holder, ...next!.lease };
      expect(await mustProceed(stuck, { ...note, holder })).toMatchObject({ attempt: { payload: edited } });
      // The consequence that comes late changes nothing.
      await deliverOutbox(world.engine);
      const actions = await world.engine.ledger.readRunActions(next!.run.id);
      expect(actions.map(({ action }) => action.state)).toEqual(["withdrawn", "sending"]);
    });

    it.each([
      ["an edit", { edits: [{ actionId: anId(), payload: { text: "another" } }] }],
      ["the same edit", { edits: [] }],
      ["a rejection without a reason", { verdict: "reject" }],
    ])("comes too late with %s: who was faster is named, with what and when", async (_, late) => {
      const world = anEngineWorld();
      const { validation, shown, actionId } = await aHeldNote(world);
      const edits = [{ actionId, payload: edited }];
      await decide(world, validation.id, { shown, edits, reason: "too long" });
      const at = utcText(world.now());
      world.pass(minute / 2);
      const same = "edits" in late && late.edits.length === 0 ? { edits } : late;
      expect(await decide(world, validation.id, { shown, ...same })).toMatchObject({
        ok: false,
        code: "already_decided",
        message: `Dana approved this already, on ${at}, with an edit of their own: "too long".`,
      });
    });

    it.each([
      ["with a rejection", {}, { verdict: "reject", reason: "wrong" }],
      ["of an action that it is not about", {}, { edits: [{ actionId: anId(), payload: {} }] }],
    ])("is refused %s", async (_, over, ask) => {
      const world = anEngineWorld();
      const { validation, shown, actionId } = await aHeldNote(world, over);
      const edits = [{ actionId, payload: edited }];
      expect(await decide(world, validation.id, { shown, edits, ...ask })).toMatchObject({
        ok: false,
        code: "edit_refused",
      });
    });
  });

  it("to reject needs a reason", async () => {
    const world = anEngineWorld();
    const { validation } = await aWaitingRun(world.engine.progress);
    expect(await decide(world, validation.id, { verdict: "reject" })).toMatchObject({
      ok: false,
      code: "reason_required",
    });
  });

  it("after the deadline is refused, and the run is blocked with nothing sent", async () => {
    const world = anEngineWorld();
    const { run, validation } = await aWaitingRun(world.engine.progress);
    world.pass(minute);
    expect(await decide(world, validation.id)).toMatchObject({ ok: false, code: "validation_expired" });
    await sweep(world.engine, () => {});
    expect(await world.engine.progress.findRun(run.id)).toMatchObject({
      state: "blocked",
      cause: "validation_expired",
    });
  });
});

describe("cancel", () => {
  it("withdraws what was never sent and leaves what was", async () => {
    const world = anEngineWorld();
    const { runId, actionId } = await aBlockedRun(world);
    await cancelRun(world.engine, { runId, reason: "not needed", nonce: anId(), operator: anOperator() });
    expect((await world.engine.ledger.findAction(actionId))?.state).toBe("unknown");
    expect((await world.engine.progress.findRun(runId))?.state).toBe("cancelled");
  });
});

describe("consequences that arrive late, twice or in another order", () => {
  it.each([
    ["in their order", (kinds: string[]) => kinds],
    ["the other way round", (kinds: string[]) => kinds.toReversed()],
    ["each twice", (kinds: string[]) => [...kinds, ...kinds.toReversed()]],
  ])("%s: what was approved and then cancelled is never sent", async (_, arrive) => {
    const world = anEngineWorld();
    const { engine } = world;
    const { validation, shown, actionId, runId } = await aHeldNote(world);
    const rows: OutboxRow[] = [];
    const mute = { ...engine, progress: { ...bound(engine.progress), takeOutbox: async () => [] } };
    const nonce = anId();
    await decideValidation(mute, {
      ...({ validationId: validation.id, verdict: "approve", reason: null, answer: null, shown, from: null } as const),
      ...{ nonce, operator: anOperator("approver") },
    });
    await cancelRun(mute, { runId, reason: "not needed", nonce: anId(), operator: anOperator() });
    rows.push(...(await engine.progress.takeOutbox(9)));
    expect(rows.map(({ kind }) => kind)).toEqual(["grant_actions", "withdraw_actions"]);
    for (const kind of arrive(rows.map((row) => row.kind))) {
      const one = rows.filter((row) => row.kind === kind);
      await deliverOutbox({ ...engine, progress: { ...bound(engine.progress), takeOutbox: async () => one } });
    }
    expect(await engine.ledger.findAction(actionId)).toMatchObject({ state: "withdrawn", withdrawnWhy: "cancelled" });
  });

  it("an action that is settled before its run has stopped for it does not leave the run behind", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const claimed = await aClaimedRun(engine.progress);
    const begun = await mustProceed(engine, askNote(claimed));
    await engine.ledger.report(aReport(begun.attempt.id, "unknown"));
    const late = aReport(begun.attempt.id, "confirmed");
    await engine.ledger.report(late);
    await deliverOutbox(engine);
    const text = "The CRM may have it.";
    await recordProgress(engine, claimed.lease, {
      id: anId(),
      end: { kind: "blocked", cause: "outcome_unknown", text, actionIds: [begun.actionId] },
    });
    await engine.ledger.report(late);
    expect(await engine.progress.findRun(claimed.run.id)).toMatchObject({ state: "queued" });
  });
});

/** Its methods may be spread: a class keeps them on its prototype. */
const bound = (store: ProgressStore): ProgressStore =>
  new Proxy(store, {
    ownKeys: (target) => [...new Set([...Reflect.ownKeys(target), ...Reflect.ownKeys(Object.getPrototypeOf(target))])],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
