/** Guarantees of reports: each settles its own attempt once, late ones are evidence, contradictions stay visible. */

import { describe, expect, test } from "vitest";
import { weighReport } from "@/lib/ledger/report";
import type { Holder } from "@/lib/ledger/store";
import { anId, monday } from "./factories";
import {
  aGateway,
  aHolder,
  announced,
  aReport,
  atMonday,
  begun,
  type LedgerWorld,
  openNext,
  read,
  unknownAction,
} from "./ledger-world";

export function reportGuarantees(makeWorld: () => Promise<LedgerWorld>): void {
  describe("report", () => {
    test.each([
      ["confirmed", "confirmed", monday],
      ["refused", "refused", monday],
      ["not_sent", "planned", null],
      ["unknown", "unknown", null],
    ] as const)("%s in time makes the action %s and announces nothing", async (outcome, state, settledAt) => {
      const world = await makeWorld();
      const { action, attempt } = await begun(world);
      const answer = await world.store.report(aReport(attempt.id, outcome, { response: '{"id":"N-1"}' }));
      expect(answer).toEqual({ reported: true, state, settledAt, contradicted: false });
      expect(await read(world, action.id)).toMatchObject({
        action: { state, version: 2, response: settledAt === null ? null : { id: "N-1" } },
        attempts: [{ outcome, closedBy: "report", endedAt: monday, holderEndedAt: monday, resolution: null }],
        evidence: [{ kind: "report", attemptId: attempt.id }],
      });
      expect(await announced(world)).toEqual([]);
    });

    test("sent twice, also at once, it has one effect", async () => {
      const world = await makeWorld();
      const { action, attempt } = await begun(world);
      const report = aReport(attempt.id, "confirmed", { response: "{}" });
      const answers = await Promise.all(Array.from({ length: 10 }, () => world.store.report(report)));
      const after = await read(world, action.id);
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(after.evidence).toHaveLength(1);
      await world.store.report(report);
      expect(await read(world, action.id)).toEqual(after);
    });

    const told = {
      unknown: aReport("", "unknown"),
      confirmed: aReport("", "confirmed"),
      refused: aReport("", "refused"),
    };
    test.each([
      [["unknown", "confirmed"], "confirmed", false],
      [["confirmed", "unknown"], "confirmed", false],
      [["unknown", "confirmed", "unknown", "confirmed"], "confirmed", false],
      [["confirmed", "unknown", "confirmed", "unknown"], "confirmed", false],
      [["unknown", "refused", "unknown"], "refused", false],
      [["refused", "unknown", "refused"], "refused", false],
      [["confirmed", "refused", "confirmed"], "confirmed", true],
      [["unknown", "confirmed", "refused", "unknown"], "confirmed", true],
    ] as const)("%j, in this order: it is %s and never goes back, each is kept", async (order, state, contradicted) => {
      const world = await makeWorld();
      const { action, attempt } = await begun(world);
      const seen: string[] = [];
      for (const outcome of order) {
        await world.store.report({ ...told[outcome], attemptId: attempt.id });
        seen.push((await read(world, action.id)).action.state);
      }
      expect(seen.slice(seen.indexOf(state)).every((each) => each === state)).toBe(true);
      const record = await read(world, action.id);
      expect(record).toMatchObject({ action: { state, contradictedAt: contradicted ? monday : null } });
      for (const outcome of new Set(order)) {
        expect(record.evidence.filter(({ says }) => says.startsWith(outcome)).length).toBeGreaterThan(0);
      }
    });

    test("an attempt that was never begun is not found", async () => {
      const world = await makeWorld();
      expect(await world.store.report(aReport(anId(), "confirmed"))).toEqual({
        reported: false,
        why: "attempt_not_found",
      });
    });

    test("text with NUL, half a character and megabytes comes back", async () => {
      const world = await makeWorld();
      const { action, attempt } = await begun(world);
      const detail = `\u0000 \u0001 \u00010 \u00011 \\u0000 ${"x".repeat(1_000_000)}`;
      const response = JSON.stringify({ body: "a\u0000b\ud800", big: "é".repeat(500_000), ["__proto__"]: 1 });
      await world.store.report(aReport(attempt.id, "refused", { detail, response }));
      const record = await read(world, action.id);
      expect(record.attempts[0]?.detail === detail).toBe(true);
      expect(record.action.response).toEqual(JSON.parse(response));
      expect(record.evidence[0]?.says.endsWith(detail)).toBe(true);
    });

    test("a request that the destination merged is kept as deduplicated", async () => {
      const world = await makeWorld();
      const { action, attempt } = await begun(world);
      await world.store.report(aReport(attempt.id, "confirmed", { deduplicated: true }));
      expect((await read(world, action.id)).attempts[0]?.transport).toBe("deduplicated");
    });

    test("after its deadline but before anybody noticed it still closes its own attempt, announced as late", async () => {
      const world = await makeWorld();
      const { action, attempt } = await begun(world);
      await world.setNow(atMonday(3_001));
      await world.store.report(aReport(attempt.id, "confirmed"));
      expect(await read(world, action.id)).toMatchObject({
        action: { state: "confirmed" },
        attempts: [{ closedBy: "report" }],
        evidence: [{ kind: "late_report" }],
      });
      expect(await announced(world)).toEqual([{ actionId: action.id, runId: action.runId, state: "confirmed" }]);
    });

    test.each([
      ["confirmed", "confirmed"],
      ["refused", "refused"],
      ["not_sent", "planned"],
    ] as const)("late, %s becomes the outcome of an attempt that a newer execution fenced", async (outcome, state) => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action, attempt } = await begun(world, holder);
      await world.store.raiseFence(holder.runId, 2);
      await world.setNow(atMonday(2_000));
      expect(await world.store.report(aReport(attempt.id, outcome))).toMatchObject({ state, contradicted: false });
      expect(await read(world, action.id)).toMatchObject({
        attempts: [{ outcome, closedBy: "fence", endedAt: monday, holderEndedAt: atMonday(2_000) }],
        evidence: [{ kind: "fence" }, { kind: "late_report" }],
      });
      expect(await announced(world)).toEqual([{ actionId: action.id, runId: holder.runId, state }]);
    });

    test("late, unknown tells only that its sender has ended", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action, attempt } = await begun(world, holder);
      await world.store.raiseFence(holder.runId, 2);
      await world.setNow(atMonday(2_000));
      await world.store.report(aReport(attempt.id, "unknown"));
      expect(await read(world, action.id)).toMatchObject({
        action: { state: "unknown", version: 3 },
        attempts: [{ outcome: "unknown", closedBy: "fence", holderEndedAt: atMonday(2_000), transport: "timed_out" }],
      });
      expect(await announced(world)).toEqual([]);
    });

    test("a confirmed retry of an unknown is announced: somebody may wait for it", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action } = await unknownAction(world, holder, { declaration: aGateway() });
      await confirmNext(world, action.id, holder);
      expect(await announced(world)).toMatchObject([{ state: "confirmed" }]);
    });
  });

  describe("a late report against what was settled", () => {
    test.each([
      ["happened", "confirmed", "confirmed", "confirmed", false],
      ["happened", "refused", "confirmed", "unknown", true],
      ["happened", "not_sent", "confirmed", "unknown", true],
      ["happened", "unknown", "confirmed", "unknown", false],
      ["did_not_happen", "confirmed", "confirmed", "confirmed", true],
      ["did_not_happen", "refused", "planned", "unknown", false],
      ["did_not_happen", "not_sent", "planned", "unknown", false],
      ["did_not_happen", "unknown", "planned", "unknown", false],
    ] as const)(
      "settled as %s, reported %s: both are kept, the action is %s",
      async (as, reported, state, outcome, contradicted) => {
        const world = await makeWorld();
        const holder = aHolder();
        const { action, attempt } = await begun(world, holder);
        await world.store.raiseFence(holder.runId, 2);
        const { version } = (await read(world, action.id)).action;
        const ask = { id: anId(), actionId: action.id, version, as, evidence: "seen", reason: "checked", by: "Ada" };
        await world.store.settle(ask);
        expect(await world.store.report(aReport(attempt.id, reported))).toMatchObject({ state, contradicted });
        expect(await read(world, action.id)).toMatchObject({
          action: { state, contradictedAt: contradicted ? monday : null },
          attempts: [{ outcome, resolution: as, holderEndedAt: monday }],
          evidence: [{ kind: "fence" }, { kind: "person" }, { kind: "late_report" }],
        });
        const once = await read(world, action.id);
        await world.store.report(aReport(attempt.id, reported));
        expect(await read(world, action.id)).toEqual(once);
      },
    );

    test.each([
      ["confirmed", "refused", "confirmed", true],
      ["confirmed", "not_sent", "confirmed", true],
      ["confirmed", "unknown", "confirmed", false],
      ["refused", "confirmed", "refused", true],
      ["refused", "not_sent", "refused", false],
      ["not_sent", "confirmed", "confirmed", true],
      ["not_sent", "unknown", "planned", false],
    ] as const)("first reported %s, then %s: the action is %s", async (first, second, state, contradicted) => {
      const world = await makeWorld();
      const { action, attempt } = await begun(world);
      await world.store.report(aReport(attempt.id, first, { response: '"first"' }));
      expect(await world.store.report(aReport(attempt.id, second, { response: '"second"' }))).toMatchObject({
        state,
        contradicted,
      });
      expect((await read(world, action.id)).evidence).toHaveLength(2);
      expect(weighReport({ outcome: first, resolution: null }, second).contradicts).toBe(contradicted);
    });

    test("a person who accepted the risk claimed nothing: a late confirmation before the retry is no contradiction", async () => {
      const world = await makeWorld();
      const { action, attempt } = await unknownAction(world);
      const { version } = (await read(world, action.id)).action;
      await world.store.settle({
        id: anId(),
        actionId: action.id,
        version,
        as: "send_again",
        evidence: "-",
        reason: "-",
        by: "Ada",
      });
      expect(await world.store.report(aReport(attempt.id, "confirmed"))).toMatchObject({
        state: "confirmed",
        contradicted: false,
      });
    });

    test("two confirmed attempts at a destination that cannot merge them are a contradiction", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action, attempt } = await unknownAction(world, holder);
      const { version } = (await read(world, action.id)).action;
      await world.store.settle({
        id: anId(),
        actionId: action.id,
        version,
        as: "send_again",
        evidence: "-",
        reason: "-",
        by: "Ada",
      });
      await confirmNext(world, action.id, holder);
      expect((await read(world, action.id)).action.contradictedAt).toBeNull();
      expect(await world.store.report(aReport(attempt.id, "confirmed"))).toMatchObject({ contradicted: true });
      expect((await read(world, action.id)).attempts.map((each) => each.outcome)).toEqual(["confirmed", "confirmed"]);
    });

    test("two confirmed attempts under one key at a destination that deduplicates are none", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action, attempt } = await unknownAction(world, holder, { declaration: aGateway() });
      await confirmNext(world, action.id, holder);
      expect(await world.store.report(aReport(attempt.id, "confirmed"))).toMatchObject({
        state: "confirmed",
        contradicted: false,
      });
    });
  });
}

async function confirmNext(world: LedgerWorld, actionId: string, holder: Holder): Promise<void> {
  const second = await openNext(world, actionId, holder);
  if (!("opened" in second && second.opened)) throw new Error("The second attempt did not open.");
  await world.store.report(aReport(second.fresh.attempt.id, "confirmed"));
}
