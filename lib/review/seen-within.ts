/** Incidents with the figures of their evidence within a time: one that was seen over months has larger ones of its own. */

import { type Incident, noCost } from "./incident";
import type { IncidentFigures } from "./incident-store";

type Figures = Omit<IncidentFigures, "incidentId">;

/** One that a person opened without evidence was seen nowhere. */
const unseen: Figures = { evidence: 0, runs: 0, actions: 0, cost: noCost };

export function seenWithin(incidents: readonly Incident[], figures: readonly IncidentFigures[]): Incident[] {
  const byId = new Map(figures.map(({ incidentId, ...rest }) => [incidentId, rest]));
  return incidents.map((incident) => ({ ...incident, ...(byId.get(incident.id) ?? unseen) }));
}
