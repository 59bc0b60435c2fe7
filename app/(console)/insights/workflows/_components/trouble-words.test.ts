import { describe, expect, it } from "vitest";
import type { Trouble } from "@/lib/review/costliest";
import { costSentence, formatCount, formatUsd, troubleSentence } from "./trouble-words";

describe("what trouble cost", () => {
  it.each([
    [{ ms: 252_000, tokens: 1_204, microUsd: 310_000 }, "4 min 12 s, 1\u202f204 tokens, 0.31 USD"],
    [{ ms: 900, tokens: 0, microUsd: 0 }, "900 ms"],
    [{ ms: 0, tokens: 0, microUsd: 3_100 }, "0 ms, 0.0031 USD"],
  ])("%j is told without what nobody reported", (cost, says) => {
    expect(costSentence(cost)).toBe(says);
  });

  it("is left out where nothing was computed again", () => {
    const trouble: Omit<Trouble, "cost"> = {
      class: "duplicate_action",
      severity: "s1",
      incidents: [{ id: "1", title: "Twice" }],
      seen: 2,
    };
    const cost = { ms: 0, tokens: 0, microUsd: 0 };
    expect(troubleSentence({ ...trouble, cost })).toBe("1 incident, seen 2 times, at worst S1");
  });
});

it.each([
  [0, "0.00 USD"],
  [20, "< 0.0001 USD"],
  [9_999, "0.0100 USD"],
  [1_500_000, "1.50 USD"],
])("%i millionths of a dollar are %s", (microUsd, text) => {
  expect(formatUsd(microUsd)).toBe(text);
});

it.each([
  [12, "12"],
  [1_234_567, "1\u202f234\u202f567"],
])("%i is counted as %s", (n, text) => {
  expect(formatCount(n)).toBe(text);
});
