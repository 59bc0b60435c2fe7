/** A rule says in words what it looks for and where, and finds it in facts. It asks nothing and keeps nothing. */

import type { BlockedExecution } from "@/lib/progress/trouble";
import type { ActionTrouble, Facts } from "../facts";
import { type FoundEvidence, type IncidentCause, noCost, type Severity, severityOfImpact } from "../incident";

export type Rule = {
  cause: IncidentCause;
  /** What it looks for, for whoever asks why this is an incident. */
  sentence: string;
  /** The records that its evidence comes from. */
  source: string;
  /** What its severity follows from. */
  severity: string;
  /** What helps against it. */
  next: string;
  find(facts: Facts): FoundEvidence[];
};

export const impactDecides = "By the declared impact of one repeat at the destination.";
export const nothingOutside = "S3: nothing outside was touched.";

type Words = { title: string; says: string };

/** Evidence from the ledger: seen at the action's type and destination, as severe as a repeat there would be. */
export function evidenceOfAction(cause: IncidentCause, trouble: ActionTrouble, words: Words): FoundEvidence {
  const { id, action, declaration, executionId, at, workflow } = trouble;
  return {
    ...words,
    key: `${cause} ${id}`,
    cause,
    place: { workflow, step: action.type, destination: action.destination },
    severity: severityOfImpact[declaration.impact],
    at,
    runId: action.runId,
    actionId: action.id,
    executionId,
    step: action.type,
    cost: noCost,
  };
}

type AtStep = {
  id: string;
  workflow: string;
  step: string | null;
  runId: string;
  executionId: string | null;
  at: number;
};

/** Evidence from progress: seen at a step, and nothing outside was touched. */
export function evidenceOfStep(
  cause: IncidentCause,
  { id, workflow, step, runId, executionId, at }: AtStep,
  words: Words,
  severity: Severity = "s3",
): FoundEvidence {
  const place = { workflow, step, destination: null };
  const links = { runId, actionId: null, executionId, step };
  return { ...words, ...links, key: `${cause} ${id}`, cause, place, severity, at, cost: noCost };
}

/** Of the executions that blocked their runs for one of these causes. */
export function evidenceOfBlocks(
  cause: IncidentCause,
  { blockedExecutions }: Facts,
  blockedFor: readonly BlockedExecution["cause"][],
  title: (at: string) => string,
): FoundEvidence[] {
  return blockedExecutions
    .filter((blocked) => blockedFor.includes(blocked.cause))
    .map((blocked) => {
      const words = { title: title(stepOf(blocked)), says: blocked.text || `It blocked its run: ${blocked.cause}.` };
      // A run that cannot go on keeps what it was to do from being done.
      return evidenceOfStep(cause, { ...blocked, id: blocked.executionId }, words, "s2");
    });
}

export const stepOf = ({ workflow, step }: { workflow: string; step: string | null }): string =>
  step === null ? workflow : `${workflow}, ${step}`;

export const actionOf = ({ action, declaration }: ActionTrouble): string =>
  `${action.type} for ${action.object} at ${declaration.title}`;
