/** What a week's review says of actions, each figure with known answers. */

import { describe, expect, test } from "vitest";
import { anId, monday } from "./factories";
import {
  aGateway,
  aHolder,
  aNewAction,
  aReport,
  atMonday,
  begun,
  hour,
  type LedgerWorld,
  openNext,
  read,
  unknownAction,
} from "./ledger-world";

const day = 24 * hour;
const always = { from: 0, to: monday * 2 };

export function weekGuarantees(makeWorld: () => Promise<LedgerWorld>): void {
  const settle = async (world: LedgerWorld, actionId: string, as: "happened" | "did_not_happen") => {
    const { version } = (await read(world, actionId)).action;
    const said = { evidence: "Seen in the CRM.", reason: "Looked it up.", by: "Mia" };
    const answer = await world.store.settle({ id: anId(), actionId, version, as, ...said });
    if (!answer.settled) throw new Error(`Not settled: ${answer.why}`);
  };
  /** The figure, which is always as long as the list that it opens. */
  const longUnknown = async (world: LedgerWorld, over: { from?: number; to?: number } = {}) => {
    const ask = { ...always, longerThanMs: hour, ...over };
    const [count, list] = await Promise.all([
      world.store.countLongUnknown(ask),
      world.store.listActions({ longUnknown: ask, pageSize: 10 }),
    ]);
    expect(list.rows).toHaveLength(count);
    return count;
  };

  test("the time to settle is from the first attempt to the proof, of actions declared in the range", async () => {
    const world = await makeWorld();
    const quick = await begun(world);
    await world.setNow(atMonday(400));
    await world.store.report(aReport(quick.attempt.id, "confirmed"));
    const slow = await unknownAction(world);
    await world.setNow(atMonday(400 + hour));
    await settle(world, slow.action.id, "happened");
    await begun(world);
    expect(await world.store.settlingTimes(always)).toEqual({ n: 2, p50Ms: 400, p95Ms: hour, p99Ms: hour });
    expect(await world.store.settlingTimes({ from: monday, to: atMonday(400) })).toMatchObject({ n: 1, p95Ms: 400 });
    expect(await world.store.settlingTimes({ from: 0, to: monday })).toMatchObject({ n: 0, p95Ms: null });
  });

  describe("an action was unknown for over an hour", () => {
    test("once the hour has passed, in the range in which it passed, and not before", async () => {
      const world = await makeWorld();
      await unknownAction(world);
      await world.setNow(atMonday(hour - 1));
      expect(await longUnknown(world)).toBe(0);
      await world.setNow(atMonday(2 * hour));
      expect(await longUnknown(world)).toBe(1);
      expect(await longUnknown(world, { to: atMonday(hour) })).toBe(0);
      expect(await longUnknown(world, { from: atMonday(hour), to: atMonday(hour + 1) })).toBe(1);
      expect(await longUnknown(world, { from: atMonday(hour + 1) })).toBe(0);
    });

    test("also when it was settled later, and not when it was settled in time", async () => {
      const world = await makeWorld();
      const [inTime, late] = [await unknownAction(world), await unknownAction(world)];
      await world.setNow(atMonday(hour));
      await settle(world, inTime.action.id, "happened");
      await world.setNow(atMonday(hour + 1));
      await settle(world, late.action.id, "happened");
      expect(await longUnknown(world)).toBe(1);
    });

    test("not when a person said in time that it did not happen, however late it was sent then", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action } = await unknownAction(world, holder);
      await world.setNow(atMonday(hour / 2));
      await settle(world, action.id, "did_not_happen");
      await world.setNow(atMonday(day));
      const next = await openNext(world, action.id, holder);
      if (!("opened" in next && next.opened)) throw new Error("It did not open.");
      await world.store.report(aReport(next.fresh.attempt.id, "confirmed"));
      expect(await longUnknown(world)).toBe(0);
    });

    test("also when its own report came after that hour, and not when it came within it", async () => {
      const world = await makeWorld();
      const [early, late] = [await unknownAction(world), await unknownAction(world)];
      await world.setNow(atMonday(hour / 2));
      await world.store.report(aReport(early.attempt.id, "confirmed"));
      await world.setNow(atMonday(2 * hour));
      expect(await longUnknown(world)).toBe(1);
      await world.store.report(aReport(late.attempt.id, "confirmed"));
      expect(await longUnknown(world)).toBe(1);
    });

    test("once, however many of its attempts nobody knows about; and never for what was proven not sent", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action } = await unknownAction(world, holder, { declaration: aGateway() });
      const next = await openNext(world, action.id, holder);
      if (!("opened" in next && next.opened)) throw new Error("It did not open.");
      await world.store.report(aReport(next.fresh.attempt.id, "unknown"));
      const notSent = await begun(world);
      await world.store.report(aReport(notSent.attempt.id, "not_sent"));
      await world.setNow(atMonday(day));
      expect(await longUnknown(world)).toBe(1);
    });
  });

  test("duplicates avoided by type sum up to the distinct actions avoided, most first", async () => {
    const world = await makeWorld();
    const holder = aHolder();
    const avoid = (actionId: string) =>
      world.store.recordAvoided({ actionId, executionId: anId(), runId: null, cause: "resume", proofAttemptId: null });
    const mail = await begun(world, holder, { type: "mail.send" });
    const [one, two] = [await begun(world, holder), await begun(world, holder)];
    for (const { action } of [mail, one, one, two]) await avoid(action.id);
    expect(await world.store.avoidedByType(always)).toEqual([
      { type: "crm.note", actions: 2 },
      { type: "mail.send", actions: 1 },
    ]);
    expect((await world.store.avoidedTotals(always)).actions).toBe(3);
    await world.store.report(aReport(one.attempt.id, "confirmed"));
    await world.store.report(aReport(one.attempt.id, "refused"));
    expect(await world.store.avoidedByType(always)).toEqual([
      { type: "crm.note", actions: 1 },
      { type: "mail.send", actions: 1 },
    ]);
    expect(await world.store.avoidedByType({ from: 0, to: monday })).toEqual([]);
  });

  test("near misses count by kind and state, by when they were met", async () => {
    const world = await makeWorld();
    const [first, other] = [aHolder(), aHolder()];
    await begun(world, first);
    await world.setNow(atMonday(hour));
    await world.store.declare(other, [aNewAction(other, { logicalRunId: "desk-event-2" })]);
    expect(await world.store.nearMissFigures(always)).toEqual([{ kind: "other_run", state: "open", count: 1 }]);
    expect(await world.store.nearMissFigures({ from: 0, to: atMonday(hour) })).toEqual([]);
  });
}
