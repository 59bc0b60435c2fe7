/** Which kind of trouble costs most: by the harm that was declared, what happened twice outside first, then money and time. */

import {
  type Cost,
  type Incident,
  type IncidentClass,
  incidentClasses,
  noCost,
  type Severity,
  severities,
} from "./incident";

/** The incidents of one class. */
export type Trouble = {
  class: IncidentClass;
  /** The worst one among them. */
  severity: Severity;
  incidents: Pick<Incident, "id" | "title">[];
  /** How often it was seen. */
  seen: number;
  cost: Cost;
};

export function costliestFirst(
  incidents: readonly Pick<Incident, "id" | "title" | "class" | "severity" | "evidence" | "cost">[],
): Trouble[] {
  const troubles = incidentClasses.flatMap((name): Trouble[] => {
    const ofClass = incidents.filter((incident) => incident.class === name);
    const severity = severities.find((one) => ofClass.some((incident) => incident.severity === one));
    if (severity === undefined) return [];
    const seen = ofClass.reduce((sum, { evidence }) => sum + evidence, 0);
    return [
      {
        class: name,
        severity,
        incidents: ofClass.map(({ id, title }) => ({ id, title })),
        seen,
        cost: totalCost(ofClass.map(({ cost }) => cost)),
      },
    ];
  });
  return troubles.sort(
    (a, b) =>
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      Number(b.class === "duplicate_action") - Number(a.class === "duplicate_action") ||
      b.cost.microUsd - a.cost.microUsd ||
      b.cost.ms - a.cost.ms ||
      b.seen - a.seen,
  );
}

export const totalCost = (costs: readonly Cost[]): Cost =>
  costs.reduce(
    (sum, { ms, tokens, microUsd }) => ({
      ms: sum.ms + ms,
      tokens: sum.tokens + tokens,
      microUsd: sum.microUsd + microUsd,
    }),
    noCost,
  );
