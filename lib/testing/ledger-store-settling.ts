/** Guarantees of what moves an action from outside its own attempts: silence, exits, approvals, people, the outbox. */

import { describe, expect, test } from "vitest";
import { anId, monday } from "./factories";
import {
  aGrant,
  aHolder,
  aNewAction,
  announced,
  aReport,
  atMonday,
  begun,
  type LedgerWorld,
  openNext,
  read,
  unknownAction,
} from "./ledger-world";

const person = { evidence: "Looked in the\u0000 CRM", reason: "Customer called", by: "Ada" };

export function settlingGuarantees(makeWorld: () => Promise<LedgerWorld>): void {
  describe("a contradiction", () => {
    const contradicted = async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action, attempt } = await begun(world, holder);
      for (const outcome of ["refused", "confirmed"] as const) await world.store.report(aReport(attempt.id, outcome));
      const { version } = (await read(world, action.id)).action;
      return { world, holder, action, attempt, ask: { id: anId(), actionId: action.id, version, ...person } };
    };

    test.each([
      ["once", 0],
      ["twice", 1],
    ] as const)(
      "that a person found to be %s counts as %i duplicates, wakes the run, and is said",
      async (found, n) => {
        const { world, holder, action, ask } = await contradicted();
        const before = (await announced(world)).length;
        expect(await world.store.settleContradiction({ ...ask, found })).toEqual({ settled: true, state: "confirmed" });
        expect(await read(world, action.id)).toMatchObject({
          action: { state: "confirmed", contradictedAt: monday, contradictionFound: found },
          evidence: [{}, {}, { kind: "person", by: "Ada", says: expect.stringContaining(person.evidence) }],
        });
        expect((await announced(world)).length).toBe(before + 1);
        expect(await world.store.contradictedRuns([holder.runId])).toHaveLength(n);
        const range = { from: monday, to: monday + 1 };
        expect(await world.store.avoidedTotals(range)).toMatchObject({ gotThrough: n });
        expect((await world.store.listActions({ contradicted: range, pageSize: 10 })).rows).toHaveLength(n);
      },
    );

    test("is settled once: a repeated click is answered, another one is refused", async () => {
      const { world, ask } = await contradicted();
      await world.store.settleContradiction({ ...ask, found: "once" });
      expect(await world.store.settleContradiction({ ...ask, found: "once" })).toMatchObject({ settled: true });
      const { version } = (await read(world, ask.actionId)).action;
      const again = { ...ask, id: anId(), found: "twice" as const };
      expect(await world.store.settleContradiction(again)).toMatchObject({ why: "changed_meanwhile" });
      expect(await world.store.settleContradiction({ ...again, version })).toMatchObject({ why: "not_contradicted" });
      expect(await world.store.settleContradiction({ ...again, actionId: anId() })).toMatchObject({
        why: "action_not_found",
      });
    });

    test("is among those that wait for a person until one found out, whatever state the action is in", async () => {
      const { world, ask } = await contradicted();
      const waiting = async () =>
        (await world.store.listActions({ disputed: true, pageSize: 10 })).rows.map(({ action }) => action.id);
      expect(await waiting()).toEqual([ask.actionId]);
      await world.store.settleContradiction({ ...ask, found: "twice" });
      expect(await waiting()).toEqual([]);
    });

    test.each([
      ["once", atMonday(5)],
      ["twice", monday],
    ] as const)("found to be %s is open again when new evidence contradicts it", async (found, contradictedAt) => {
      const { world, attempt, ask } = await contradicted();
      await world.store.settleContradiction({ ...ask, found });
      await world.setNow(atMonday(5));
      expect(await world.store.report(aReport(attempt.id, "confirmed"))).toMatchObject({ contradicted: false });
      const late = { ...aReport(attempt.id, "confirmed"), detail: "Once more." };
      expect(await world.store.report(late)).toMatchObject({ contradicted: true });
      expect((await read(world, ask.actionId)).action).toMatchObject({
        contradictedAt,
        contradictionFound: null,
      });
    });
  });

  describe("silence", () => {
    test("open attempts past their deadline become unknown, those still in time do not", async () => {
      const world = await makeWorld();
      const late = await begun(world);
      await world.setNow(atMonday(1));
      const inTime = await begun(world);
      await world.setNow(atMonday(3_001));
      expect(await world.store.expireAttempts(10)).toBe(1);
      expect(await world.store.expireAttempts(10)).toBe(0);
      expect(await read(world, late.action.id)).toMatchObject({
        action: { state: "unknown" },
        attempts: [{ outcome: "unknown", closedBy: "deadline", reason: "timeout", endedAt: atMonday(3_001) }],
        evidence: [{ kind: "deadline" }],
      });
      expect((await read(world, inTime.action.id)).action.state).toBe("sending");
    });

    test("the shortest deadline there is ends at the next sweep: nothing is in flight for ever", async () => {
      const world = await makeWorld();
      const answer = await world.store.begin(null, aNewAction(null), { id: anId(), deadlineMs: 1 });
      if (!("opened" in answer && answer.opened)) throw new Error("It did not open.");
      await world.setNow(atMonday(2));
      expect(await world.store.expireAttempts(10)).toBe(1);
      expect((await read(world, answer.fresh.action.id)).action.state).toBe("unknown");
    });

    test("sweeps stop at their limit, and two at once end each attempt once", async () => {
      const world = await makeWorld();
      for (let i = 0; i < 6; i++) await begun(world);
      await world.setNow(atMonday(3_001));
      expect(await world.store.expireAttempts(2)).toBe(2);
      const [one, two] = await Promise.all([world.store.expireAttempts(10), world.store.expireAttempts(10)]);
      expect(one + two + (await world.store.expireAttempts(10))).toBe(4);
    });

    test("a worker's seen exit ends what it left open and tells that its unknowns have no sender any more", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const open = await begun(world, holder);
      const fenced = await begun(world, { ...holder, runId: anId() });
      await world.store.raiseFence(fenced.action.runId ?? "", 2);
      const done = await begun(world, holder);
      await world.store.report(aReport(done.attempt.id, "confirmed"));
      const other = await begun(world, aHolder());
      await world.setNow(atMonday(500));
      await world.store.workerExitSeen(holder.workerId);
      await world.store.workerExitSeen(holder.workerId);
      expect(await read(world, open.action.id)).toMatchObject({
        action: { state: "unknown", version: 2 },
        attempts: [{ closedBy: "exit", reason: "worker_crash", holderEndedAt: atMonday(500) }],
        evidence: [{ kind: "exit_seen" }],
      });
      expect(await read(world, fenced.action.id)).toMatchObject({
        action: { state: "unknown", version: 3 },
        attempts: [{ closedBy: "fence", holderEndedAt: atMonday(500) }],
        evidence: [{ kind: "fence" }, { kind: "exit_seen" }],
      });
      expect((await read(world, done.action.id)).evidence).toHaveLength(1);
      expect((await read(world, other.action.id)).action.state).toBe("sending");
    });
  });

  describe("grant", () => {
    test("reaches only held actions whose fingerprint is the approved one, and then they may begin", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const [held, edited] = [aNewAction(holder, { needsGrant: true }), aNewAction(holder, { needsGrant: true })];
      const planned = aNewAction(holder);
      await world.store.declare(holder, [held, edited, planned]);
      const decisionId = anId();
      const subjects = [
        { actionId: held.id, fingerprint: "f1" },
        { actionId: edited.id, fingerprint: "f2" },
        { actionId: planned.id, fingerprint: "f1" },
      ];
      expect(await openNext(world, held.id, holder)).toEqual({ opened: false });
      await world.store.grant(aGrant(decisionId), subjects);
      await world.store.grant(aGrant(), subjects);
      expect((await read(world, held.id)).action).toMatchObject({
        state: "planned",
        grant: { decisionId, fingerprint: "f1" },
        version: 2,
      });
      expect((await read(world, edited.id)).action).toMatchObject({ state: "held", grant: null, version: 1 });
      expect((await read(world, planned.id)).action).toMatchObject({ state: "planned", grant: null, version: 1 });
      expect(await openNext(world, held.id, holder)).toMatchObject({ opened: true });
      expect(await openNext(world, edited.id, holder)).toEqual({ opened: false });
    });

    test("outlasts an attempt that was not sent", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const held = aNewAction(holder, { needsGrant: true });
      await world.store.declare(holder, [held]);
      await world.store.grant(aGrant(), [{ actionId: held.id, fingerprint: "f1" }]);
      const first = await openNext(world, held.id, holder);
      if (!("opened" in first && first.opened)) throw new Error("It did not open.");
      expect(await world.store.report(aReport(first.fresh.attempt.id, "not_sent"))).toMatchObject({ state: "planned" });
      expect(await openNext(world, held.id, holder)).toMatchObject({ opened: true });
    });
  });

  describe("withdraw", () => {
    test("takes what was never sent, and nothing that may have been", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const held = aNewAction(holder, { needsGrant: true });
      const planned = aNewAction(holder);
      await world.store.declare(holder, [held, planned]);
      const notSent = await begun(world, holder);
      await world.store.report(aReport(notSent.attempt.id, "not_sent"));
      const refused = await begun(world, holder);
      await world.store.report(aReport(refused.attempt.id, "refused"));
      const confirmed = await begun(world, holder);
      await world.store.report(aReport(confirmed.attempt.id, "confirmed"));
      await unknownAction(world, holder);
      await begun(world, holder);
      expect(await world.store.withdraw({ runId: holder.runId }, "cancelled")).toBe(3);
      expect(await world.store.withdraw({ runId: holder.runId }, "denied")).toBe(0);
      const actions = (await world.store.readRunActions(holder.runId)).map((record) => record.action);
      expect(actions.filter((each) => each.state === "withdrawn").map((each) => each.withdrawnWhy)).toEqual([
        "cancelled",
        "cancelled",
        "cancelled",
      ]);
      expect(actions.map((each) => each.state).sort()).toEqual(
        ["confirmed", "refused", "sending", "unknown", "withdrawn", "withdrawn", "withdrawn"].sort(),
      );
      expect(await openNext(world, notSent.action.id, holder)).toEqual({ opened: false });
    });

    test("by id leaves the others", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const [one, two] = [aNewAction(holder), aNewAction(holder)];
      await world.store.declare(holder, [one, two]);
      expect(await world.store.withdraw({ actionIds: [one.id, anId()] }, "expired")).toBe(1);
      expect((await read(world, two.id)).action.state).toBe("planned");
    });
  });

  describe("settle", () => {
    test.each([
      ["happened", "confirmed", "happened", false],
      ["did_not_happen", "planned", "did_not_happen", false],
      ["send_again", "planned", "risk_accepted", true],
    ] as const)("%s: the action is %s, with the person's words as evidence", async (as, state, resolution, risk) => {
      const world = await makeWorld();
      const { action } = await unknownAction(world);
      await world.setNow(atMonday(9_000));
      expect(await world.store.settle({ id: anId(), actionId: action.id, version: 2, as, ...person })).toEqual({
        settled: true,
        state,
      });
      const record = await read(world, action.id);
      expect(record).toMatchObject({
        action: { state, version: 3, riskAccepted: risk, settledAt: state === "confirmed" ? atMonday(9_000) : null },
        attempts: [{ outcome: "unknown", resolution }],
      });
      expect(record.evidence.at(-1)).toMatchObject({ kind: "person", by: "Ada", at: atMonday(9_000) });
      expect(record.evidence.at(-1)?.says).toContain(person.evidence);
      expect(record.evidence.at(-1)?.says).toContain(person.reason);
      expect(await announced(world)).toEqual([{ actionId: action.id, runId: action.runId, state }]);
    });

    test("the accepted risk is used up by the next attempt", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action } = await unknownAction(world, holder);
      await world.store.settle({ id: anId(), actionId: action.id, version: 2, as: "send_again", ...person });
      expect(await openNext(world, action.id, holder)).toMatchObject({
        opened: true,
        fresh: { attempt: { number: 2 }, action: { riskAccepted: false } },
      });
    });

    test("the same click again is answered as the first time, whatever became of the action since", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action } = await unknownAction(world, holder);
      const ask = { id: anId(), actionId: action.id, version: 2, as: "send_again", ...person } as const;
      const both = await Promise.all([world.store.settle(ask), world.store.settle(ask)]);
      expect(both).toEqual([
        { settled: true, state: "planned" },
        { settled: true, state: "planned" },
      ]);
      await openNext(world, action.id, holder);
      expect(await world.store.settle(ask)).toEqual({ settled: true, state: "sending" });
      const record = await read(world, action.id);
      expect(record).toMatchObject({ action: { riskAccepted: false }, attempts: [{}, { outcome: null }] });
      expect(record.evidence.filter((row) => row.kind === "person")).toHaveLength(1);
    });

    test("of two people at once one settles and the other learns that it changed", async () => {
      const world = await makeWorld();
      const { action } = await unknownAction(world);
      const settle = (as: "happened" | "did_not_happen") =>
        world.store.settle({ id: anId(), actionId: action.id, version: 2, as, ...person });
      const answers = await Promise.all([settle("happened"), settle("did_not_happen")]);
      expect(answers.filter((answer) => answer.settled)).toHaveLength(1);
      expect(answers.find((answer) => !answer.settled)).toMatchObject({ why: "changed_meanwhile" });
      expect((await read(world, action.id)).evidence.filter((row) => row.kind === "person")).toHaveLength(1);
    });

    test.each([
      ["confirmed", "confirmed"],
      ["refused", "refused"],
      ["not_sent", "planned"],
    ] as const)("after %s there is nothing to settle", async (outcome, state) => {
      const world = await makeWorld();
      const { action, attempt } = await begun(world);
      await world.store.report(aReport(attempt.id, outcome));
      expect(
        await world.store.settle({ id: anId(), actionId: action.id, version: 2, as: "happened", ...person }),
      ).toEqual({
        settled: false,
        why: "not_unknown",
        state,
      });
    });

    test("while the owner may be alive nobody settles; after its deadline a person may", async () => {
      const world = await makeWorld();
      const { action } = await begun(world);
      const ask = { id: anId(), actionId: action.id, version: 1, as: "happened", ...person } as const;
      expect(await world.store.settle(ask)).toEqual({ settled: false, why: "not_unknown", state: "sending" });
      await world.setNow(atMonday(3_001));
      expect(await world.store.settle(ask)).toEqual({ settled: true, state: "confirmed" });
      expect((await read(world, action.id)).evidence.map((row) => row.kind)).toEqual(["deadline", "person"]);
    });

    test("an action that does not exist is not found", async () => {
      const world = await makeWorld();
      expect(await world.store.settle({ id: anId(), actionId: anId(), version: 1, as: "happened", ...person })).toEqual(
        {
          settled: false,
          why: "action_not_found",
          state: null,
        },
      );
    });
  });

  describe("outbox", () => {
    test("a row comes back until it is delivered, each time later", async () => {
      const world = await makeWorld();
      const { action } = await unknownAction(world);
      await world.store.settle({ id: anId(), actionId: action.id, version: 2, as: "happened", ...person });
      const [row] = await world.store.takeOutbox(10);
      expect(row).toMatchObject({ kind: "action_settled", body: { actionId: action.id, state: "confirmed" } });
      expect(await world.store.takeOutbox(10)).toEqual([]);
      await world.setNow(atMonday(1_000));
      expect(await world.store.takeOutbox(10)).toEqual([row]);
      await world.setNow(atMonday(2_000));
      expect(await world.store.takeOutbox(10)).toEqual([]);
      await world.setNow(atMonday(3_000));
      expect(await world.store.takeOutbox(10)).toEqual([row]);
      await world.store.outboxDelivered(row?.id ?? "");
      await world.setNow(atMonday(3_600_000));
      expect(await world.store.takeOutbox(10)).toEqual([]);
    });

    test("two takers at once never get the same row", async () => {
      const world = await makeWorld();
      for (let i = 0; i < 10; i++) {
        const { action } = await unknownAction(world);
        await world.store.settle({ id: anId(), actionId: action.id, version: 2, as: "happened", ...person });
      }
      const taken = (await Promise.all([world.store.takeOutbox(6), world.store.takeOutbox(6)])).flat();
      expect(new Set(taken.map((row) => row.id)).size).toBe(taken.length);
    });
  });

  describe("the deployment", () => {
    test("has one secret, also when many ask for the first time", async () => {
      const world = await makeWorld();
      const secrets = await Promise.all(Array.from({ length: 10 }, () => world.store.secret()));
      expect(new Set(secrets).size).toBe(1);
      expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/);
      expect(await world.store.secret()).toBe(secrets[0]);
    });

    test("tells the time of its clock", async () => {
      const world = await makeWorld();
      expect(await world.store.now()).toBe(monday);
      await world.setNow(atMonday(7));
      expect(await world.store.now()).toBe(atMonday(7));
    });

    test("counts a duplicate avoided once per action and execution", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action, attempt } = await begun(world, holder);
      const row = {
        actionId: action.id,
        executionId: anId(),
        runId: holder.runId,
        cause: "resume",
        proofAttemptId: attempt.id,
      } as const;
      await Promise.all([world.store.recordAvoided(row), world.store.recordAvoided({ ...row, cause: "wake" })]);
      await world.store.recordAvoided({ ...row, executionId: anId(), proofAttemptId: null });
      expect((await read(world, action.id)).avoided).toHaveLength(2);
    });
  });
}
