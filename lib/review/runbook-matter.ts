/** What runbooks can ask of a run, an action and an incident. Pure. */

import type { Action } from "@/lib/ledger/action";
import type { VerdictKind } from "@/lib/ledger/verdict";
import type { Run } from "@/lib/progress/run";
import type { Incident } from "./incident";
import { type Matter, noMatter } from "./runbook-match";

type JudgedAction = {
  action: Pick<Action, "destination" | "type" | "state" | "declaration" | "contradictedAt">;
  verdict: { kind: VerdictKind };
};
type RunFacts = Pick<Run, "workflow" | "state" | "cause">;

/** The run at the step it stands at, with those of its actions that are not settled. */
export function matterOfRun(run: RunFacts, step: string | null, actions: readonly JudgedAction[]): Matter {
  const unsettled = actions.filter(({ action }) => action.contradictedAt !== null || !isOver(action.state));
  return {
    destination: unique(unsettled.map(({ action }) => action.destination)),
    workflow: [run.workflow],
    step: step === null ? [] : [step],
    cause: unique([...(run.cause === null ? [] : [run.cause]), ...unsettled.flatMap(causesOf)]),
    state: [run.state],
    verdict: unique(unsettled.map(({ verdict }) => verdict.kind)),
    named: unique(unsettled.flatMap(({ action }) => action.declaration.runbook ?? [])),
  };
}

export function matterOfAction(record: JudgedAction, run: (Pick<Run, "workflow"> & { state: string }) | null): Matter {
  const { action, verdict } = record;
  return {
    destination: [action.destination],
    workflow: run === null ? [] : [run.workflow],
    step: [action.type],
    cause: causesOf(record),
    state: run === null ? [] : [run.state],
    verdict: [verdict.kind],
    named: action.declaration.runbook === null ? [] : [action.declaration.runbook],
  };
}

/** `named`: the runbook that its destination names, as far as that is known. */
export function matterOfIncident(incident: Pick<Incident, "cause" | "place">, named: string | null): Matter {
  const { workflow, step, destination } = incident.place;
  return {
    ...noMatter,
    destination: destination === null ? [] : [destination],
    workflow: workflow === null ? [] : [workflow],
    step: step === null ? [] : [step],
    cause: [incident.cause],
    named: named === null ? [] : [named],
  };
}

/** What an incident about the action would be called, and what a run that it blocks is blocked by. */
function causesOf({ action }: JudgedAction): string[] {
  return [
    ...(action.state === "unknown" ? ["outcome_unknown", "unknown_unsettled"] : []),
    ...(action.contradictedAt === null ? [] : ["contradiction"]),
  ];
}

const isOver = (state: Action["state"]): boolean => state === "confirmed" || state === "withdrawn";
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
