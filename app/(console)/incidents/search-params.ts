/** What the address of the incidents may say; a review opens exactly the rows it counts with from and to. */

import { createLoader, parseAsArrayOf, parseAsInteger, parseAsStringLiteral } from "nuqs/server";
import { windowNames, windowStart } from "@/components/table/time-window";
import type { IncidentFilters } from "@/lib/client/incident-queries";
import { incidentClasses, incidentStates, severities } from "@/lib/review/incident";

export const incidentParams = {
  classes: parseAsArrayOf(parseAsStringLiteral(incidentClasses)).withDefault([]),
  states: parseAsArrayOf(parseAsStringLiteral(incidentStates)).withDefault([]),
  severities: parseAsArrayOf(parseAsStringLiteral(severities)).withDefault([]),
  owner: parseAsStringLiteral(["me", "nobody"] as const),
  within: parseAsStringLiteral(windowNames),
  from: parseAsInteger,
  to: parseAsInteger,
};

export const loadIncidentParams = createLoader(incidentParams);
export type IncidentParams = Awaited<ReturnType<typeof loadIncidentParams>>;

export function incidentFilters(params: IncidentParams, now: number): IncidentFilters {
  const { classes, states, severities: levels, owner, within, from, to } = params;
  const start = within === null ? from : windowStart(within, now);
  return {
    classes: classes.length > 0 ? classes : undefined,
    states: states.length > 0 ? states : undefined,
    severities: levels.length > 0 ? levels : undefined,
    owner: owner ?? undefined,
    from: start ?? undefined,
    to: within === null ? (to ?? undefined) : undefined,
  };
}

export const hasFilters = (params: IncidentParams): boolean =>
  Object.values(params).some((value) => value !== null && !(Array.isArray(value) && value.length === 0));
