/** Guarantees of declaring and beginning: one key one action, one open attempt, no sender behind a newer one. */

import { describe, expect, test } from "vitest";
import { anId, monday } from "./factories";
import {
  aGateway,
  aGrant,
  aHolder,
  aNewAction,
  anAttemptAsk,
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

export function attemptGuarantees(makeWorld: () => Promise<LedgerWorld>): void {
  describe("begin", () => {
    test("a new action is declared and its first attempt open in one answer", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const asked = aNewAction(holder);
      const ask = anAttemptAsk(3_000);
      const answer = await world.store.begin(holder, asked, ask);
      const record = await read(world, asked.id);
      expect(record.action).toMatchObject({ state: "sending", version: 1, firstBegunAt: monday, createdAt: monday });
      expect(record.attempts).toMatchObject([
        { id: ask.id, number: 1, token: 1, outcome: null, deadlineAt: atMonday(3_000) },
      ]);
      expect(answer).toEqual({
        opened: true,
        fresh: { action: record.action, attempt: record.attempts[0], payload: asked.payload },
      });
    });

    test("fifty begins with one new key open exactly one attempt and the others get facts", async () => {
      const world = await makeWorld();
      const asked = aNewAction(null);
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => world.store.begin(null, { ...asked, id: anId() }, anAttemptAsk())),
      );
      const opened = answers.filter((answer) => "opened" in answer && answer.opened);
      const others = answers.flatMap((answer) => ("opened" in answer && !answer.opened ? [answer.facts] : []));
      expect(opened).toHaveLength(1);
      expect(others).toHaveLength(49);
      expect(others.every((facts) => facts.action.state === "sending" && facts.attempts.length === 1)).toBe(true);
    });

    test("fifty begins of one run, too, open exactly one attempt", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const asked = aNewAction(holder);
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => world.store.begin(holder, { ...asked, id: anId() }, anAttemptAsk())),
      );
      expect(answers.filter((answer) => "opened" in answer && answer.opened)).toHaveLength(1);
      expect((await world.store.readRunActions(holder.runId)).map((record) => record.attempts.length)).toEqual([1]);
    });

    test("fifty begins with one new key, half of them with another payload, make one action and one attempt", async () => {
      const world = await makeWorld();
      const asked = aNewAction(null);
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          world.store.begin(null, { ...asked, id: anId(), fingerprint: `f${i % 2}` }, anAttemptAsk()),
        ),
      );
      const [opened, ...more] = answers.flatMap((answer) =>
        "opened" in answer && answer.opened ? [answer.fresh] : [],
      );
      expect(more).toEqual([]);
      const others = answers.flatMap((answer) => ("opened" in answer && !answer.opened ? [answer.facts.action] : []));
      // Whoever lost is told of the winner's action and can say that its own payload is another one.
      expect(new Set(others.map(({ id, fingerprint }) => `${id} ${fingerprint}`))).toEqual(
        new Set([`${opened?.action.id} ${opened?.action.fingerprint}`]),
      );
      expect(others).toHaveLength(49);
    });

    test("begins with another payload see the stored fingerprint and change no row", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const asked = aNewAction(holder);
      await world.store.begin(holder, asked, anAttemptAsk());
      const before = await read(world, asked.id);
      const answers = await Promise.all(
        Array.from({ length: 25 }, (_, i) =>
          world.store.begin(holder, { ...asked, id: anId(), payload: `${i}`, fingerprint: `f${i}` }, anAttemptAsk()),
        ),
      );
      for (const answer of answers) {
        expect(answer).toMatchObject({ opened: false, payload: asked.payload, facts: { action: before.action } });
      }
      expect(await read(world, asked.id)).toEqual(before);
    });

    test("the same ask again finds its own attempt among the facts", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const asked = aNewAction(holder);
      const ask = anAttemptAsk();
      await world.store.begin(holder, asked, ask);
      expect(await world.store.begin(holder, asked, ask)).toMatchObject({
        opened: false,
        facts: { attempts: [{ id: ask.id, outcome: null }], fence: 1 },
        now: monday,
      });
    });

    test("an action that needs a grant is held and nothing opens", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const asked = aNewAction(holder, { needsGrant: true });
      expect(await world.store.begin(holder, asked, anAttemptAsk())).toMatchObject({
        opened: false,
        facts: { action: { state: "held", firstBegunAt: null }, attempts: [] },
      });
    });

    test("a call guarded without a run has token 0 and no fence", async () => {
      const world = await makeWorld();
      const { action, attempt } = await begun(world, null);
      expect(attempt).toMatchObject({ token: 0, executionId: null, workerId: null });
      expect(await read(world, action.id)).toMatchObject({ fence: 0, action: { runId: null, logicalRunId: null } });
    });

    test.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, "3000", null, undefined])(
      "a deadline of %s is refused and nothing is written",
      async (deadlineMs) => {
        const world = await makeWorld();
        const holder = aHolder();
        const asked = aNewAction(holder);
        // What an untyped caller could pass.
        const attempt = { id: anId(), deadlineMs: deadlineMs as number };
        await expect(world.store.begin(holder, asked, attempt)).rejects.toMatchObject({ code: "deadline_required" });
        expect(await world.store.findAction(asked.id)).toBeNull();
      },
    );

    test.each([
      [
        "a NUL and a lone surrogate, as JSON writes them",
        JSON.stringify({ text: "a\u0000b\ud800c", "\u0000": "\\u0000" }),
      ],
      ["two million characters", JSON.stringify({ text: "é".repeat(2_000_000) })],
      ["keys in an order that jsonb would change", '{"b":1,"a":1.0,"a":2e2}'],
    ])("a payload with %s comes back as it was", async (_, payload) => {
      const world = await makeWorld();
      const { action } = await begun(world, aHolder(), { payload });
      const record = await read(world, action.id);
      expect(record.payload === payload).toBe(true);
      expect(record.action.payloadBytes).toBe(Buffer.byteLength(payload));
    });
  });

  describe("fence", () => {
    test("a lower token is refused by declare, begin and the next attempt, and changes nothing", async () => {
      const world = await makeWorld();
      const holder = aHolder({ token: 2 });
      const { action } = await begun(world, holder);
      const before = await read(world, action.id);
      const stale = { ...holder, token: 1 };
      const refused = { refused: "stale_lease" };
      const another = aNewAction(stale);
      expect(await world.store.declare(stale, [another])).toEqual(refused);
      expect(await world.store.begin(stale, another, anAttemptAsk())).toEqual(refused);
      expect(await openNext(world, action.id, stale)).toEqual(refused);
      expect(await world.store.findAction(another.id)).toBeNull();
      expect(await read(world, action.id)).toEqual(before);
    });

    test("raising it turns what older executions left open into unknown, and says so", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const one = await begun(world, holder);
      const two = await begun(world, holder);
      const other = await begun(world, aHolder());
      expect(await world.store.raiseFence(holder.runId, 2)).toBe(2);
      for (const { action } of [one, two]) {
        expect(await read(world, action.id)).toMatchObject({
          action: { state: "unknown", version: 2 },
          attempts: [{ outcome: "unknown", closedBy: "fence", reason: "lease_lost", holderEndedAt: null }],
          evidence: [{ kind: "fence" }],
          fence: 2,
        });
      }
      expect((await read(world, other.action.id)).action.state).toBe("sending");
      expect(await announced(world)).toEqual([]);
    });

    test("the same or a lower token raises nothing", async () => {
      const world = await makeWorld();
      const holder = aHolder({ token: 5 });
      const { action } = await begun(world, holder);
      expect(await world.store.raiseFence(holder.runId, 5)).toBe(0);
      expect(await world.store.raiseFence(holder.runId, 4)).toBe(0);
      expect(await read(world, action.id)).toMatchObject({ fence: 5, action: { state: "sending" } });
    });

    test("a begin with a higher token raises it before it looks", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const asked = aNewAction(holder);
      await world.store.begin(holder, asked, anAttemptAsk());
      expect(await world.store.begin({ ...holder, token: 2 }, asked, anAttemptAsk())).toMatchObject({
        opened: false,
        facts: { fence: 2, action: { state: "unknown" }, attempts: [{ outcome: "unknown", closedBy: "fence" }] },
      });
    });
  });

  describe("the next attempt", () => {
    test("opens with the next number after one that was not sent", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action, attempt } = await begun(world, holder);
      await world.store.report(aReport(attempt.id, "not_sent"));
      await world.setNow(atMonday(60_000));
      const answer = await openNext(world, action.id, { ...holder, token: 2 });
      const record = await read(world, action.id);
      expect(record.action).toMatchObject({ state: "sending", firstBegunAt: monday });
      expect(record.attempts).toMatchObject([{ number: 1 }, { number: 2, token: 2, begunAt: atMonday(60_000) }]);
      expect(answer).toEqual({
        opened: true,
        fresh: { action: record.action, attempt: record.attempts[1], payload: record.payload },
      });
    });

    test("is refused while the version is not the one decided on", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action, attempt } = await begun(world, holder);
      await world.store.report(aReport(attempt.id, "not_sent"));
      const ask = { actionId: action.id, version: action.version, attemptId: anId(), deadlineMs: 3_000 };
      expect(await world.store.openAttempt(holder, ask)).toEqual({ opened: false });
      expect(await world.store.openAttempt(holder, { ...ask, actionId: anId() })).toEqual({ opened: false });
    });

    test("is refused while one is open and its owner may be alive", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action } = await begun(world, holder);
      await world.setNow(atMonday(3_000));
      expect(await openNext(world, action.id, holder)).toEqual({ opened: false });
      expect((await read(world, action.id)).attempts).toHaveLength(1);
    });

    test("of twenty asked for at once exactly one opens", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action, attempt } = await begun(world, holder);
      await world.store.report(aReport(attempt.id, "not_sent"));
      const answers = await Promise.all(Array.from({ length: 20 }, () => openNext(world, action.id, holder)));
      expect(answers.filter((answer) => "opened" in answer && answer.opened)).toHaveLength(1);
      expect((await read(world, action.id)).attempts.filter((each) => each.outcome === null)).toHaveLength(1);
    });

    test("asked for again under the same id is opened once", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action, attempt } = await begun(world, holder);
      await world.store.report(aReport(attempt.id, "not_sent"));
      const { version } = (await read(world, action.id)).action;
      const ask = { actionId: action.id, version, attemptId: anId(), deadlineMs: 3_000 };
      const first = await world.store.openAttempt(holder, ask);
      expect(await world.store.openAttempt(holder, ask)).toEqual(first);
      await world.store.report(aReport(ask.attemptId, "not_sent"));
      expect(await world.store.openAttempt(holder, ask)).toEqual({ opened: false });
    });

    test("ends a predecessor whose deadline passed in silence, and opens where the key protects", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action } = await begun(world, holder, { declaration: aGateway() });
      await world.setNow(atMonday(3_001));
      expect(await openNext(world, action.id, holder)).toMatchObject({
        opened: true,
        fresh: { attempt: { number: 2 } },
      });
      expect(await read(world, action.id)).toMatchObject({
        action: { state: "sending" },
        attempts: [{ outcome: "unknown", closedBy: "deadline", reason: "timeout" }, { outcome: null }],
        evidence: [{ kind: "deadline" }],
      });
    });

    test("never opens on an unknown at a destination that does not deduplicate", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action } = await unknownAction(world, holder);
      expect(await openNext(world, action.id, holder)).toEqual({ opened: false });
    });

    test.each([
      ["a millisecond before the window closes", -1, true],
      ["when the window closes", 0, false],
    ])("compares the window under the lock: %s", async (_, offsetMs, opens) => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action } = await unknownAction(world, holder, { declaration: aGateway() });
      // The window less the margin of 60 s less the deadline of 3 s.
      await world.setNow(atMonday(24 * hour - 63_000 + offsetMs));
      expect(await openNext(world, action.id, holder)).toMatchObject({ opened: opens });
    });

    test("does not restart the window", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action } = await unknownAction(world, holder, { declaration: aGateway() });
      await world.setNow(atMonday(23 * hour));
      const second = await openNext(world, action.id, holder);
      if (!("opened" in second && second.opened)) throw new Error("The second attempt did not open.");
      await world.store.report(aReport(second.fresh.attempt.id, "unknown"));
      expect((await read(world, action.id)).action.firstBegunAt).toBe(monday);
      await world.setNow(atMonday(24 * hour));
      expect(await openNext(world, action.id, holder)).toEqual({ opened: false });
    });

    test.each(["confirmed", "refused"] as const)("is refused on a %s action", async (outcome) => {
      const world = await makeWorld();
      const holder = aHolder();
      const { action, attempt } = await begun(world, holder);
      await world.store.report(aReport(attempt.id, outcome));
      expect(await openNext(world, action.id, holder)).toEqual({ opened: false });
    });
  });

  describe("declare", () => {
    test("several become planned or held in the order asked, and those already there keep their row", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const planned = aNewAction(holder, { businessKey: `b ${anId()}` });
      const held = aNewAction(holder, { businessKey: `a ${anId()}`, needsGrant: true });
      const first = await world.store.declare(holder, [planned, held]);
      expect(first).toMatchObject([
        { id: planned.id, state: "planned" },
        { id: held.id, state: "held" },
      ]);
      const again = [
        { ...held, id: anId(), fingerprint: "other" },
        { ...planned, id: anId() },
      ];
      expect(await world.store.declare(holder, again)).toEqual([...(first as unknown[])].reverse());
      expect(await world.store.declare(holder, [])).toEqual([]);
    });

    test("a withdrawn one comes back without its grant, the same payload given", async () => {
      const world = await makeWorld();
      const holder = aHolder();
      const held = aNewAction(holder, { needsGrant: true });
      await world.store.declare(holder, [held]);
      await world.store.grant(aGrant(), [{ actionId: held.id, fingerprint: held.fingerprint }]);
      await world.store.withdraw({ actionIds: [held.id] }, "denied");
      expect(await world.store.declare(holder, [{ ...held, fingerprint: "other" }])).toMatchObject([
        { state: "withdrawn", withdrawnWhy: "denied", settledAt: monday },
      ]);
      expect(await world.store.declare(holder, [held])).toMatchObject([
        { state: "held", grant: null, withdrawnWhy: null, settledAt: null, version: 4 },
      ]);
    });

    test("declared at once by two runs in opposite orders they are made once and nobody waits for ever", async () => {
      const world = await makeWorld();
      const holders = [aHolder(), aHolder()] as const;
      const asked = Array.from({ length: 12 }, () => aNewAction(null));
      const renamed = () => asked.map((action) => ({ ...action, id: anId() }));
      const [one, two] = await Promise.all([
        world.store.declare(holders[0], renamed()),
        world.store.declare(holders[1], renamed().reverse()),
      ]);
      expect([...(two as unknown[])].reverse()).toEqual(one);
    });
  });
}
