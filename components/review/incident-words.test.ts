import { expect, test } from "vitest";
import { costWords, placeWords, reachWords } from "./incident-words";

test("a place names what is known of it", () => {
  expect(placeWords({ workflow: "support-ticket", step: "crm.note", destination: "crm" })).toBe(
    "support-ticket · crm.note · crm",
  );
  expect(placeWords({ workflow: null, step: null, destination: null })).toBe("no place named");
});

test.each([
  [{ evidence: 0, runs: 0, actions: 0 }, "opened by hand, without evidence"],
  [{ evidence: 1, runs: 1, actions: 0 }, "once, in 1 run"],
  [{ evidence: 5, runs: 2, actions: 3 }, "5 times, in 2 runs and 3 actions"],
])("%j is said as %j", (figures, words) => {
  expect(reachWords(figures)).toBe(words);
});

test("a cost names only what was recorded, and small money is not rounded away", () => {
  expect(costWords({ ms: 0, tokens: 0, microUsd: 0 })).toBeNull();
  expect(costWords({ ms: 9_000, tokens: 1, microUsd: 3_100 })).toBe("9.0 s, 1 token, 0.0031 USD");
  expect(costWords({ ms: 0, tokens: 20_500, microUsd: 1_250_000 })).toBe("20,500 tokens, 1.25 USD");
});
