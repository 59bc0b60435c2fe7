/** Where a runbook is missing and what was seen there, in words. */

import type { RunbooksView } from "./runbook-view";

type Missing = RunbooksView["missing"][number];

export function missingPlace({ destination, workflow, step, cause }: Missing): string {
  const where = [
    destination.length > 0 && `destination ${destination.join(", ")}`,
    workflow.length > 0 && `workflow ${workflow.join(", ")}`,
    step.length > 0 && `step ${step.join(", ")}`,
  ].filter((part) => part !== false);
  const what = cause[0]?.replaceAll("_", " ");
  return [where.length > 0 ? where.join(", ") : "somewhere", what].filter(Boolean).join(": ");
}

export function missingSeen({ incidents, runs, actions }: Missing): string {
  return [
    incidents > 0 && `${incidents} ${incidents === 1 ? "incident" : "incidents"}`,
    runs > 0 && `${runs} stopped ${runs === 1 ? "run" : "runs"}`,
    actions > 0 && `${actions} unknown ${actions === 1 ? "outcome" : "outcomes"}`,
  ]
    .filter((part) => part !== false)
    .join(", ");
}
