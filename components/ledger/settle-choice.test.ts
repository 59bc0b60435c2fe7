import { describe, expect, it } from "vitest";
import { aCrm, anAction } from "@/lib/testing/factories";
import { settleChoices, typedMatches } from "./settle-choice";

describe("the id typed to allow a second send", () => {
  it.each([
    ["act_9f3a1c", true],
    [" ACT_9F3A1C ", true],
    ["9f3a1c", true],
    ["", false],
    ["9f3a1", false],
    ["act_", false],
    ["act_000000", false],
  ])("%j is taken: %s", (typed, taken) => {
    expect(typedMatches(typed, "act_9f3a1c")).toBe(taken);
  });
});

it("what may lead to a repeat that cannot be taken back is called a proposal before it is pressed", () => {
  const buttons = (effect: "irreversible" | "compensatable") =>
    settleChoices(anAction({ declaration: aCrm({ effect }) })).map(({ button }) => button);
  expect(buttons("compensatable")).toEqual([
    "Settle: it happened",
    "Settle: it did not happen",
    "Allow one more attempt",
  ]);
  expect(buttons("irreversible")).toEqual([
    "Settle: it happened",
    "Propose: it did not happen",
    "Propose one more attempt",
  ]);
});

it("that a repeat of what costs money was none is called a proposal as well", () => {
  const buttons = (impact: "money" | "pollutes_data") =>
    settleChoices(anAction({ declaration: aCrm({ impact }), contradictedAt: 1 })).map(({ button }) => button);
  expect(buttons("pollutes_data")).toEqual(["Settle: it happened once", "Settle: it happened more than once"]);
  expect(buttons("money")).toEqual(["Propose: it happened once", "Settle: it happened more than once"]);
});

it("what contradicts itself is settled by how often it happened, and by nothing else, until somebody found out", () => {
  const values = (contradictionFound: "once" | null) =>
    settleChoices(anAction({ contradictedAt: 1, contradictionFound })).map(({ value }) => value);
  expect(values(null)).toEqual(["once", "twice"]);
  expect(values("once")).toEqual(["happened", "did_not_happen", "send_again"]);
});
