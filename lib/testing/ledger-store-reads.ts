/** Guarantees of lists and figures: every page is whole, and every figure counts the rows that its filter opens. */

import { describe, expect, test } from "vitest";
import type { ActionQuery, Avoided } from "@/lib/ledger/store";
import { cursorText } from "@/lib/store/cursor";
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

export function readGuarantees(makeWorld: () => Promise<LedgerWorld>): void {
  const list = async (world: LedgerWorld, query: Omit<ActionQuery, "pageSize">) =>
    (await world.store.listActions({ ...query, pageSize: 100 })).rows.map((row) => row.action.id);

  const avoid = (world: LedgerWorld, actionId: string, cause: Avoided["cause"] = "resume") =>
    world.store.recordAvoided({ actionId, executionId: anId(), runId: null, cause, proofAttemptId: null });

  test("those of no run that still have their payload are listed apart", async () => {
    const world = await makeWorld();
    await begun(world, aHolder());
    const kept = (await begun(world, null)).action;
    const purged = await begun(world, null);
    await world.store.report(aReport(purged.attempt.id, "confirmed"));
    expect((await list(world, { unowned: true })).sort()).toEqual([purged.action.id, kept.id].sort());
    const { version } = (await read(world, purged.action.id)).action;
    await world.store.purgePayloads([{ id: purged.action.id, version }]);
    expect(await list(world, { unowned: true })).toEqual([kept.id]);
  });

  test("a key is resolved to the revision that is live", async () => {
    const world = await makeWorld();
    const { action } = await begun(world, null);
    expect(await world.store.findLive(`${action.businessKey}x`)).toBeNull();
    expect(await world.store.findLive(action.businessKey)).toMatchObject({ id: action.id, live: true });
    await world.store.report(aReport((await read(world, action.id)).attempts[0]!.id, "refused"));
    const revision = { ...action, id: anId(), replaces: action.id, revision: 2, payload: "{}", accepts: null };
    await world.store.revise({ ...revision, providerKey: "rp_2", by: "Ada", reason: "Mended" });
    expect(await world.store.findLive(action.businessKey)).toMatchObject({ id: revision.id, revision: 2 });
  });

  describe("a list of actions", () => {
    test("gives every action once, newest first, page by page, also those made in the same instant", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const made: string[] = [];
      for (let i = 0; i < 7; i++) {
        if (i === 4) await world.setNow(atMonday(1));
        made.push((await begun(world, holder)).action.id);
      }
      const seen: string[] = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const page = await world.store.listActions({ pageSize: 3, cursor });
        seen.push(...page.rows.map((row) => row.action.id));
        cursor = page.next ?? undefined;
        pages += 1;
      } while (cursor !== undefined);
      expect(seen).toEqual(made.toReversed());
      expect(pages).toBe(3);
      expect((await world.store.listActions({ pageSize: 7 })).next).toBeNull();
    });

    test.each([
      "",
      "x",
      "MQ",
      Buffer.from("1.not-an-id").toString("base64url"),
      Buffer.from(`1e3.${anId()}`).toString("base64url"),
      `${cursorText({ micros: "1", id: anId() })}=`,
      "\u0000",
    ])("refuses the cursor %j", async (cursor) => {
      const world = await makeWorld();
      await expect(world.store.listActions({ pageSize: 3, cursor })).rejects.toMatchObject({ code: "bad_cursor" });
    });

    test("filters by state, destination, run, time and text", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const open = (await begun(world, holder, { object: "T-100%_a", logicalRunId: "event-7" })).action.id;
      await world.setNow(atMonday(hour));
      const { action } = await unknownAction(world, aHolder(), { type: "mail.send", declaration: aGateway() });
      const unknown = action.id;
      expect(await list(world, {})).toEqual([unknown, open]);
      expect(await list(world, { states: ["unknown"] })).toEqual([unknown]);
      expect(await list(world, { states: ["unknown", "sending"] })).toEqual([unknown, open]);
      expect(await list(world, { states: [] })).toEqual([]);
      expect(await list(world, { destination: "gateway" })).toEqual([unknown]);
      expect(await list(world, { runId: holder.runId })).toEqual([open]);
      expect(await list(world, { from: monday, to: atMonday(hour) })).toEqual([open]);
      expect(await list(world, { from: atMonday(hour) })).toEqual([unknown]);
      expect(await list(world, { text: "MAIL.S" })).toEqual([unknown]);
      expect(await list(world, { text: "t-100%_A" })).toEqual([open]);
      expect(await list(world, { text: "100__a" })).toEqual([]);
      expect(await list(world, { text: "event-7" })).toEqual([open]);
      expect(await list(world, { text: unknown })).toEqual([unknown]);
      expect(await list(world, { text: "\\" })).toEqual([]);
      expect(await list(world, { text: "\u0000" })).toEqual([]);
      expect(await list(world, { text: "" })).toEqual([unknown, open]);
    });

    test("shows each row with the facts that its verdict needs", async () => {
      const world = await makeWorld();
      const { action } = await unknownAction(world);
      await avoid(world, action.id);
      const {
        payload: _,
        probes: __,
        evidence: ___,
        avoided: ____,
        nearMisses: _____,
        proposal: ______,
        ...facts
      } = await read(world, action.id);
      expect((await world.store.listActions({ pageSize: 1 })).rows).toEqual([{ ...facts, avoidedCount: 1 }]);
    });

    test("of unknown ones begins with the window that closes first, then the longest unknown", async () => {
      const world = await makeWorld();
      const windowMs = (ms: number) => ({
        declaration: aGateway({ deduplicates: { header: "Key", windowMs: ms, replaysErrors: false } }),
      });
      const closed = await unknownAction(world, aHolder(), windowMs(120_000));
      const day = await unknownAction(world, aHolder(), windowMs(24 * hour));
      await world.setNow(atMonday(5));
      const none = await unknownAction(world);
      const twoHours = await unknownAction(world, aHolder(), windowMs(2 * hour));
      await begun(world);
      await world.setNow(atMonday(hour));
      const ids = async (limit: number, destination?: string) =>
        (await world.store.readUnknown({ destination, limit })).map(({ action }) => action.id);
      expect(await ids(10)).toEqual([twoHours, day, closed, none].map(({ action }) => action.id));
      expect(await ids(2)).toEqual([twoHours.action.id, day.action.id]);
      expect(await ids(10, "queue")).toEqual([none.action.id]);
    });

    test("counts by run and state", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      await begun(world, holder);
      await begun(world, holder);
      await unknownAction(world, holder);
      await begun(world, null);
      const counts = await world.store.countActions({ runIds: [holder.runId, anId()] });
      expect(counts.sort((a, b) => a.count - b.count)).toEqual([
        { runId: holder.runId, state: "unknown", count: 1 },
        { runId: holder.runId, state: "sending", count: 2 },
      ]);
      const all = await world.store.countActions({});
      expect(all.reduce((sum, row) => sum + row.count, 0)).toBe(4);
      expect(all.every((row) => row.runId === null)).toBe(true);
      const unknown = all.filter((row) => row.state === "unknown");
      expect(await world.store.countActions({ states: ["unknown"] })).toEqual(unknown);
    });
  });

  test("gives aged live actions of runs: what is not final however old, the rest since a moment, oldest first", async () => {
    const world = await makeWorld();
    const old = await unknownAction(world);
    const oldDone = await begun(world);
    await world.store.report(aReport(oldDone.attempt.id, "confirmed"));
    await world.setNow(atMonday(hour));
    const done = await begun(world);
    await world.store.report(aReport(done.attempt.id, "confirmed"));
    await begun(world, null);
    await world.setNow(atMonday(2 * hour));
    await begun(world);
    const aged = (limit: number) =>
      world.store.agedActions({ from: atMonday(hour), before: atMonday(2 * hour), limit });
    expect(await aged(9)).toEqual([
      expect.objectContaining({ id: old.action.id, state: "unknown", createdAt: atMonday(0), settledAt: null }),
      expect.objectContaining({ id: done.action.id, state: "confirmed", settledAt: atMonday(hour) }),
    ]);
    expect(Object.keys((await aged(9))[0] ?? {}).sort()).toEqual(
      ["createdAt", "id", "object", "runId", "settledAt", "state", "type"].sort(),
    );
  });

  describe("records", () => {
    test("of a run come in the order made; of ids in the order asked, without those unknown", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const ids: string[] = [];
      for (let i = 0; i < 3; i++) {
        await world.setNow(atMonday(i));
        ids.push((await begun(world, holder)).action.id);
      }
      expect((await world.store.readRunActions(holder.runId)).map((record) => record.action.id)).toEqual(ids);
      const asked = [ids[2]!, anId(), ids[0]!];
      expect((await world.store.readActions(asked)).map((record) => record.action.id)).toEqual([ids[2], ids[0]]);
      expect(await world.store.readAction(anId())).toBeNull();
      expect(await world.store.findAction(ids[1]!)).toEqual((await read(world, ids[1]!)).action);
    });
  });

  describe("figures of duplicates avoided", () => {
    test.each(["Europe/Paris", "America/Sao_Paulo", "Asia/Kathmandu", "Pacific/Apia", "UTC"])(
      "stand on the day that a calendar in %s shows, also where a day has 23 or 25 hours, and add up",
      async (zone) => {
        const world = await makeWorld();
        const one = (await begun(world, aHolder())).action.id;
        const moments = [
          // Around the short and the long night of Paris, with both of its half past twos, and around a week's end.
          ...["2026-03-28T22:59:59.999Z", "2026-03-28T23:00Z", "2026-03-29T00:59:59.999Z", "2026-03-29T01:00Z"],
          ...["2026-03-29T21:59:59.999Z", "2026-03-29T22:00Z", "2026-10-24T21:59:59.999Z", "2026-10-24T22:00Z"],
          ...["2026-10-25T00:30Z", "2026-10-25T01:30Z", "2026-10-25T22:59:59.999Z", "2026-10-25T23:00Z"],
        ].map((text) => Date.parse(text));
        const onDay = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" });
        const expected = new Map<string, number>();
        for (const at of moments) {
          await world.setNow(at);
          await avoid(world, one);
          expected.set(onDay.format(at), (expected.get(onDay.format(at)) ?? 0) + 1);
        }
        const range = { from: moments[0] ?? 0, to: (moments.at(-1) ?? 0) + 1 };
        const figures = await world.store.avoidedFigures({ ...range, zone });
        expect(figures.map(({ day, events }) => [day, events])).toEqual([...expected].sort());
        const total = figures.reduce((sum, { events }) => sum + events, 0);
        expect([total, (await world.store.avoidedTotals(range)).events]).toEqual([moments.length, moments.length]);
      },
    );

    test("count actions and events per day of the zone and per cause, and open exactly their rows", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const one = (await begun(world, holder)).action.id;
      const two = (await begun(world, holder)).action.id;
      // 23:30 UTC on Monday is Tuesday in Paris.
      await world.setNow(atMonday(14.5 * hour));
      await avoid(world, one);
      await avoid(world, one);
      await world.setNow(atMonday(40 * hour));
      await avoid(world, one, "wake");
      await avoid(world, two);
      const range = { from: monday, to: atMonday(3 * day) };
      expect(await world.store.avoidedFigures({ ...range, zone: "Europe/Paris" })).toEqual([
        { day: "2026-03-03", cause: "resume", actions: 1, events: 2 },
        { day: "2026-03-04", cause: "resume", actions: 1, events: 1 },
        { day: "2026-03-04", cause: "wake", actions: 1, events: 1 },
      ]);
      expect((await world.store.avoidedFigures({ ...range, zone: "UTC" })).map((row) => row.day)).toEqual([
        "2026-03-02",
        "2026-03-04",
        "2026-03-04",
      ]);
      expect(await world.store.avoidedTotals(range)).toEqual({ actions: 2, events: 4, gotThrough: 0 });
      expect(await list(world, { avoided: range })).toHaveLength(2);
      expect(await list(world, { avoided: { ...range, cause: "wake" } })).toEqual([one]);
      expect(await list(world, { avoided: { from: monday, to: atMonday(day) } })).toEqual([one]);
      expect(await world.store.avoidedTotals({ from: monday, to: atMonday(14.5 * hour) })).toEqual({
        actions: 0,
        events: 0,
        gotThrough: 0,
      });
      expect(await world.store.avoidedByRun([holder.runId, anId()])).toEqual({ [holder.runId]: 2 });
    });

    test("leave out an action once its evidence contradicts itself", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action, attempt } = await begun(world, holder);
      await world.store.report(aReport(attempt.id, "confirmed"));
      await avoid(world, action.id);
      const range = { from: monday, to: atMonday(day) };
      expect(await world.store.avoidedTotals(range)).toEqual({ actions: 1, events: 1, gotThrough: 0 });
      await world.store.report(aReport(attempt.id, "refused"));
      expect(await world.store.avoidedTotals(range)).toEqual({ actions: 0, events: 0, gotThrough: 1 });
      expect(await world.store.avoidedFigures({ ...range, zone: "UTC" })).toEqual([]);
      expect(await world.store.gotThroughFigures({ ...range, zone: "UTC" })).toEqual([
        { day: "2026-03-02", actions: 1 },
      ]);
      expect(await world.store.gotThroughFigures({ from: 0, to: monday, zone: "UTC" })).toEqual([]);
      expect(await list(world, { avoided: range })).toEqual([]);
      expect(await world.store.avoidedByRun([holder.runId])).toEqual({});
      expect(await world.store.contradictedRuns([holder.runId])).toEqual([holder.runId]);
    });
  });

  describe("figures of retries", () => {
    test("stand under the reason and the day of the attempt before, and open exactly their actions", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const failAgain = async (actionId: string) => {
        const next = await openNext(world, actionId, holder);
        if (!("opened" in next && next.opened)) throw new Error("It did not open.");
        await world.store.report(aReport(next.fresh.attempt.id, "not_sent", { reason: "rate_limited" }));
      };
      const one = await begun(world, holder);
      await world.store.report(aReport(one.attempt.id, "not_sent"));
      await world.setNow(atMonday(day));
      await failAgain(one.action.id);
      await failAgain(one.action.id);
      await failAgain(one.action.id);
      const neverRetried = await begun(world, holder);
      await world.store.report(aReport(neverRetried.attempt.id, "not_sent"));
      const range = { from: monday, to: atMonday(2 * day) };
      expect(await world.store.attemptFigures({ ...range, zone: "UTC" })).toEqual([
        { day: "2026-03-02", reason: "network_before_send", attempts: 1, actions: 1, runs: 1 },
        { day: "2026-03-03", reason: "rate_limited", attempts: 2, actions: 1, runs: 1 },
      ]);
      const rows = await world.store.attemptRows({ ...range, limit: 9 });
      expect(rows).toHaveLength(3);
      expect(rows.at(-1)).toEqual({
        attemptId: one.attempt.id,
        actionId: one.action.id,
        runId: holder.runId,
        type: "crm.note",
        object: "T-1041",
        number: 1,
        reason: "network_before_send",
        at: monday,
      });
      expect(await world.store.attemptRows({ ...range, reason: "rate_limited", limit: 1 })).toHaveLength(1);
      const first = { ...range, firstOnly: true };
      expect(await world.store.attemptRows({ ...first, limit: 9 })).toEqual(rows.slice(-1));
      expect(await world.store.attemptFigures({ ...first, zone: "UTC" })).toMatchObject([{ attempts: 1, actions: 1 }]);
      expect(await list(world, { retried: { reason: "rate_limited", ...range } })).toEqual([one.action.id]);
      expect(await list(world, { retried: { reason: "network_before_send", ...range } })).toEqual([one.action.id]);
      expect(await list(world, { retried: { reason: "timeout", ...range } })).toEqual([]);
      expect(await list(world, { retried: { reason: "rate_limited", from: monday, to: atMonday(day) } })).toEqual([]);
    });
  });

  test("what is read is a copy: changing it changes nothing", async () => {
    const world = await makeWorld();
    const { action } = await begun(world, aHolder(), { ...aNewAction(null), businessKey: "copied" });
    const record = await read(world, action.id);
    record.action.declaration.title = "changed";
    record.attempts.length = 0;
    expect((await read(world, action.id)).action.declaration.title).not.toBe("changed");
    expect((await read(world, action.id)).attempts).toHaveLength(1);
  });
}
