import { expect, test } from "vitest";
import { holdReasonShort } from "./destination";

test.each([
  ["Moves to another host.", "Moves to another host."],
  ["x".repeat(160), "x".repeat(160)],
  ["x".repeat(161), `${"x".repeat(160)}…`],
  [`${"x".repeat(159)} and so on`, `${"x".repeat(159)}…`],
  ["😀".repeat(200), `${"😀".repeat(160)}…`],
])("a hold's reason in a sentence is whole or says that it goes on: %#", (reason, shown) => {
  expect(holdReasonShort(reason)).toBe(shown);
});
