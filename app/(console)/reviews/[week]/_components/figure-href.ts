/** Where a figure of a week leads: to exactly the rows that it counts. */

import { paths } from "@/lib/client/paths";
import type { FigureKey } from "@/lib/review/figure";
import { incidentStates } from "@/lib/review/incident";

/** What the figures count: a dismissed one was none. */
export const countedStates = incidentStates.filter((state) => state !== "dismissed");

/** Null for a figure whose rows no list shows. */
export function figureHref(key: FigureKey, { from, to }: { from: number; to: number }): string | null {
  const week = { from, to };
  switch (key) {
    case "incidents":
      return paths.incidents({ states: countedStates, ...week });
    case "got_through":
      return paths.actions({ contradicted: "true", ...week });
    case "avoided":
      return paths.actions({ avoided: "any", ...week });
    case "rate_avoided":
      return `${paths.insights(week)}#avoided`;
    case "step_retries":
      return `${paths.insights({ ...week, retries: "steps", unit: "attempts" })}#retries`;
    case "action_retries":
      return `${paths.insights({ ...week, retries: "actions", unit: "attempts" })}#retries`;
    case "long_unknown":
      return paths.actions({ longUnknown: "true", ...week });
    case "resumes":
      return `${paths.insights({ ...week, resumes: "resumed" })}#resumes`;
    case "work_saved":
    case "time_saved":
      return `${paths.insights({ ...week, saved: "all" })}#saved`;
    case "run_p95":
    case "step_p95":
    case "settling_p95":
    case "validation_p95":
      return null;
  }
}
