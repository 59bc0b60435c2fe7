import { describe, expect, it } from "vitest";
import { verdictOf } from "@/lib/ledger/verdict";
import { aCrm, aDestination, anAction, anAttempt, monday } from "@/lib/testing/factories";
import { aGateway, hour } from "@/lib/testing/ledger-world";
import { adviceText } from "./desk-advice";

function advice(declaration: ReturnType<typeof aDestination>, now = monday + hour, absentDidNotSettle = false) {
  const action = anAction({ state: "unknown", declaration, firstBegunAt: monday });
  const facts = { action, attempts: [anAttempt(action, { outcome: "unknown" })], fence: 1, absentDidNotSettle };
  return adviceText({ ...facts, verdict: verdictOf(facts, now) }, now);
}

describe("the advice beside an unknown action", () => {
  it.each([
    ["its key protects", advice(aGateway()), /^Resume its run before the window closes/],
    ["its window closed", advice(aGateway(), monday + 25 * hour), /^Its window has closed, .* Check it: found settles/],
    ["it can be asked about", advice(aCrm()), /^Check it: found settles it as happened/],
    ["nobody can be asked", advice(aDestination()), /^Look at the queue for its marker/],
    [
      "it was absent while its sender is silent",
      advice(aCrm(), monday + hour, true),
      /Make sure that its worker has ended/,
    ],
  ])("says what to do next where %s", (_, text, expected) => {
    expect(text).toMatch(expected);
  });
});
