/** Where the placeholders of a runbook lead: to pages and to buttons, which they never press. */

import { paths } from "./paths";

export type RunbookAbout = {
  runId?: string | null;
  actionId?: string | null;
  destination?: string | null;
  incidentId?: string | null;
};

/** What is not known is left out, and its link is then plain text. */
export function runbookLinks({ runId, actionId, destination, incidentId }: RunbookAbout): Record<string, string> {
  // Of several actions none is meant more than another: their run lists them with their buttons.
  const action = actionId ? paths.action(actionId) : runId ? `${paths.run(runId)}#actions` : null;
  return Object.fromEntries(
    Object.entries({
      run: runId ? paths.run(runId) : null,
      plan: runId ? paths.run(runId, { plan: "latest" }) : null,
      accept: runId ? `${paths.run(runId)}#dealt` : null,
      action,
      check: actionId ? paths.action(actionId, "check") : action,
      settle: actionId ? paths.action(actionId, "settle") : action,
      destination: destination ? paths.destinations(destination) : null,
      incident: incidentId ? paths.incident(incidentId) : null,
      unknowns: paths.desk(),
    }).flatMap(([name, address]) => (address === null ? [] : [[name, address]])),
  );
}
