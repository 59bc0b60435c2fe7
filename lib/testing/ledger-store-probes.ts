/** Guarantees of look-ups: one at a time, claimed by those who know the destination, and settling only what they saw. */

import { describe, expect, test } from "vitest";
import { automaticAsker } from "@/lib/ledger/look-up";
import { aDestination, anId, monday } from "./factories";
import {
  aGateway,
  aHolder,
  announced,
  aReport,
  atMonday,
  begun,
  hour,
  type LedgerWorld,
  openNext,
  read,
  unknownAction,
} from "./ledger-world";

const answer = { count: 1, detail: "one note\u0000 carries it", record: '{"id":"N-1"}' };
const absent = { result: "absent", count: 0, detail: "none", record: null } as const;

export function probeGuarantees(makeWorld: () => Promise<LedgerWorld>): void {
  const gateway = { declaration: aGateway() };
  const ask = (world: LedgerWorld, actionId: string, notBefore = monday) =>
    world.store.askProbe({ probeId: anId(), actionId, by: "Ada", notBefore });

  describe("a look-up", () => {
    test("asked for while one waits or runs is that one; after it a new one", async () => {
      const world = await makeWorld();
      const { action } = await unknownAction(world, aHolder(), gateway);
      const first = await ask(world, action.id);
      expect(first).toMatchObject({ actionId: action.id, destination: "gateway", askedBy: "Ada", state: "queued" });
      expect(await Promise.all([ask(world, action.id), ask(world, action.id)])).toEqual([first, first]);
      await world.store.takeProbe(anId(), ["gateway"]);
      expect(await ask(world, action.id)).toMatchObject({ id: first.id, state: "running" });
      await world.store.reportProbe({ probeId: first.id, ...absent }, null);
      expect((await ask(world, action.id)).id).not.toBe(first.id);
      expect(
        await world.store.askProbe({ probeId: first.id, actionId: action.id, by: "Ada", notBefore: monday }),
      ).toMatchObject({ id: first.id, state: "done", result: "absent" });
    });

    test("asked for at once by many is one", async () => {
      const world = await makeWorld();
      const { action } = await unknownAction(world, aHolder(), gateway);
      const asked = await Promise.all(Array.from({ length: 10 }, () => ask(world, action.id)));
      expect(new Set(asked.map((probe) => probe.id)).size).toBe(1);
    });

    test("is taken by one worker that knows the destination, not before its time", async () => {
      const world = await makeWorld();
      const { action } = await unknownAction(world, aHolder(), gateway);
      const probe = await ask(world, action.id, atMonday(500));
      const take = () => world.store.takeProbe(anId(), ["gateway", "mail"]);
      expect(await take()).toBeNull();
      await world.setNow(atMonday(500));
      expect(await world.store.takeProbe(anId(), ["crm"])).toBeNull();
      expect(await world.store.takeProbe(anId(), [])).toBeNull();
      const taken = (await Promise.all([take(), take(), take()])).flatMap((task) => task ?? []);
      const { action: current, attempts } = await read(world, action.id);
      expect(taken).toEqual([{ probe: { ...probe, state: "running" }, action: current, attempts }]);
    });

    test("of a worker that stays silent can be taken again after 30 s", async () => {
      const world = await makeWorld();
      const { action } = await unknownAction(world, aHolder(), gateway);
      await ask(world, action.id);
      await world.store.takeProbe(anId(), ["gateway"]);
      await world.setNow(atMonday(30_000));
      expect(await world.store.takeProbe(anId(), ["gateway"])).toBeNull();
      await world.setNow(atMonday(30_001));
      expect(await world.store.takeProbe(anId(), ["gateway"])).not.toBeNull();
    });

    test("that found it settles all unresolved attempts, and the record found is the response", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action } = await unknownAction(world, holder, gateway);
      await openNext(world, action.id, holder);
      await world.store.raiseFence(holder.runId, 2);
      const probe = await ask(world, action.id);
      expect(await world.store.reportProbe({ probeId: probe.id, result: "found", ...answer }, "happened")).toBe(
        "confirmed",
      );
      const record = await read(world, action.id);
      expect(record).toMatchObject({
        action: { state: "confirmed", settledAt: monday, response: { id: "N-1" }, contradictedAt: null },
        attempts: [{ resolution: "happened" }, { resolution: "happened" }],
        probes: [{ state: "done", result: "found", detail: answer.detail, finishedAt: monday }],
      });
      expect(record.evidence.at(-1)).toMatchObject({ kind: "probe", by: "Ada" });
      expect(record.evidence.at(-1)?.says).toContain(answer.detail);
      expect(await announced(world)).toMatchObject([{ actionId: action.id, state: "confirmed" }]);
      await world.store.reportProbe({ probeId: probe.id, ...absent }, "did_not_happen");
      expect(await read(world, action.id)).toEqual(record);
    });

    test("that found several is a contradiction", async () => {
      const world = await makeWorld();
      const { action } = await unknownAction(world, aHolder(), gateway);
      const probe = await ask(world, action.id);
      await world.store.reportProbe({ probeId: probe.id, result: "found", ...answer, count: 2 }, "happened");
      expect((await read(world, action.id)).action).toMatchObject({ state: "confirmed", contradictedAt: monday });
      expect(await world.store.contradictedRuns([action.runId ?? "", anId()])).toEqual([action.runId]);
    });

    test("that found none settles what had begun when it was asked for", async () => {
      const world = await makeWorld();
      const { action } = await unknownAction(world, aHolder(), gateway);
      const probe = await ask(world, action.id);
      expect(await world.store.reportProbe({ probeId: probe.id, ...absent }, "did_not_happen")).toBe("planned");
      expect(await announced(world)).toMatchObject([{ state: "planned" }]);
    });

    test("never says of a later attempt that it did not happen", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action } = await unknownAction(world, holder, gateway);
      const probe = await ask(world, action.id);
      await world.setNow(atMonday(10));
      await openNext(world, action.id, holder);
      await world.store.raiseFence(holder.runId, 2);
      expect(await world.store.reportProbe({ probeId: probe.id, ...absent }, "did_not_happen")).toBe("unknown");
      expect((await read(world, action.id)).attempts).toMatchObject([
        { resolution: "did_not_happen" },
        { resolution: null },
      ]);
    });

    test("leaves an attempt alone whose owner is alive, and ends one whose owner is not", async () => {
      const world = await makeWorld();
      const { action } = await begun(world, aHolder(), gateway);
      const early = await ask(world, action.id);
      expect(await world.store.reportProbe({ probeId: early.id, ...absent }, "did_not_happen")).toBe("sending");
      await world.setNow(atMonday(3_001));
      const late = await ask(world, action.id);
      expect(await world.store.reportProbe({ probeId: late.id, ...absent }, "did_not_happen")).toBe("planned");
    });

    test("that found it before its own sender reported is the first of two that agree", async () => {
      const world = await makeWorld();
      const { action, attempt } = await begun(world, aHolder(), gateway);
      const early = await ask(world, action.id);
      const found = { probeId: early.id, result: "found", ...answer } as const;
      expect(await world.store.reportProbe(found, "happened")).toBe("sending");
      expect(await world.store.report(aReport(attempt.id, "confirmed"))).toMatchObject({ state: "confirmed" });
      expect(await world.store.reportProbe(found, "happened")).toBe("confirmed");
      const record = await read(world, action.id);
      expect(record).toMatchObject({ action: { state: "confirmed", contradictedAt: null }, attempts: [{ number: 1 }] });
      expect(record.evidence.map(({ kind }) => kind)).toEqual(["probe", "report"]);
    });

    test("that found none and could not settle it is remembered until something new makes another worthwhile", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action } = await begun(world, holder, gateway);
      await world.store.raiseFence(holder.runId, 2);
      const remembered = async () => (await read(world, action.id)).absentDidNotSettle;
      expect(await remembered()).toBe(false);
      await world.setNow(atMonday(20_000));
      const probe = await ask(world, action.id);
      const { version } = (await read(world, action.id)).action;
      expect(await world.store.reportProbe({ probeId: probe.id, ...absent }, null)).toBe("unknown");
      expect((await read(world, action.id)).action.version).toBe(version + 1);
      expect(await remembered()).toBe(true);
      expect((await world.store.listActions({ pageSize: 1 })).rows[0]?.absentDidNotSettle).toBe(true);
      expect(await announced(world)).toEqual([]);
      await world.setNow(atMonday(30_000));
      await world.store.workerExitSeen(holder.workerId);
      expect(await remembered()).toBe(false);
    });
  });

  describe("a look-up that nobody asked for", () => {
    const probe = { matchingField: "marker", horizonMs: 10_000, acceptsSilentHolders: false };
    const crm = { declaration: aDestination({ name: "crm", probe }) };
    const automatic = (world: LedgerWorld, actionId: string) =>
      world.store.askProbe({ probeId: anId(), actionId, by: automaticAsker, notBefore: monday });
    const unclear = { result: "unclear", count: 0, detail: "no answer", record: null } as const;

    test("is due once an absent would count, the longest unknown first, up to the limit", async () => {
      const world = await makeWorld();
      const first = await unknownAction(world, aHolder(), crm);
      await world.setNow(atMonday(5));
      const second = await unknownAction(world, aHolder(), crm);
      await world.setNow(atMonday(14_999));
      expect(await world.store.dueLookUps(10)).toEqual([]);
      await world.setNow(atMonday(15_000));
      expect(await world.store.dueLookUps(10)).toEqual([first.action.id]);
      await world.setNow(atMonday(15_005));
      expect(await world.store.dueLookUps(10)).toEqual([first.action.id, second.action.id]);
      expect(await world.store.dueLookUps(1)).toEqual([first.action.id]);
    });

    test("counts the horizon from when its sender ended, if that was later than its deadline", async () => {
      const world = await makeWorld();
      const { action, attempt } = await begun(world, aHolder(), crm);
      await world.setNow(atMonday(60_000));
      await world.store.expireAttempts(10);
      await world.store.report(aReport(attempt.id, "unknown"));
      await world.setNow(atMonday(71_999));
      expect(await world.store.dueLookUps(10)).toEqual([]);
      await world.setNow(atMonday(72_000));
      expect(await world.store.dueLookUps(10)).toEqual([action.id]);
    });

    test("is not due where nobody can be asked, the destination opted out, or the key still protects", async () => {
      const world = await makeWorld();
      await unknownAction(world);
      const optedOut = aDestination({ name: "crm", probe: { ...probe, automatic: false } });
      await unknownAction(world, aHolder(), { declaration: optedOut });
      await unknownAction(world, aHolder(), gateway);
      const late = await unknownAction(world, aHolder(), {
        declaration: aGateway({ deduplicates: { header: "Key", windowMs: 120_000, replaysErrors: false } }),
      });
      await world.setNow(atMonday(3_600_000));
      expect(await world.store.dueLookUps(10)).toEqual([late.action.id]);
    });

    test("is due at a destination that replays stored errors, after it answered with one", async () => {
      const world = await makeWorld();
      const declaration = aGateway({ deduplicates: { header: "Key", windowMs: 24 * hour, replaysErrors: true } });
      const { action, attempt } = await begun(world, aHolder(), { declaration });
      await world.store.report(aReport(attempt.id, "unknown", { transport: "server_error", httpCode: 500 }));
      await world.setNow(atMonday(15_000));
      expect(await world.store.dueLookUps(10)).toEqual([action.id]);
    });

    test("waits while one is under way, backs off after each unclear answer, and ends after six", async () => {
      const world = await makeWorld();
      const { action } = await unknownAction(world, aHolder(), crm);
      let at = 15_000;
      for (const pauseMs of [30_000, 120_000, 480_000, 1_920_000, 3_600_000, null]) {
        await world.setNow(atMonday(at));
        expect(await world.store.dueLookUps(10)).toEqual([action.id]);
        const { id } = await automatic(world, action.id);
        expect(await world.store.dueLookUps(10)).toEqual([]);
        await world.store.reportProbe({ probeId: id, ...unclear }, null);
        if (pauseMs === null) break;
        await world.setNow(atMonday(at + pauseMs - 1));
        expect(await world.store.dueLookUps(10)).toEqual([]);
        at += pauseMs;
      }
      await world.setNow(atMonday(30 * 24 * hour));
      expect(await world.store.dueLookUps(10)).toEqual([]);
    });

    test("is not due after an absent that could not settle it, until the sender's end makes it worthwhile", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action } = await begun(world, holder, crm);
      await world.store.raiseFence(holder.runId, 2);
      await world.setNow(atMonday(20_000));
      const { id } = await automatic(world, action.id);
      await world.store.reportProbe({ probeId: id, ...absent }, null);
      await world.setNow(atMonday(hour));
      expect(await world.store.dueLookUps(10)).toEqual([]);
      await world.store.workerExitSeen(holder.workerId);
      await world.setNow(atMonday(hour + 12_000));
      expect(await world.store.dueLookUps(10)).toEqual([action.id]);
    });
  });
}
