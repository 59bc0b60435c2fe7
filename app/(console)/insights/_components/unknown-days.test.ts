import { expect, it } from "vitest";
import { momentOf, openAt } from "./unknown-days";

const span = (actionId: string, since: number, until: number | null) => ({ actionId, since, until });

it.each([
  [[span("a", 5, null)], 10, ["a"]],
  [[span("a", 10, null)], 10, []],
  [[span("a", 5, 10)], 10, ["a"]],
  [[span("a", 5, 9)], 10, []],
  [[span("a", 1, 6), span("a", 7, null), span("b", 2, null)], 10, ["a", "b"]],
  [[span("a", 1, null), span("a", 7, null)], 10, ["a"]],
])("of %j at %i these are open", (spans, moment, ids) => {
  expect(openAt(spans, moment).map(({ actionId }) => actionId)).toEqual(ids);
});

it("a day that is not over is counted now", () => {
  const day = { key: "2026-11-30", label: "30 Nov", from: 0, to: 100, partial: true };
  expect(momentOf(day, 40)).toBe(40);
  expect(momentOf(day, 400)).toBe(100);
});
