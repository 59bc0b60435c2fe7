import type { ActionTrouble } from "../facts";
import { actionOf, evidenceOfAction, impactDecides, type Rule } from "./rule";

export const noRunbook: Rule = {
  cause: "no_runbook",
  sentence: "An action needed a person, and its destination names no runbook that says what to do.",
  source: "Actions that stayed unknown or contradict themselves, beside the declaration of their destination (ledger)",
  severity: impactDecides,
  next: "Write a runbook for the destination and name it in its declaration.",
  find: ({ contradictions, longUnknowns }) => [...contradictions, ...longUnknowns].filter(hasNone).map(evidenceOf),
};

const hasNone = ({ declaration }: ActionTrouble): boolean => declaration.runbook === null;

const evidenceOf = (fact: ActionTrouble) =>
  evidenceOfAction("no_runbook", fact, {
    title: `There is no runbook for ${fact.declaration.title}`,
    says: `${actionOf(fact)} needed a person, and there was no runbook.`,
  });
