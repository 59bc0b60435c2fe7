/** Guarantees about what is almost the same action, and about what a person makes of it. */

import { describe, expect, test } from "vitest";
import type { Holder, NewAction, Revision } from "@/lib/ledger/store";
import { aDestination, anId, monday } from "./factories";
import {
  aGrant,
  aHolder,
  aNewAction,
  anAttemptAsk,
  announced,
  aReport,
  atMonday,
  begun,
  type LedgerWorld,
  openNext,
  read,
  unknownAction,
} from "./ledger-world";

const person = { by: "Ada", reason: "A second\u0000 customer" };

const inOtherRun = (over: Partial<NewAction> = {}): Partial<NewAction> => ({ logicalRunId: "desk-event-2", ...over });

async function beginNew({ store }: LedgerWorld, over: Partial<NewAction>, holder: Holder = aHolder()) {
  const action = aNewAction(holder, over);
  return { action, answer: await store.begin(holder, action, anAttemptAsk()), holder };
}

async function aMismatch(world: LedgerWorld, actionId: string, runId: string | null, fingerprint = "f2") {
  const near = { id: anId(), kind: "other_payload", actionId, runId, executionId: anId(), state: "open" } as const;
  await world.store.recordNearMiss({ ...near, fingerprint, payload: '{"text":"Other"}' });
  return near;
}

const aRevision = (replaces: string, over: Partial<Revision> = {}): Revision => {
  const id = anId();
  return {
    id,
    replaces,
    revision: 2,
    providerKey: `rp_${id}`,
    marker: `reprise:${id}`,
    fingerprint: "f2",
    payload: '{"text":"Other"}',
    accepts: null,
    ...person,
    ...over,
  };
};

