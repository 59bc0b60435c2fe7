import { expect, test } from "vitest";
import { DeadlineRefused, requireDeadline } from "./deadline";

test.each([1, 1.5, 3_000, 2_147_483_647])("a deadline of %s ms stands", (deadlineMs) => {
  expect(() => requireDeadline(deadlineMs)).not.toThrow();
});

test.each([0, 0.999, -1, Number.NaN, Number.POSITIVE_INFINITY, 2_147_483_648, "3000", null, undefined])(
  "a deadline of %s is refused",
  (deadlineMs) => {
    // What an untyped caller could pass.
    expect(() => requireDeadline(deadlineMs as number)).toThrow(DeadlineRefused);
  },
);
