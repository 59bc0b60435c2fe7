import { actionOf, evidenceOfAction, impactDecides, type Rule } from "./rule";

export const nearMissCameTrue: Rule = {
  cause: "near_miss_came_true",
  sentence:
    "Two runs did the same to the same business object under different keys. It was noted as a near miss, nobody was asked, and both took effect.",
  source: "Near misses and the outcomes of both actions (ledger)",
  severity: impactDecides,
  next: "Start both from one logical run id, or declare the impact of a repeat so that the second one is held for a person.",
  find: ({ nearMissesComeTrue }) =>
    nearMissesComeTrue.map((fact) =>
      evidenceOfAction("near_miss_came_true", fact, {
        title: `${fact.action.type} took effect twice under different keys at ${fact.declaration.title}`,
        says: `${actionOf(fact)} took effect, and so did the one of another run that it came close to.`,
      }),
    ),
};
