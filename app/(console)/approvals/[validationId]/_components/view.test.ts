import { describe, expect, it } from "vitest";
import { stageOf } from "./view";

const deadlineAt = 1_000;

describe("the screen of an approval", () => {
  it.each([
    ["pending", true, 999, "open"],
    ["pending", false, 999, "not_yours"],
    ["pending", true, 1_000, "expired"],
    ["pending", false, 1_000, "expired"],
    ["approved", true, 999, "approved"],
    ["rejected", false, 2_000, "rejected"],
    ["expired", true, 2_000, "expired"],
    ["withdrawn", true, 999, "withdrawn"],
  ] as const)("of a %s one (may decide: %s) at %s is %s", (state, mayDecide, now, stage) => {
    expect(stageOf({ state, deadlineAt }, mayDecide, now)).toBe(stage);
  });
});
