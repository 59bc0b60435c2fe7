import { describe, expect, test } from "vitest";
import { anId, monday } from "./factories";
import {
  aGateway,
  aHolder,
  aNewAction,
  anAttemptAsk,
  aReport,
  atMonday,
  begun,
  type LedgerWorld,
  openNext,
  read,
  unknownAction,
} from "./ledger-world";

/** The end of retention takes payloads first, and never the protection from a repeat that is still needed. */
export function ledgerPurgeGuarantees(makeWorld: () => Promise<LedgerWorld>): void {
  async function confirmed(world: LedgerWorld, holder = aHolder(), over: Parameters<typeof aNewAction>[1] = {}) {
    const fresh = await begun(world, holder, over);
    await world.store.report(aReport(fresh.attempt.id, "confirmed", { response: '{"id":"n-1"}' }));
    return (await read(world, fresh.action.id)).action;
  }
  const seen = async (world: LedgerWorld, ...ids: string[]) =>
    Promise.all(ids.map(async (id) => ({ id, version: (await read(world, id)).action.version })));

  describe("a payload that is purged", () => {
    test("takes the stored answer along; key, fingerprint, outcome, times and evidence stay", async () => {
      const world = await makeWorld();
      const action = await confirmed(world);
      const before = await read(world, action.id);
      await world.setNow(atMonday(9_000));
      expect(await world.store.purgePayloads(await seen(world, action.id))).toBe(1);
      expect(await world.store.purgePayloads(await seen(world, action.id))).toBe(0);
      const after = await read(world, action.id);
      expect(after.payload).toBeNull();
      expect(after.action).toEqual({
        ...before.action,
        response: null,
        purgedAt: atMonday(9_000),
        version: before.action.version + 1,
      });
      expect({ attempts: after.attempts, evidence: after.evidence }).toEqual({
        attempts: before.attempts,
        evidence: before.evidence,
      });
    });

    test("still answers the same ask with the stored outcome, and opens nothing", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const action = await confirmed(world, holder);
      await world.store.purgePayloads(await seen(world, action.id));
      const again = aNewAction(holder, { businessKey: action.businessKey });
      expect(await world.store.begin(holder, again, anAttemptAsk())).toMatchObject({
        opened: false,
        payload: null,
        facts: { action: { id: action.id, state: "confirmed", fingerprint: "f1", purgedAt: monday } },
      });
      expect(await openNext(world, action.id, holder)).toEqual({ opened: false });
    });

    test("of a withdrawn action is not declared anew: there is nothing left to send", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const asked = aNewAction(holder, { needsGrant: true });
      await world.store.declare(holder, [asked]);
      await world.store.withdraw({ actionIds: [asked.id] }, "denied");
      await world.store.purgePayloads(await seen(world, asked.id));
      expect(await world.store.declare(holder, [asked])).toMatchObject([
        { state: "withdrawn", withdrawnWhy: "denied" },
      ]);
    });

    test("stays with what is not final, and with what changed since it was looked at", async () => {
      const world = await makeWorld();
      const unknown = (await unknownAction(world)).action;
      const sending = (await begun(world)).action;
      const planned = aNewAction(aHolder());
      const holder = aHolder();
      await world.store.declare(holder, [planned]);
      const done = await confirmed(world);
      const asked = await seen(world, unknown.id, sending.id, planned.id);
      expect(await world.store.purgePayloads([...asked, { id: done.id, version: done.version - 1 }])).toBe(0);
      for (const { id } of [unknown, sending, planned, done]) expect((await read(world, id)).payload).not.toBeNull();
    });
  });

  describe("what the ledger keeps beside actions", () => {
    const before = atMonday(10_000);
    const all = { before, limit: 100, dryRun: false };

    test("a consequence goes some time after it was delivered, never before", async () => {
      const world = await makeWorld();
      const settle = async () => {
        const { action } = await unknownAction(world);
        const [{ version } = { version: 0 }] = await seen(world, action.id);
        const person = { evidence: "The CRM shows it", reason: "I looked", by: "Ada" };
        await world.store.settle({ id: anId(), actionId: action.id, version, as: "happened", ...person });
      };
      await settle();
      for (const { id } of await world.store.takeOutbox(99)) await world.store.outboxDelivered(id);
      await settle();
      const dry = { ...all, dryRun: true };
      expect(await world.store.removeDelivered({ ...dry, before: monday })).toBe(0);
      expect([await world.store.removeDelivered(dry), await world.store.removeDelivered(all)]).toEqual([1, 1]);
      expect(await world.store.removeDelivered(all)).toBe(0);
      expect(await world.store.takeOutbox(99)).toHaveLength(1);
    });

    test("a look-up goes once its action is final; of an unknown one it still counts", async () => {
      const world = await makeWorld();
      const lookUp = async (settleAs: "happened" | null) => {
        const { action } = await unknownAction(world, aHolder(), { declaration: aGateway() });
        await world.store.askProbe({ probeId: anId(), actionId: action.id, by: "Ada", notBefore: monday });
        const taken = await world.store.takeProbe(anId(), ["gateway"]);
        const found = { result: "unclear", count: 0, detail: "It did not say", record: null } as const;
        await world.store.reportProbe({ probeId: taken?.probe.id ?? "", ...found }, settleAs);
        return action.id;
      };
      const unknown = await lookUp(null);
      const final = await lookUp("happened");
      const dry = { ...all, dryRun: true };
      expect(await world.store.removeLookUps({ ...dry, before: monday })).toBe(0);
      expect([await world.store.removeLookUps(dry), await world.store.removeLookUps(all)]).toEqual([1, 1]);
      expect((await read(world, unknown)).probes).toHaveLength(1);
      const kept = await read(world, final);
      expect({ probes: kept.probes, says: kept.evidence.some(({ kind }) => kind === "probe") }).toEqual({
        probes: [],
        says: true,
      });
    });
  });

  describe("the record of a run", () => {
    test("goes as a whole, and leaves nothing behind", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const action = await confirmed(world, holder);
      await world.store.recordAvoided({
        actionId: action.id,
        executionId: anId(),
        runId: holder.runId,
        cause: "resume",
        proofAttemptId: null,
      });
      const actions = await seen(world, action.id);
      expect(await world.store.removeRun({ runId: holder.runId, actions })).toBe(true);
      expect(await world.store.readAction(action.id)).toBeNull();
      expect(await world.store.readRunActions(holder.runId)).toEqual([]);
      expect(await world.store.avoidedTotals({ from: 0, to: atMonday(1) })).toMatchObject({ events: 0 });
      expect(await world.store.removeRun({ runId: holder.runId, actions: [] })).toBe(true);
    });

    test("that a later run's near miss names leaves the later action its warning", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const earlier = await confirmed(world, holder);
      const later = aNewAction(aHolder(), { logicalRunId: "desk-event-2" });
      await world.store.declare(aHolder({ runId: later.runId ?? "" }), [later]);
      expect((await read(world, later.id)).nearMisses).toMatchObject([{ otherActionId: earlier.id }]);
      const actions = await seen(world, earlier.id);
      expect(await world.store.removeRun({ runId: holder.runId, actions })).toBe(true);
      expect((await read(world, later.id)).nearMisses).toMatchObject([{ kind: "other_run", otherActionId: null }]);
    });

    test.each(["unknown", "another action", "another version"])("stays whole because of %s", async (why) => {
      const world = await makeWorld();
      const holder = aHolder();
      const done = await confirmed(world, holder);
      const seenBefore = await seen(world, done.id);
      if (why === "unknown") seenBefore.push(...(await seen(world, (await unknownAction(world, holder)).action.id)));
      if (why === "another action") await confirmed(world, holder, { object: "T-2" });
      if (why === "another version") await world.store.purgePayloads(seenBefore);
      expect(await world.store.removeRun({ runId: holder.runId, actions: seenBefore })).toBe(false);
      expect((await read(world, done.id)).action.state).toBe("confirmed");
    });
  });
}
