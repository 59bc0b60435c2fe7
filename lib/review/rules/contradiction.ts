import { actionOf, evidenceOfAction, impactDecides, type Rule } from "./rule";

export const contradiction: Rule = {
  cause: "contradiction",
  sentence:
    "The evidence about one action cannot all be true: two attempts took effect, or one did of which somebody had proof that it did not.",
  source: "Actions with contradictory evidence (ledger)",
  severity: impactDecides,
  next: "Look at the destination, undo the second effect, and give the destination a key or a look-up that tells repeats apart.",
  find: ({ contradictions }) =>
    contradictions.map((fact) =>
      evidenceOfAction("contradiction", fact, {
        title: `${fact.action.type} may have happened twice at ${fact.declaration.title}`,
        says: `The evidence about ${actionOf(fact)} contradicts itself: it may have happened twice.`,
      }),
    ),
};
