import { describe, expect, it } from "vitest";
import { actionStates } from "@/lib/ledger/action";
import type { NearMiss } from "@/lib/ledger/near-miss";
import { anAction } from "@/lib/testing/factories";
import { reviseChoices, reviseNeedsTyping } from "./revise-choice";

const near = { kind: "other_payload" } as NearMiss;

describe("what a person may make of an ask that differs", () => {
  it.each(actionStates)("is said before it is chosen, while the stored one is %s", (state) => {
    const choices = reviseChoices(anAction({ state }), near);
    expect(choices.map(({ value }) => value)).toEqual(["keep", "revise"]);
    for (const { hint } of choices) expect(hint).toMatch(/\.$/);
  });

  it("is only a correction where nothing else was asked", () => {
    expect(reviseChoices(anAction({ state: "refused" }), null).map(({ value }) => value)).toEqual(["correct"]);
  });

  it.each([
    ["confirmed", "revise", true],
    ["confirmed", "keep", false],
    ["refused", "correct", false],
    ["planned", "revise", false],
  ] as const)("of a %s one by %s needs typing: %s", (state, as, needs) => {
    expect(reviseNeedsTyping({ state }, as)).toBe(needs);
  });
});
