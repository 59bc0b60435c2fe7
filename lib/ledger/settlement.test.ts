import { expect, test } from "vitest";
import { acceptsRisk, confirmationSays, needsSecondPerson, resolutionOf, settlementSays } from "./settlement";

test.each([
  ["happened", "happened", "It happened: note N-1 (reason: seen in the CRM)"],
  ["did_not_happen", "did_not_happen", "It did not happen: note N-1 (reason: seen in the CRM)"],
  ["send_again", "did_not_happen", "Send again, risk accepted: note N-1 (reason: seen in the CRM)"],
] as const)("%s resolves the attempts as %s and says so", (as, resolution, says) => {
  expect(resolutionOf[as]).toBe(resolution);
  const ask = { actionId: "a", version: 1, evidence: "note N-1", reason: "seen in the CRM", by: "Ada" };
  expect(settlementSays({ ...ask, as })).toBe(says);
});

test.each([
  ["irreversible", "happened", false],
  ["irreversible", "did_not_happen", true],
  ["irreversible", "send_again", true],
  ["compensatable", "send_again", false],
  ["idempotent", "did_not_happen", false],
  ["read", "did_not_happen", false],
] as const)("at a destination that is %s, %s needs a second person: %s", (effect, as, needed) => {
  expect(needsSecondPerson({ effect }, as)).toBe(needed);
});

test("a confirmed proposal is the settlement it proposed, and names who did", () => {
  const proposal = {
    id: "p",
    actionId: "a",
    evidence: "none there",
    reason: "urgent",
    by: "Ada",
    byPerson: "1",
    at: 0,
  };
  const says = confirmationSays({ ...proposal, as: "send_again" });
  expect(says).toBe("Send again, risk accepted: none there (reason: urgent; proposed by Ada)");
  expect(acceptsRisk(says)).toBe(true);
});
