import { expect, test } from "vitest";
import { resolutionOf, settlementSays } from "./settlement";

test.each([
  ["happened", "happened", "It happened: note N-1 (reason: seen in the CRM)"],
  ["did_not_happen", "did_not_happen", "It did not happen: note N-1 (reason: seen in the CRM)"],
  ["send_again", "did_not_happen", "Send again, risk accepted: note N-1 (reason: seen in the CRM)"],
] as const)("%s resolves the attempts as %s and says so", (as, resolution, says) => {
  expect(resolutionOf[as]).toBe(resolution);
  const ask = { actionId: "a", version: 1, evidence: "note N-1", reason: "seen in the CRM", by: "Ada" };
  expect(settlementSays({ ...ask, as })).toBe(says);
});
