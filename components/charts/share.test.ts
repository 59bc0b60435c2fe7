import { describe, expect, it } from "vitest";
import { formatShare } from "./share";

describe("a share", () => {
  it.each([
    [0, 0, "0 of 0"],
    [3, 4, "3 of 4"],
    [9, 9, "9 of 9"],
    [18, 19, "18 of 19 (95 %)"],
    [10, 10, "10 of 10 (100 %)"],
    [0, 40, "0 of 40 (0 %)"],
    [999, 1000, "999 of 1000 (> 99 %)"],
    [1, 1000, "1 of 1000 (< 1 %)"],
  ])("of %i in %i reads %s", (part, whole, text) => {
    expect(formatShare(part, whole)).toBe(text);
  });
});
