import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aDestination } from "@/lib/testing/factories";
import { aGateway } from "@/lib/testing/ledger-world";
import {
  type Attempt,
  actionStates,
  effectiveOutcome,
  foldAttempts,
  isContradictory,
  isFinal,
  isMisfit,
  mayRepeat,
  outcomes,
} from "./action";

type Worth = Pick<Attempt, "outcome" | "resolution">;
const open: Worth = { outcome: null, resolution: null };
const confirmed: Worth = { outcome: "confirmed", resolution: null };
const refused: Worth = { outcome: "refused", resolution: null };
const notSent: Worth = { outcome: "not_sent", resolution: null };
const unknown: Worth = { outcome: "unknown", resolution: null };
const happened: Worth = { outcome: "unknown", resolution: "happened" };
const didNot: Worth = { outcome: "unknown", resolution: "did_not_happen" };
const atRisk: Worth = { outcome: "unknown", resolution: "risk_accepted" };
const confirmedLate: Worth = { outcome: "confirmed", resolution: "did_not_happen" };

const numbered = (attempts: readonly Worth[]) => attempts.map((attempt, i) => ({ ...attempt, number: i + 1 }));

describe("the state of an action is a fold over its attempts", () => {
  test.each([
    ["nothing sent", [], "planned"],
    ["one open", [open], "sending"],
    ["one open after a confirmed one", [confirmed, open], "sending"],
    ["one open after an unknown one", [unknown, open], "sending"],
    ["confirmed", [confirmed], "confirmed"],
    ["confirmed, then unknown", [confirmed, unknown], "confirmed"],
    ["unknown, then confirmed", [unknown, confirmed], "confirmed"],
    ["refused, then confirmed", [refused, confirmed], "confirmed"],
    ["settled as happened", [happened], "confirmed"],
    ["confirmed late although settled otherwise", [confirmedLate], "confirmed"],
    ["unknown", [unknown], "unknown"],
    ["unknown, then refused", [unknown, refused], "unknown"],
    ["unknown, then not sent", [unknown, notSent], "unknown"],
    ["one of two unknowns settled", [didNot, unknown], "unknown"],
    ["refused", [refused], "refused"],
    ["not sent, then refused", [notSent, refused], "refused"],
    ["settled as not happened, then refused", [didNot, refused], "refused"],
    ["refused, then not sent", [refused, notSent], "planned"],
    ["not sent", [notSent], "planned"],
    ["settled as not happened", [didNot], "planned"],
    ["let go again at a person's risk", [atRisk], "planned"],
    ["let go again at a person's risk, then unknown", [atRisk, unknown], "unknown"],
    ["let go again at a person's risk, then confirmed", [atRisk, confirmed], "confirmed"],
  ] as const)("%s", (_, attempts, state) => {
    expect(foldAttempts(numbered(attempts), "planned")).toBe(state);
  });

  test.each(["planned", "held", "withdrawn"] as const)("while nothing was sent it stays %s", (before) => {
    expect(foldAttempts([], before)).toBe(before);
    expect(foldAttempts(numbered([notSent]), before)).toBe(before);
    expect(foldAttempts(numbered([confirmed]), before)).toBe("confirmed");
  });

  test("the order in which attempts are handed over does not matter", () => {
    const any = fc.array(fc.constantFrom(open, confirmed, refused, notSent, unknown, happened, didNot, atRisk), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(any, (attempts) => {
        const inOrder = numbered(attempts);
        expect(foldAttempts(inOrder.toReversed(), "planned")).toBe(foldAttempts(inOrder, "planned"));
      }),
    );
  });
});

test.each(outcomes)("an attempt reported %s is worth its report, unless it was unknown and settled", (outcome) => {
  expect(effectiveOutcome({ outcome, resolution: null })).toBe(outcome);
  expect(effectiveOutcome({ outcome, resolution: "happened" })).toBe(outcome === "unknown" ? "confirmed" : outcome);
  for (const resolution of ["did_not_happen", "risk_accepted"] as const) {
    expect(effectiveOutcome({ outcome, resolution })).toBe(outcome === "unknown" ? "not_sent" : outcome);
  }
});

test.each([
  ["one confirmed", [confirmed], false],
  ["two confirmed", [confirmed, confirmed], true],
  ["one confirmed, one settled as happened", [happened, confirmed], false],
  ["one confirmed, one unknown", [unknown, confirmed], false],
] as const)("%s is a contradiction only where repeats are not merged", (_, attempts, contradictory) => {
  expect(isContradictory(attempts, aDestination())).toBe(contradictory);
  expect(isContradictory(attempts, aGateway())).toBe(false);
});

test.each([
  ["planned", true, [], true],
  ["planned", false, [atRisk], true],
  ["planned", false, [didNot], false],
  ["confirmed", false, [atRisk, confirmed], false],
] as const)("%s, the mark still there %s: what is sent next may be a repeat", (state, riskAccepted, attempts, may) => {
  expect(mayRepeat({ state, riskAccepted }, attempts)).toBe(may);
});

test.each([
  ["planned", true, "schema_mismatch", true],
  ["planned", false, "schema_mismatch", false],
  ["planned", true, "network_before_send", false],
  ["confirmed", true, "schema_mismatch", false],
] as const)(
  "%s, live %s, after an attempt that ended as %s: waits for another revision %s",
  (state, live, reason, is) => {
    expect(isMisfit({ state, live }, [{ reason }])).toBe(is);
  },
);

test("final are the states that no attempt of its own can leave", () => {
  expect(actionStates.filter(isFinal)).toEqual(["confirmed", "refused", "withdrawn"]);
});
