import { describe, expect, test } from "vitest";
import { aDestination, anId, monday } from "./factories";
import {
  aGateway,
  aHolder,
  aReport,
  atMonday,
  begun,
  hour,
  type LedgerWorld,
  openNext,
  read,
  unknownAction,
} from "./ledger-world";

const always = { from: 0, to: monday * 2, limit: 50 };

/** What went wrong with actions is told once, with where it happened, and only for the range that was asked for. */
export function troubleGuarantees(makeWorld: () => Promise<LedgerWorld>): void {
  describe("what went wrong", () => {
    test("a contradiction is told by when it showed", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action, attempt } = await unknownAction(world, holder);
      await world.setNow(atMonday(hour));
      const { version } = (await read(world, action.id)).action;
      await world.store.settle({
        id: anId(),
        actionId: action.id,
        version,
        as: "did_not_happen",
        evidence: "Looked.",
        reason: "Gone.",
        by: "Mia",
      });
      await world.setNow(atMonday(2 * hour));
      await world.store.report(aReport(attempt.id, "confirmed"));
      const { id, runId, type, object, destination } = action;
      expect(await world.store.contradictions(always)).toEqual([
        {
          id,
          action: { id, runId, type, object, destination },
          declaration: action.declaration,
          executionId: holder.executionId,
          at: atMonday(2 * hour),
        },
      ]);
      expect(await world.store.contradictions({ ...always, to: atMonday(2 * hour) })).toEqual([]);
    });

    test("a near miss that was only noted came true when both actions took effect", async () => {
      const world = await makeWorld();
      const declaration = aDestination({ impact: "none" });
      const first = await begun(world, aHolder(), { declaration, logicalRunId: "event-1" });
      const second = await begun(world, aHolder(), { declaration, logicalRunId: "event-2" });
      await world.store.report(aReport(first.attempt.id, "confirmed"));
      expect(await world.store.nearMissesComeTrue(always)).toEqual([]);
      await world.setNow(atMonday(1_000));
      await world.store.report(aReport(second.attempt.id, "confirmed"));
      expect(await world.store.nearMissesComeTrue(always)).toMatchObject([
        { action: { id: second.action.id }, otherActionId: first.action.id, at: atMonday(1_000) },
      ]);
    });

    test("an ask with another payload is told with the action whose key it had", async () => {
      const world = await makeWorld();
      const { action } = await begun(world);
      const near = { id: anId(), kind: "other_payload", actionId: action.id, runId: action.runId } as const;
      await world.store.recordNearMiss({
        ...near,
        executionId: anId(),
        fingerprint: "f2",
        payload: "{}",
        state: "open",
      });
      expect(await world.store.payloadMismatches(always)).toMatchObject([
        { id: near.id, action: { id: action.id }, at: monday },
      ]);
      expect(await world.store.nearMissesComeTrue(always)).toEqual([]);
    });

    test("a report of an execution that was replaced is told, one that is only late is not", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const fenced = await begun(world, holder);
      const late = await begun(world, aHolder(), { object: "T-2" });
      await world.store.raiseFence(holder.runId, 2);
      await world.setNow(atMonday(hour));
      await world.store.expireAttempts(9);
      await world.store.report(aReport(fenced.attempt.id, "confirmed"));
      await world.store.report(aReport(late.attempt.id, "confirmed"));
      expect(await world.store.zombieReports(always)).toMatchObject([
        { action: { id: fenced.action.id }, executionId: holder.executionId, at: atMonday(hour) },
      ]);
    });

    test("so is one whose deadline had passed before a newer execution tried the action again", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action, attempt } = await unknownAction(world, holder, { declaration: aGateway() });
      const newer = { ...holder, token: holder.token + 1, executionId: anId() };
      const second = await openNext(world, action.id, newer);
      expect(second).toMatchObject({ opened: true });
      await world.store.report(aReport(attempt.id, "confirmed"));
      expect(await world.store.zombieReports(always)).toMatchObject([
        { action: { id: action.id }, executionId: holder.executionId },
      ]);
    });

    test("an unknown is told once it was open for long, with how long it stayed so", async () => {
      const world = await makeWorld();
      const { action, attempt } = await unknownAction(world);
      const asked = { from: monday, to: atMonday(3 * hour), limit: 9, longerThanMs: hour };
      expect(await world.store.longUnknowns({ ...asked, to: atMonday(hour) })).toEqual([]);
      const told = { id: attempt.id, action: { id: action.id }, at: atMonday(hour) };
      expect(await world.store.longUnknowns(asked)).toMatchObject([{ ...told, until: null }]);
      await world.setNow(atMonday(2 * hour));
      const { version } = (await read(world, action.id)).action;
      await world.store.settle({
        id: anId(),
        actionId: action.id,
        version,
        as: "happened",
        evidence: "Seen.",
        reason: "It is there.",
        by: "Mia",
      });
      expect(await world.store.longUnknowns(asked)).toMatchObject([{ ...told, until: atMonday(2 * hour) }]);
    });

    test("an unknown that was settled within that time is none", async () => {
      const world = await makeWorld();
      const { action } = await unknownAction(world);
      await world.setNow(atMonday(hour - 1));
      const { version } = (await read(world, action.id)).action;
      const settled = { evidence: "Seen.", reason: "It is there.", by: "Mia" };
      await world.store.settle({ id: anId(), actionId: action.id, version, as: "happened", ...settled });
      const asked = { from: monday, to: atMonday(3 * hour), limit: 9, longerThanMs: hour };
      expect(await world.store.longUnknowns(asked)).toEqual([]);
    });

    test("an attempt after one that failed without a reason is told", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const [silent, said] = [await begun(world, holder), await begun(world, holder, { object: "T-2" })];
      await world.store.report(aReport(silent.attempt.id, "not_sent", { reason: null }));
      await world.store.report(aReport(said.attempt.id, "not_sent"));
      expect(await world.store.unreasonedAttempts(always)).toEqual([]);
      for (const { action } of [silent, said]) await openNext(world, action.id, holder);
      expect(await world.store.unreasonedAttempts(always)).toMatchObject([
        { id: silent.attempt.id, action: { id: silent.action.id }, at: monday },
      ]);
    });
  });
}
