import { actionOf, evidenceOfAction, impactDecides, type Rule } from "./rule";

export const unknownUnsettled: Rule = {
  cause: "unknown_unsettled",
  sentence: "An action's outcome stayed unknown for over an hour: nobody settled it, and no look-up did.",
  source: "Attempts that ended unknown, and what settled them (ledger)",
  severity: impactDecides,
  next: "Declare a look-up for the destination, or name its owner, so that somebody is told within the hour.",
  find: ({ longUnknowns }) =>
    longUnknowns.map((fact) =>
      evidenceOfAction("unknown_unsettled", fact, {
        title: `${fact.action.type} stays unknown for hours at ${fact.declaration.title}`,
        says: `Nobody knew for over an hour whether ${actionOf(fact)} happened.`,
      }),
    ),
};
