import { expect, test } from "vitest";
import { figureKeys } from "@/lib/review/figure";
import { figureHref } from "./figure-href";

const week = { from: 1_000, to: 2_000 };

test("every count of a week leads to its rows, in the bounds of that week", () => {
  const led = figureKeys.filter((key) => !key.endsWith("_p95"));
  for (const key of led) expect(figureHref(key, week)).toMatch(/from=1000&to=2000|to=2000.*from=1000/);
  expect(figureHref("got_through", week)).toBe("/actions?contradicted=true&from=1000&to=2000");
  expect(figureHref("long_unknown", week)).toBe("/actions?longUnknown=true&from=1000&to=2000");
});