export function nearMissGuarantees(makeWorld: () => Promise<LedgerWorld>): void {
  describe("a second action for the same object by another run", () => {
    test.each(["planned", "held", "sending", "unknown", "confirmed"] as const)(
      "is held for a person while the first is %s",
      async (state) => {
        const world = await makeWorld();
        const holder = aHolder();
        const first = aNewAction(holder, { needsGrant: state === "held" });
        if (state === "planned" || state === "held") await world.store.declare(holder, [first]);
        else {
          const begunFirst = await world.store.begin(holder, first, { id: first.id, deadlineMs: 3_000 });
          expect(begunFirst).toMatchObject({ opened: true });
          if (state !== "sending") await world.store.report(aReport(first.id, state));
        }
        const { action, answer, holder: second } = await beginNew(world, inOtherRun());
        expect(answer).toMatchObject({ opened: false, facts: { action: { state: "held", needsGrant: true } } });
        expect((await read(world, action.id)).nearMisses).toMatchObject([
          {
            kind: "other_run",
            actionId: action.id,
            otherActionId: first.id,
            runId: second.runId,
            executionId: second.executionId,
            state: "open",
            later: { state: "held", firstBegunAt: null, settledAt: null },
            earlier: {
              state,
              firstBegunAt: state === "planned" || state === "held" ? null : monday,
              settledAt: state === "confirmed" ? monday : null,
            },
          },
        ]);
        expect((await read(world, first.id)).nearMisses).toMatchObject([{ earlier: { state } }]);
      },
    );

    test.each(["refused", "withdrawn"] as const)("goes out when the first is %s", async (state) => {
      const world = await makeWorld();
      const { action, attempt } = await begun(world);
      if (state === "refused") await world.store.report(aReport(attempt.id, "refused"));
      else {
        await world.store.report(aReport(attempt.id, "not_sent"));
        await world.store.withdraw({ actionIds: [action.id] }, "cancelled");
      }
      expect((await beginNew(world, inOtherRun())).answer).toMatchObject({ opened: true });
    });

    test("goes out when its type or its object is another one", async () => {
      const world = await makeWorld();
      await begun(world);
      expect((await beginNew(world, inOtherRun({ type: "crm.task" }))).answer).toMatchObject({ opened: true });
      expect((await beginNew(world, inOtherRun({ object: "T-1042" }))).answer).toMatchObject({ opened: true });
    });

    test("is only noted where a repeat does no harm", async () => {
      const world = await makeWorld();
      const declaration = aDestination({ impact: "none" });
      await begun(world, aHolder(), { declaration });
      const { action, answer } = await beginNew(world, inOtherRun({ declaration }));
      expect(answer).toMatchObject({ opened: true });
      expect((await read(world, action.id)).nearMisses).toMatchObject([{ state: "noted" }]);
    });

    test("is noticed when it is declared, too, and once however often it is asked", async () => {
      const world = await makeWorld();
      const { action: first } = await begun(world);
      const holder = aHolder();
      const held = aNewAction(holder, inOtherRun({ needsGrant: true }));
      await world.store.declare(holder, [held, aNewAction(holder, inOtherRun({ object: "T-7", needsGrant: true }))]);
      await world.store.declare(holder, [held]);
      await world.store.begin(holder, held, anAttemptAsk());
      expect((await read(world, held.id)).nearMisses).toMatchObject([{ otherActionId: first.id, state: "open" }]);
      expect((await world.store.listActions({ nearMiss: "open", pageSize: 9 })).rows).toMatchObject([
        { action: { id: held.id } },
      ]);
    });

    test("of two at once, one goes out and one is held", async () => {
      const world = await makeWorld();
      for (let round = 0; round < 10; round++) {
        const object = `T-${round}`;
        const answers = await Promise.all(
          ["a", "b", "c"].map((run) => beginNew(world, { object, logicalRunId: `${run}-${round}` })),
        );
        expect(answers.filter(({ answer }) => "opened" in answer && answer.opened)).toHaveLength(1);
      }
    });

    test("goes out once a person let it go, and the near miss says who and why", async () => {
      const world = await makeWorld();
      await begun(world);
      const { action, holder } = await beginNew(world, inOtherRun());
      await world.setNow(atMonday(7));
      await world.store.grant(aGrant(anId(), person.reason), [{ actionId: action.id, fingerprint: "f1" }]);
      expect((await read(world, action.id)).nearMisses).toMatchObject([
        { state: "let_go", decidedBy: "Ada", reason: person.reason, decidedAt: atMonday(7) },
      ]);
      expect(await openNext(world, action.id, holder)).toMatchObject({ opened: true });
      expect((await world.store.listActions({ nearMiss: "open", pageSize: 9 })).rows).toEqual([]);
      expect((await world.store.listActions({ nearMiss: "any", pageSize: 9 })).rows).toHaveLength(1);
    });

    test("is withdrawn with its near miss, and held again when it is declared again", async () => {
      const world = await makeWorld();
      await begun(world);
      const { action, holder } = await beginNew(world, inOtherRun());
      await world.store.withdraw({ actionIds: [action.id] }, "denied");
      expect((await read(world, action.id)).nearMisses).toMatchObject([{ state: "withdrawn" }]);
      await world.store.declare(holder, [action]);
      expect(await read(world, action.id)).toMatchObject({
        action: { state: "held" },
        nearMisses: [{ state: "open", decidedAt: null }],
      });
    });
  });

  describe("another occurrence in the same run", () => {
    test("goes out, unless the payload of the first was just found to differ", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action: first } = await begun(world, holder);
      expect((await beginNew(world, { occurrence: "2" }, holder)).answer).toMatchObject({ opened: true });
      await aMismatch(world, first.id, holder.runId);
      const { action, answer } = await beginNew(world, { occurrence: "3" }, holder);
      expect(answer).toMatchObject({ opened: false, facts: { action: { state: "held" } } });
      expect((await read(world, action.id)).nearMisses).toMatchObject([
        { kind: "other_occurrence", otherActionId: first.id, state: "open" },
      ]);
    });
  });

  describe("an ask with another payload", () => {
    test("is kept once per payload, with what it asked", async () => {
      const world = await makeWorld();
      const { action } = await begun(world);
      await aMismatch(world, action.id, action.runId);
      await aMismatch(world, action.id, action.runId);
      await aMismatch(world, action.id, action.runId, "f3");
      expect((await read(world, action.id)).nearMisses).toMatchObject([
        { fingerprint: "f2", payload: '{"text":"Other"}', state: "open" },
        { fingerprint: "f3", state: "open" },
      ]);
    });

    test("resolves to the stored outcome once a person keeps it, and its run wakes", async () => {
      const world = await makeWorld();
      const { action } = await begun(world);
      const runId = anId();
      await aMismatch(world, action.id, runId);
      const keep = { id: anId(), actionId: action.id, fingerprint: "f2", ...person };
      expect(await world.store.keepOutcome(keep)).toBe(true);
      expect(await world.store.keepOutcome(keep)).toBe(true);
      expect(await world.store.keepOutcome({ ...keep, id: anId() })).toBe(false);
      expect(await read(world, action.id)).toMatchObject({
        action: { declaredFingerprint: "f1", acceptedFingerprints: ["f2"], version: 2, state: "sending" },
        nearMisses: [{ state: "kept", decidedBy: "Ada", reason: person.reason }],
        evidence: [{ kind: "person", by: "Ada" }],
      });
      expect(await announced(world)).toMatchObject([{ actionId: action.id, runId }]);
    });
  });

  describe("a revision", () => {
    test.each([
      ["planned", "withdrawn"],
      ["held", "withdrawn"],
      ["refused", "refused"],
      ["confirmed", "confirmed"],
    ] as const)("of a %s action is the live one; the former is %s", async (state, after) => {
      const world = await makeWorld();
      const holder = aHolder();
      const asked = aNewAction(holder, { needsGrant: state === "held" });
      await world.store.declare(holder, [asked]);
      if (state === "refused" || state === "confirmed") {
        const opened = await openNext(world, asked.id, holder);
        if (!("opened" in opened && opened.opened)) throw new Error("It did not open.");
        await world.store.report(aReport(opened.fresh.attempt.id, state));
      }
      await world.setNow(atMonday(50));
      const revision = aRevision(asked.id);
      const made = await world.store.revise(revision);
      expect(made).toMatchObject({
        revised: true,
        action: {
          id: revision.id,
          businessKey: asked.businessKey,
          revision: 2,
          live: true,
          state: state === "held" ? "held" : "planned",
          fingerprint: "f2",
          declaredFingerprint: "f1",
          providerKey: revision.providerKey,
          createdAt: atMonday(50),
          version: 1,
        },
      });
      expect(await read(world, asked.id)).toMatchObject({
        action: { live: false, state: after, withdrawnWhy: after === "withdrawn" ? "revised" : null },
      });
      expect(await world.store.revise(revision)).toEqual(made);
      // What the code asks for is still its first declaration, and gets the payload of the revision.
      const known = await world.store.begin(holder, { ...asked, id: anId() }, anAttemptAsk());
      expect(known).toMatchObject({
        opened: false,
        payload: '{"text":"Other"}',
        facts: { action: { id: revision.id }, attempts: [] },
      });
    });

    test.each(["sending", "unknown"] as const)("is refused while the former is %s", async (state) => {
      const world = await makeWorld();
      const { action } = state === "sending" ? await begun(world) : await unknownAction(world);
      expect(await world.store.revise(aRevision(action.id))).toEqual({ revised: false, why: "not_settled", state });
      expect((await read(world, action.id)).action.live).toBe(true);
    });

    test("of what is not there, or was replaced already, is refused", async () => {
      const world = await makeWorld();
      expect(await world.store.revise(aRevision(anId()))).toMatchObject({ why: "action_not_found" });
      const { action, attempt } = await begun(world);
      await world.store.report(aReport(attempt.id, "refused"));
      const both = await Promise.all([
        world.store.revise(aRevision(action.id)),
        world.store.revise(aRevision(action.id)),
      ]);
      expect(both.filter(({ revised }) => revised)).toHaveLength(1);
      expect(both.find(({ revised }) => !revised)).toMatchObject({ why: "replaced" });
    });

    test("lets the ask in that it was made from, wakes its run, and takes over what is still open", async () => {
      const world = await makeWorld();
      await begun(world, aHolder(), { object: "T-9" });
      const { action } = await beginNew(world, inOtherRun({ object: "T-9" }));
      const runId = anId();
      await aMismatch(world, action.id, runId);
      const revision = aRevision(action.id, { accepts: "f2" });
      await world.store.revise(revision);
      const record = await read(world, revision.id);
      expect(record.action).toMatchObject({ state: "held", acceptedFingerprints: ["f2"] });
      expect(record.nearMisses).toMatchObject([{ kind: "other_run", state: "open" }]);
      expect((await read(world, action.id)).nearMisses).toMatchObject([{ kind: "other_payload", state: "revised" }]);
      expect(await announced(world)).toMatchObject([{ actionId: action.id, runId }]);
    });

    test("is granted by its own fingerprint and by no other", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const held = aNewAction(holder, { needsGrant: true });
      await world.store.declare(holder, [held]);
      const revision = aRevision(held.id);
      await world.store.revise(revision);
      await world.store.grant(aGrant(), [
        { actionId: held.id, fingerprint: "f1" },
        { actionId: revision.id, fingerprint: "f1" },
      ]);
      expect(await openNext(world, revision.id, holder)).toEqual({ opened: false });
      await world.store.grant(aGrant(), [{ actionId: revision.id, fingerprint: "f2" }]);
      expect(await openNext(world, revision.id, holder)).toMatchObject({
        opened: true,
        fresh: { payload: '{"text":"Other"}' },
      });
      expect(await openNext(world, held.id, holder)).toEqual({ opened: false });
    });
  });

  describe("a repeat that was avoided and was none", () => {
    async function anAvoided(world: LedgerWorld) {
      const { action, attempt } = await begun(world);
      await world.store.report(aReport(attempt.id, "confirmed"));
      const executionId = anId();
      const row = { actionId: action.id, executionId, runId: action.runId, cause: "resume" } as const;
      await world.store.recordAvoided({ ...row, proofAttemptId: attempt.id });
      const id = anId();
      const names = { id, occurrence: "second 1", businessKey: `key of ${id}`, providerKey: `rp_${id}`, marker: id };
      return { action, second: { actionId: action.id, executionId, ...names, ...person } };
    }
    const range = { from: atMonday(-1), to: atMonday(1) };

    test("counts no longer, and gets an action of its own that belongs to no run", async () => {
      const world = await makeWorld();
      const { action, second } = await anAvoided(world);
      expect(await world.store.avoidedTotals(range)).toMatchObject({ actions: 1, events: 1 });
      expect(await world.store.markSecond(second)).toBe(true);
      expect(await world.store.markSecond(second)).toBe(true);
      expect(await world.store.markSecond({ ...second, id: anId() })).toBe(false);
      expect(await world.store.markSecond({ ...second, executionId: anId() })).toBe(false);
      expect(await world.store.avoidedTotals(range)).toMatchObject({ actions: 0, events: 0 });
      expect((await world.store.listActions({ avoided: range, pageSize: 9 })).rows).toEqual([]);
      expect(await world.store.avoidedByRun([action.runId ?? ""])).toEqual({});
      expect((await read(world, action.id)).avoided).toMatchObject([
        { wrong: { by: "Ada", reason: person.reason, at: atMonday(0), secondActionId: second.id } },
      ]);
      expect(await read(world, second.id)).toMatchObject({
        action: { runId: null, state: "planned", occurrence: "second 1", version: 1, fingerprint: "f1" },
        payload: '{"text":"Hello"}',
        evidence: [{ kind: "person", by: "Ada" }],
      });
    });

    test("is found for a worker with its code until it was sent, and is sent once", async () => {
      const world = await makeWorld();
      const { second } = await anAvoided(world);
      await world.store.markSecond(second);
      expect(await world.store.findSecond(["crm.task"])).toBeNull();
      const found = await world.store.findSecond(["crm.note"]);
      expect(found).toMatchObject({ id: second.id });
      const answers = await Promise.all([openNext(world, second.id, null), openNext(world, second.id, null)]);
      const opened = answers.flatMap((answer) => ("opened" in answer && answer.opened ? [answer.fresh] : []));
      expect(opened).toHaveLength(1);
      expect(await world.store.findSecond(["crm.note"])).toBeNull();
      await world.store.report(aReport(opened[0]?.attempt.id ?? "", "confirmed"));
      expect(await world.store.findSecond(["crm.note"])).toBeNull();
    });

    test("is tried again after a minute where it is proven not sent", async () => {
      const world = await makeWorld();
      const { second } = await anAvoided(world);
      await world.store.markSecond(second);
      const opened = await openNext(world, second.id, null);
      if (!("opened" in opened && opened.opened)) throw new Error("It did not open.");
      await world.store.report(aReport(opened.fresh.attempt.id, "not_sent"));
      expect(await world.store.findSecond(["crm.note"])).toBeNull();
      await world.setNow(atMonday(60_000));
      expect(await world.store.findSecond(["crm.note"])).toMatchObject({ id: second.id });
    });
  });
}
