import { expect, test } from "vitest";
import { decisionState, isDay } from "./decision";

test.each([
  ["2026-12-04T22:59:59.999Z", null, "open"],
  ["2026-12-04T23:00:00.000Z", null, "late"],
  ["2026-12-05T12:00:00.000Z", 1, "done"],
])("due on 4 December in Paris, at %s and done at %s it is %s", (now, doneAt, state) => {
  expect(decisionState({ due: "2026-12-04", doneAt }, Date.parse(now), "Europe/Paris")).toBe(state);
});

test.each([
  ["2026-12-04", true],
  ["2028-02-29", true],
  ["2026-02-29", false],
  ["2026-13-01", false],
  ["2026-1-1", false],
  ["tomorrow", false],
])("%s is a day: %s", (text, is) => {
  expect(isDay(text)).toBe(is);
});
