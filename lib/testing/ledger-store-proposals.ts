/** Guarantees of settlements that need a second person. */

import { describe, expect, test } from "vitest";
import type { Proposal } from "@/lib/ledger/store";
import { aDestination, anId, monday } from "./factories";
import { aHolder, announced, aReport, atMonday, type LedgerWorld, openNext, read, unknownAction } from "./ledger-world";

const payment = { declaration: aDestination({ name: "payment", effect: "irreversible", impact: "money" }) };
const said = { evidence: "No\u0000 refund there", reason: "Customer called" };
const ada = { by: "Ada", byPerson: "person-1" };
const bo = { by: "Bo", byPerson: "person-2" };

/** Its own late report says "done" of what somebody else's said was refused. */
async function contradict(world: LedgerWorld, actionId: string, attemptId: string): Promise<void> {
  await world.store.report(aReport(attemptId, "refused"));
  await world.store.report(aReport(attemptId, "confirmed"));
  expect((await read(world, actionId)).action.contradictedAt).not.toBeNull();
}

export function proposalGuarantees(makeWorld: () => Promise<LedgerWorld>): void {
  async function proposed(as: Proposal["as"] = "did_not_happen", version = 2) {
    const world = await makeWorld();
    const holder = aHolder();
    const { action, attempt } = await unknownAction(world, holder, payment);
    if (as === "once") await contradict(world, action.id, attempt.id);
    const ask = { id: anId(), actionId: action.id, version, as, ...said, ...ada };
    const answer = await world.store.proposeSettlement(ask);
    if (!answer.proposed) throw new Error(`Not proposed: ${answer.why}`);
    const decide = (verdict: "confirm" | "decline", by: typeof ada, seen = version, id = anId()) =>
      world.store.decideProposal({ id, proposalId: ask.id, verdict, version: seen, ...by, reason: "looked as well" });
    return { world, holder, actionId: action.id, ask, proposal: answer.proposal, decide };
  }

  describe("an irreversible action", () => {
    test.each(["did_not_happen", "send_again"] as const)("is not settled as %s by one person", async (as) => {
      const world = await makeWorld();
      const { action } = await unknownAction(world, aHolder(), payment);
      const ask = { id: anId(), actionId: action.id, version: 2, as, ...said, by: "Ada" };
      const refused = { settled: false, why: "second_person_needed", state: "unknown" };
      expect(await world.store.settle(ask)).toEqual(refused);
      expect((await read(world, action.id)).action).toMatchObject({ state: "unknown", version: 2 });
      expect(await announced(world)).toEqual([]);
    });

    test("is settled as happened by one: nothing is sent after that", async () => {
      const world = await makeWorld();
      const { action } = await unknownAction(world, aHolder(), payment);
      const ask = { id: anId(), actionId: action.id, version: 2, as: "happened", ...said, by: "Ada" } as const;
      expect(await world.store.settle(ask)).toEqual({ settled: true, state: "confirmed" });
    });
  });

  describe("a contradiction about what cannot be taken back", () => {
    test("is not settled as once by one person, but as more than once: nothing is denied by that", async () => {
      const world = await makeWorld();
      const { action, attempt } = await unknownAction(world, aHolder(), payment);
      await contradict(world, action.id, attempt.id);
      const { version } = (await read(world, action.id)).action;
      const ask = { id: anId(), actionId: action.id, version, ...said, by: "Ada" };
      const before = await read(world, action.id);
      expect(await world.store.settleContradiction({ ...ask, found: "once" })).toMatchObject({
        settled: false,
        why: "second_person_needed",
      });
      expect(await read(world, action.id)).toEqual(before);
      expect(await world.store.settleContradiction({ ...ask, found: "twice" })).toMatchObject({ settled: true });
    });

    test("is settled as once when a second person confirms it, and both are in the evidence", async () => {
      const { world, actionId, proposal, decide } = await proposed("once", 4);
      expect((await read(world, actionId)).proposal).toEqual(proposal);
      expect(await decide("confirm", ada)).toMatchObject({ decided: false, why: "same_person" });
      expect(await decide("confirm", bo)).toEqual({ decided: true, state: "confirmed" });
      const record = await read(world, actionId);
      expect(record).toMatchObject({ action: { contradictionFound: "once" }, proposal: null });
      expect(record.evidence.at(-1)).toMatchObject({ kind: "person", by: "Bo" });
      expect(record.evidence.at(-1)?.says).toMatch(/^It happened once: .*proposed by Ada/);
    });

    test("is not proposed as once where nothing contradicts itself", async () => {
      const world = await makeWorld();
      const { action } = await unknownAction(world, aHolder(), payment);
      const ask = { id: anId(), actionId: action.id, version: 2, as: "once", ...said, ...ada } as const;
      expect(await world.store.proposeSettlement(ask)).toMatchObject({ proposed: false, why: "not_contradicted" });
    });
  });

  describe("a proposal", () => {
    test("changes nothing but is seen by everybody, with what was said and by whom", async () => {
      const { world, actionId, ask, proposal } = await proposed();
      const { version: _, ...kept } = ask;
      expect(proposal).toEqual({ ...kept, at: monday });
      const record = await read(world, actionId);
      expect(record).toMatchObject({ action: { state: "unknown", version: 2 }, proposal });
      expect(record.evidence.at(-1)).toMatchObject({ kind: "proposal", by: "Ada" });
      expect(await world.store.proposeSettlement(ask)).toEqual({ proposed: true, proposal });
      expect((await read(world, actionId)).evidence).toHaveLength(record.evidence.length);
    });

    test.each([
      ["did_not_happen", false],
      ["send_again", true],
    ] as const)(
      "%s confirmed by a second person settles it, and both are in the evidence",
      async (as, riskAccepted) => {
        const { world, actionId, decide } = await proposed(as);
        expect(await decide("confirm", bo)).toEqual({ decided: true, state: "planned" });
        const record = await read(world, actionId);
        expect(record).toMatchObject({ action: { state: "planned", riskAccepted }, proposal: null });
        expect(record.evidence.at(-1)).toMatchObject({ kind: "person", by: "Bo" });
        expect(record.evidence.at(-1)?.says).toContain("proposed by Ada");
        expect(await announced(world)).toMatchObject([{ actionId, state: "planned" }]);
      },
    );

    test("is not confirmed by the person who made it, whatever they are called now", async () => {
      const { world, actionId, decide } = await proposed();
      const renamed = { by: "Ada as admin", byPerson: ada.byPerson };
      expect(await decide("confirm", renamed)).toEqual({ decided: false, why: "same_person", state: "unknown" });
      expect((await read(world, actionId)).proposal).not.toBeNull();
    });

    test("declined settles nothing, and is over", async () => {
      const { world, actionId, decide } = await proposed();
      expect(await decide("decline", ada)).toEqual({ decided: true, state: "unknown" });
      expect(await decide("confirm", bo)).toEqual({ decided: false, why: "proposal_not_found", state: "unknown" });
      expect(await read(world, actionId)).toMatchObject({ action: { state: "unknown" }, proposal: null });
    });

    test("is confirmed only by somebody who saw the newest evidence", async () => {
      const { world, actionId, decide } = await proposed();
      const { attempts } = await read(world, actionId);
      await world.store.report(aReport(attempts[0]?.id ?? "", "unknown", { detail: "late" }));
      expect(await decide("confirm", bo)).toMatchObject({ why: "changed_meanwhile" });
      expect(await decide("confirm", bo, 3)).toEqual({ decided: true, state: "planned" });
    });

    test("that waits is not replaced by another one, by whomever, until it was declined or withdrawn", async () => {
      const { world, actionId, ask, proposal, decide } = await proposed();
      const before = await read(world, actionId);
      for (const by of [ada, bo]) {
        const next = { ...ask, id: anId(), as: "send_again" as const, ...by };
        const refused = { proposed: false, why: "already_proposed", state: "unknown", proposal };
        expect(await world.store.proposeSettlement(next)).toEqual(refused);
      }
      expect(await read(world, actionId)).toEqual(before);
      await decide("decline", ada);
      const next = { ...ask, id: anId(), as: "send_again" as const, ...bo };
      expect(await world.store.proposeSettlement(next)).toMatchObject({ proposed: true });
      expect((await read(world, actionId)).proposal).toMatchObject({ id: next.id, by: "Bo" });
    });

    test("of two people who propose at once, one is told of the other's", async () => {
      const world = await makeWorld();
      const { action } = await unknownAction(world, aHolder(), payment);
      const ask = { actionId: action.id, version: 2, as: "send_again", ...said } as const;
      const answers = await Promise.all([
        world.store.proposeSettlement({ ...ask, id: anId(), ...ada }),
        world.store.proposeSettlement({ ...ask, id: anId(), ...bo }),
      ]);
      const { proposal } = await read(world, action.id);
      expect(answers).toContainEqual({ proposed: true, proposal });
      expect(answers).toContainEqual({ proposed: false, why: "already_proposed", state: "unknown", proposal });
    });

    test("that evidence contradicts it outdates it: how often it happened is another question", async () => {
      const { world, actionId, decide, ask } = await proposed("send_again");
      const { attempts } = await read(world, actionId);
      await contradict(world, actionId, attempts[0]?.id ?? "");
      const { action, proposal } = await read(world, actionId);
      expect(proposal).toBeNull();
      expect(await decide("confirm", bo, action.version)).toMatchObject({ decided: false });
      const once = { ...ask, id: anId(), version: action.version, as: "once" as const };
      expect(await world.store.proposeSettlement(once)).toMatchObject({ proposed: true });
    });

    test("is over once it was settled otherwise, and speaks of no later attempt", async () => {
      const { world, holder, actionId, decide } = await proposed();
      const settle = { id: anId(), actionId, version: 2, as: "happened", ...said, by: "Bo" } as const;
      await world.store.settle(settle);
      expect((await read(world, actionId)).proposal).toBeNull();
      expect(await decide("confirm", bo, 3)).toEqual({ decided: false, why: "not_unknown", state: "confirmed" });

      const again = await proposed();
      await again.decide("confirm", bo);
      const stale = { ...again.ask, id: anId(), version: 3 };
      expect(await again.world.store.proposeSettlement(stale)).toMatchObject({ why: "not_unknown", state: "planned" });
      await again.world.setNow(atMonday(10));
      await openNext(again.world, again.actionId, again.holder);
      await again.world.store.raiseFence(again.holder.runId, 2);
      expect(await read(again.world, again.actionId)).toMatchObject({ action: { state: "unknown" }, proposal: null });
      expect(holder).toBeDefined();
    });

    test.each([
      ["confirm", "planned", "person"],
      ["decline", "unknown", "proposal"],
    ] as const)("%s pressed again by the same click is answered as the first time", async (verdict, state, kind) => {
      const { world, actionId, decide } = await proposed();
      const id = anId();
      expect(await decide(verdict, bo, 2, id)).toEqual({ decided: true, state });
      expect(await decide(verdict, bo, 2, id)).toEqual({ decided: true, state });
      const said = (await read(world, actionId)).evidence.filter((row) => row.kind === kind && row.by === "Bo");
      expect(said).toHaveLength(1);
    });

    test("of two people at once one confirms, and it is settled once", async () => {
      const { world, actionId, decide } = await proposed();
      const answers = await Promise.all([decide("confirm", bo), decide("confirm", { ...bo, byPerson: "person-3" })]);
      expect(answers.filter((answer) => answer.decided)).toHaveLength(1);
      expect((await read(world, actionId)).evidence.filter((row) => row.kind === "person")).toHaveLength(1);
    });

    test("that nobody made, or about an action that is not there, is not found", async () => {
      const { world, ask } = await proposed();
      const ghost = { id: anId(), proposalId: anId(), verdict: "confirm", version: 2, ...bo, reason: "-" } as const;
      expect(await world.store.decideProposal(ghost)).toEqual({
        decided: false,
        why: "proposal_not_found",
        state: null,
      });
      const nowhere = { ...ask, id: anId(), actionId: anId() };
      expect(await world.store.proposeSettlement(nowhere)).toEqual({
        proposed: false,
        why: "action_not_found",
        state: null,
      });
    });
  });
}
