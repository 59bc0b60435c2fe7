/** Guarantees of the register of destinations, and of holding one. */

import { describe, expect, test } from "vitest";
import { aDestination, anId, monday } from "./factories";
import {
  aGateway,
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

const queue = aDestination();
const hold = { id: anId(), name: "queue", by: "Ada", reason: "It drops\u0000 messages" };
const held = { by: "Ada", at: monday, reason: hold.reason };

export function destinationGuarantees(makeWorld: () => Promise<LedgerWorld>): void {
  async function aWorldWithQueue(): Promise<LedgerWorld> {
    const world = await makeWorld();
    await world.store.declareDestinations([queue]);
    return world;
  }

  describe("the register of destinations", () => {
    test("keeps the newest declaration, by name, with the time since when it says so", async () => {
      const world = await aWorldWithQueue();
      await world.setNow(atMonday(5));
      await world.store.declareDestinations([queue, { ...queue, name: "a", preExecutionCodes: [429] }]);
      await world.setNow(atMonday(9));
      const renamed = { ...queue, title: "the new queue" };
      await world.store.declareDestinations([{ ...queue, name: "a", preExecutionCodes: [429] }]);
      expect(await world.store.listDestinations()).toEqual([
        { declaration: { ...queue, name: "a", preExecutionCodes: [429] }, declaredAt: atMonday(5), hold: null },
        { declaration: queue, declaredAt: monday, hold: null },
      ]);
      await world.store.declareDestinations([renamed]);
      expect((await world.store.listDestinations())[1]).toEqual({
        declaration: renamed,
        declaredAt: atMonday(9),
        hold: null,
      });
    });

    test("leaves the declaration that an action was made with alone", async () => {
      const world = await aWorldWithQueue();
      const { action } = await begun(world);
      await world.store.declareDestinations([{ ...queue, effect: "idempotent" }]);
      expect((await read(world, action.id)).action.declaration).toEqual(queue);
    });

    test("counts the actions of each destination by state, and says until when the last may be in flight", async () => {
      const world = await makeWorld();
      await begun(world);
      await world.setNow(atMonday(10));
      await begun(world);
      await unknownAction(world);
      const gateway = { declaration: aGateway() };
      await world.store.report(aReport((await begun(world, aHolder(), gateway)).attempt.id, "confirmed"));
      expect(await world.store.destinationFigures()).toEqual([
        { destination: "gateway", actions: { confirmed: 1 }, inFlightUntil: null },
        { destination: "queue", actions: { sending: 2, unknown: 1 }, inFlightUntil: atMonday(3_010) },
      ]);
    });
  });

  describe("the figures of a destination", () => {
    test("count no further than a page needs, however many there are", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const many = Array.from({ length: 5 }, (_, i) => aNewAction(holder, { object: `T-${i}` }));
      await world.store.declare(holder, many);
      const counted = async (most?: number) => (await world.store.destinationFigures(most))[0]?.actions;
      expect([await counted(3), await counted(5), await counted()]).toEqual([
        { planned: 4 },
        { planned: 5 },
        { planned: 5 },
      ]);
    });
  });

  describe("a hold", () => {
    test("is kept with who, when and why, and is one", async () => {
      const world = await aWorldWithQueue();
      expect(await world.store.holdDestination(hold)).toEqual({ held: true, hold: held, inFlightUntil: null });
      await world.setNow(atMonday(5));
      expect(await world.store.holdDestination(hold)).toMatchObject({ held: true, hold: held });
      const again = await world.store.holdDestination({ ...hold, id: anId() });
      expect(again).toEqual({ held: false, why: "already_held", hold: held });
      expect((await world.store.listDestinations())[0]?.hold).toEqual(held);
      expect(await world.store.holdDestination({ ...hold, name: "nowhere" })).toEqual({
        held: false,
        why: "destination_not_found",
      });
    });

    test("outlasts a worker that declares the destination anew", async () => {
      const world = await aWorldWithQueue();
      await world.store.holdDestination(hold);
      await world.store.declareDestinations([{ ...queue, title: "the new queue" }]);
      expect((await world.store.listDestinations())[0]).toMatchObject({ hold: held });
    });

    test("lets no attempt open: a new action is planned, known ones stay, and the facts name the hold", async () => {
      const world = await aWorldWithQueue();
      const holder = aHolder();
      const notSent = await begun(world, holder);
      await world.store.report(aReport(notSent.attempt.id, "not_sent"));
      const gateway = { declaration: aGateway() };
      await world.store.declareDestinations([gateway.declaration]);
      const sameKey = await unknownAction(world, holder, gateway);
      await world.store.holdDestination(hold);
      await world.store.holdDestination({ ...hold, name: "gateway" });

      const fresh = aNewAction(holder);
      const answer = await world.store.begin(holder, fresh, anAttemptAsk());
      expect(answer).toMatchObject({
        opened: false,
        facts: { action: { state: "planned", firstBegunAt: null, version: 1 }, attempts: [], hold: held },
      });
      expect(await openNext(world, fresh.id, holder)).toEqual({ opened: false });
      expect(await openNext(world, notSent.action.id, holder)).toEqual({ opened: false });
      expect(await openNext(world, sameKey.action.id, holder)).toEqual({ opened: false });
      expect(await begun(world, aHolder(), { declaration: aDestination({ name: "elsewhere" }) })).toBeDefined();
    });

    test("says until when what is open already may still arrive, and takes its report", async () => {
      const world = await aWorldWithQueue();
      const { action, attempt } = await begun(world);
      expect(await world.store.holdDestination(hold)).toMatchObject({ inFlightUntil: attempt.deadlineAt });
      expect(await world.store.report(aReport(attempt.id, "confirmed"))).toMatchObject({ state: "confirmed" });
      expect((await read(world, action.id)).hold).toEqual(held);
    });

    test("gives the same right to send again to the ask that had it before", async () => {
      const world = await aWorldWithQueue();
      const holder = aHolder();
      const first = await begun(world, holder);
      await world.store.holdDestination(hold);
      const { id: actionId, version } = first.action;
      const again = { actionId, version, attemptId: first.attempt.id, deadlineMs: 3_000 };
      expect(await world.store.openAttempt(holder, again)).toMatchObject({ opened: true });
    });

    test("ends with a release, which is announced once and lets attempts open again", async () => {
      const world = await aWorldWithQueue();
      const holder = aHolder();
      await world.store.holdDestination(hold);
      const planned = aNewAction(holder);
      await world.store.begin(holder, planned, anAttemptAsk());
      const release = { id: anId(), name: "queue" };
      expect(await world.store.releaseDestination(release)).toEqual({ released: true });
      expect(await world.store.releaseDestination(release)).toEqual({ released: true });
      expect(await world.store.releaseDestination({ id: anId(), name: "queue" })).toEqual({
        released: false,
        why: "not_held",
      });
      expect(await world.store.releaseDestination({ id: anId(), name: "nowhere" })).toEqual({
        released: false,
        why: "destination_not_found",
      });
      expect(await announced(world)).toEqual([{ destination: "queue" }]);
      expect(await openNext(world, planned.id, holder)).toMatchObject({ opened: true });
      expect((await read(world, planned.id)).hold).toBeNull();
    });
  });
}
