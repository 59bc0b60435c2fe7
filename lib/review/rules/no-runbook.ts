import type { ActionTrouble } from "../facts";
import type { FoundEvidence } from "../incident";
import { actionOf, evidenceOfAction, type Rule } from "./rule";

export const noRunbook: Rule = {
  cause: "no_runbook",
  sentence: "An action needed a person, and its destination names no runbook that says what to do.",
  source: "Actions that stayed unknown or contradict themselves, beside the declaration of their destination (ledger)",
  severity: "S3: what is missing is written once, and what it was missed for is an incident of its own.",
  next: "Write a runbook for the destination and name it in its declaration.",
  find: ({ contradictions, longUnknowns }) => [...contradictions, ...longUnknowns].filter(hasNone).map(evidenceOf),
};

const hasNone = ({ declaration }: ActionTrouble): boolean => declaration.runbook === null;

/** A debt of the destination, however many workflows and steps met it. */
const evidenceOf = (fact: ActionTrouble): FoundEvidence => ({
  ...evidenceOfAction("no_runbook", fact, {
    title: `There is no runbook for ${fact.declaration.title}`,
    says: `${actionOf(fact)} needed a person, and there was no runbook.`,
  }),
  severity: "s3",
  place: { workflow: null, step: null, destination: fact.action.destination },
});
