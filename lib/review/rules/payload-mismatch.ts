import { actionOf, evidenceOfAction, evidenceOfBlocks, impactDecides, type Rule } from "./rule";

export const payloadMismatch: Rule = {
  cause: "payload_mismatch",
  sentence:
    "The code asked for an action under a key that it had used before, with another payload; or with another one than was approved.",
  source: "Near misses of the kind other payload (ledger), and executions that blocked on an approval (progress)",
  severity: `${impactDecides} S2 where an approval no longer fits.`,
  next: "Make the payload from kept results only, so that it is the same whenever it is computed again.",
  find: (facts) => [
    ...facts.payloadMismatches.map((fact) =>
      evidenceOfAction("payload_mismatch", fact, {
        title: `${fact.action.type} was asked for with another payload`,
        says: `${actionOf(fact)} was asked for again, and its payload had changed.`,
      }),
    ),
    ...evidenceOfBlocks(
      "payload_mismatch",
      facts,
      ["approval_mismatch"],
      (at) => `${at}: another payload than was approved`,
    ),
  ],
};
