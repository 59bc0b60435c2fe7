import { expect, test } from "vitest";
import { acceptsRisk, confirmationSays, needsSecondPerson, resolutionOf, settlementSays } from "./settlement";

test.each([
  ["happened", "happened", "It happened: note N-1 (reason: seen in the CRM)"],
  ["did_not_happen", "did_not_happen", "It did not happen: note N-1 (reason: seen in the CRM)"],
  ["send_again", "risk_accepted", "Send again, risk accepted: note N-1 (reason: seen in the CRM)"],
] as const)("%s resolves the attempts as %s and says so", (as, resolution, says) => {
  expect(resolutionOf[as]).toBe(resolution);
  const ask = { actionId: "a", version: 1, evidence: "note N-1", reason: "seen in the CRM", by: "Ada" };
  expect(settlementSays({ ...ask, as })).toBe(says);
});

test.each([
  ["irreversible", "none", "happened", false],
  ["irreversible", "none", "twice", false],
  ["irreversible", "none", "did_not_happen", true],
  ["irreversible", "none", "send_again", true],
  ["irreversible", "none", "once", true],
  ["compensatable", "money", "happened", false],
  ["compensatable", "money", "twice", false],
  ["compensatable", "money", "did_not_happen", true],
  ["compensatable", "money", "send_again", true],
  ["compensatable", "money", "once", true],
  ["compensatable", "pollutes_data", "send_again", false],
  ["compensatable", "escalates_to_people", "once", false],
  ["idempotent", "breaks_an_sla", "did_not_happen", false],
  ["read", "none", "did_not_happen", false],
] as const)(
  "at a destination that is %s with impact %s, %s needs a second person: %s",
  (effect, impact, as, needed) => {
    expect(needsSecondPerson({ effect, impact }, as)).toBe(needed);
  },
);

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
  expect(confirmationSays({ ...proposal, as: "once" })).toBe(
    "It happened once: none there (reason: urgent; proposed by Ada)",
  );
});
