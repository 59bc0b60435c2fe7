import { expect, it } from "vitest";
import { isOfOld, storyOrder } from "./story-order";

const hour = 3_600_000;
const now = 100 * hour;
const story = (name: string, hoursAgo: number, unknown = 0, kind: "safe" | "incident" = "safe") => ({
  name,
  ledger: [{ verdict: { kind } }],
  answers: { stopped: { since: now - hoursAgo * hour }, attempted: { byState: { unknown } } },
});

it("names what is of this day before what has stood for longer, and in each what is unknown or may be double before what stopped", () => {
  const { unknown, stopped, old } = storyOrder(
    [
      story("stopped today", 1),
      story("stopped long ago", 60),
      story("unknown long ago", 80, 1),
      story("unknown today", 23, 1),
      story("a day ago, to the minute", 24),
      story("maybe twice", 2, 0, "incident"),
    ],
    now,
  );
  expect([unknown, stopped, old].map((stories) => stories.map(({ name }) => name))).toEqual([
    ["unknown today", "maybe twice"],
    ["stopped today", "a day ago, to the minute"],
    ["unknown long ago", "stopped long ago"],
  ]);
});

it("what stands by itself is of old after a day as well, and never without a time", () => {
  expect([now - 25 * hour, now - 24 * hour, null].map((since) => isOfOld(since, now))).toEqual([true, false, false]);
});
