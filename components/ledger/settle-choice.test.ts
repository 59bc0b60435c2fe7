import { describe, expect, it } from "vitest";
import { typedMatches } from "./settle-choice";

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
