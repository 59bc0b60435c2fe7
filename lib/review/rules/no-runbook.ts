import type { ActionTrouble, Facts } from "../facts";
import type { FoundEvidence, IncidentCause } from "../incident";
import { matchRunbooks } from "../runbook-match";
import { matterOfIncident } from "../runbook-matter";
import { actionOf, evidenceOfAction, type Rule } from "./rule";

export const noRunbook: Rule = {
  cause: "no_runbook",
  sentence: "An action needed a person, and no runbook fits that says what to do.",
  source: "Actions that stayed unknown or contradict themselves (ledger), beside the deployment's folder of runbooks",
  severity: "S3: what is missing is written once, and what it was missed for is an incident of its own.",
  next: "Write a runbook for the destination: the page of runbooks gives you a template.",
  find: ({ contradictions, longUnknowns, runbooks }) => [
    ...contradictions.filter((fact) => hasNone(fact, "contradiction", runbooks)).map(evidenceOf),
    ...longUnknowns.filter((fact) => hasNone(fact, "unknown_unsettled", runbooks)).map(evidenceOf),
  ],
};

/** As the pages look for one: by what it is about, and by the name that its destination gives. */
function hasNone(
  { action, workflow, declaration }: ActionTrouble,
  cause: IncidentCause,
  runbooks: Facts["runbooks"],
): boolean {
  const place = { workflow, step: action.type, destination: action.destination };
  return matchRunbooks(matterOfIncident({ cause, place }, declaration.runbook), runbooks) === null;
}

/** A debt of the destination, however many workflows and steps met it. */
const evidenceOf = (fact: ActionTrouble): FoundEvidence => ({
  ...evidenceOfAction("no_runbook", fact, {
    title: `There is no runbook for ${fact.declaration.title}`,
    says: `${actionOf(fact)} needed a person, and there was no runbook.`,
  }),
  severity: "s3",
  place: { workflow: null, step: null, destination: fact.action.destination },
});
