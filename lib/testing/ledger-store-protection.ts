import { describe, expect, test } from "vitest";
import { aDestination, anId, monday } from "./factories";
import { aHolder, aReport, begun, type LedgerWorld, openNext, unknownAction } from "./ledger-world";

/** What the ledger was good for is counted over the runs that are asked for, and each figure has its rows. */
export function ledgerProtectionGuarantees(makeWorld: () => Promise<LedgerWorld>): void {
  describe("what some runs did outside", () => {
    test("is nothing for runs that did nothing", async () => {
      const { store } = await makeWorld();
      expect(await store.destinationUse([anId()])).toEqual([]);
      expect(await store.countedActions({ runIds: [anId()], limit: 9 })).toEqual([]);
    });

    test("is counted by destination and its declaration, and each figure has its rows", async () => {
      const world = await makeWorld();
      const { store } = world;
      const [holder, other] = [aHolder(), aHolder()];
      const once = await begun(world, holder);
      await world.setNow(monday + 400);
      await store.report(aReport(once.attempt.id, "confirmed", { response: '{"id":"é"}' }));
      const again = await begun(world, holder, { object: "T-1042" });
      await store.report(aReport(again.attempt.id, "not_sent"));
      await openNext(world, again.action.id, holder);
      const open = await unknownAction(world, holder, { object: "T-1043" });
      const queue = { declaration: aDestination({ name: "queue", title: "the queue", impact: "money" }) };
      const asked = await begun(world, holder, { ...queue, type: "queue.escalate" });
      await store.report(aReport(asked.attempt.id, "confirmed"));
      await store.recordAvoided({
        actionId: asked.action.id,
        executionId: anId(),
        runId: holder.runId,
        cause: "resume",
        proofAttemptId: null,
      });
      await unknownAction(world, other);

      const { name, title, effect, impact } = once.action.declaration;
      const [first, second] = (await store.destinationUse([holder.runId])).sort((a, b) => b.actions - a.actions);
      expect(first).toEqual({
        destination: name,
        title,
        effect,
        impact,
        actions: 3,
        attempts: 4,
        retried: 1,
        leftUnknown: 1,
        unknown: 1,
        avoided: 0,
        gotThrough: 0,
        rows: 3 + 4 + 3,
        bytes: 3 * Buffer.byteLength('{"text":"Hello"}') + Buffer.byteLength('{"id":"é"}'),
        attemptP50Ms: 0,
      });
      expect(second).toMatchObject({ destination: "queue", impact: "money", actions: 1, avoided: 1, retried: 0 });
      const flags = { retried: false, leftUnknown: false, unknown: false, avoided: false, gotThrough: false };
      const counted = await store.countedActions({ runIds: [holder.runId], limit: 9 });
      expect(new Map(counted.map(({ type, object, destination, effect, impact, id, ...is }) => [id, is]))).toEqual(
        new Map([
          [again.action.id, { ...flags, retried: true }],
          [open.action.id, { ...flags, leftUnknown: true, unknown: true }],
          [asked.action.id, { ...flags, avoided: true }],
        ]),
      );
      expect(await store.countedActions({ runIds: [holder.runId], limit: 1 })).toEqual(counted.slice(0, 1));
    });

    test("counts what a late report found out as left unknown, and a double effect as got through only", async () => {
      const world = await makeWorld();
      const { store } = world;
      const holder = aHolder();
      const { attempt, action } = await begun(world, holder);
      await world.setNow(monday + 60_000);
      await store.expireAttempts(10);
      const settle = { id: anId(), actionId: action.id, evidence: "Nothing.", reason: "Looked.", by: "Ada" };
      const version = (await store.readAction(action.id))!.action.version;
      await store.settle({ ...settle, version, as: "did_not_happen" });
      const next = await openNext(world, action.id, holder);
      if ("refused" in next || !next.opened) throw new Error("It must open.");
      await store.report(aReport(next.fresh.attempt.id, "confirmed"));
      const repeat = { executionId: anId(), runId: holder.runId, cause: "resume", proofAttemptId: null } as const;
      await store.recordAvoided({ actionId: action.id, ...repeat });
      await store.report(aReport(attempt.id, "confirmed"));
      expect(await store.countedActions({ runIds: [holder.runId], limit: 9 })).toMatchObject([
        { id: action.id, retried: true, leftUnknown: true, unknown: false, avoided: false, gotThrough: true },
      ]);
    });
  });
}
