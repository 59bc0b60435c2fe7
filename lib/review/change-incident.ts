/** What a person's change does to an incident. Pure: both stores decide by it, each under its own lock. */

import { type Incident, type IncidentChange, incidentMoves, isOngoing } from "./incident";
import type { ChangeAsk, ChangeRefusal } from "./incident-store";

type Changed = {
  incident: Incident;
  line: Pick<IncidentChange, "kind" | "before" | "after">;
};

/** `ongoing`: another incident of its signature is. */
export function changedIncident(
  incident: Incident,
  { version, change }: Pick<ChangeAsk, "version" | "change">,
  facts: { now: number; ongoing: boolean },
): Changed | ChangeRefusal {
  if (incident.version !== version) return "changed_meanwhile";
  const next = { ...incident, version: version + 1 };
  switch (change.kind) {
    case "state": {
      if (!incidentMoves[incident.state].includes(change.to)) return "move_not_allowed";
      if (isOngoing(change.to) && facts.ongoing) return "seen_again";
      return {
        incident: { ...next, state: change.to, ...timesOf(incident, change.to, facts.now) },
        line: { kind: "state", before: incident.state, after: change.to },
      };
    }
    case "class":
      if (change.to === incident.class) return "nothing_differs";
      return {
        incident: { ...next, class: change.to },
        line: { kind: "class", before: incident.class, after: change.to },
      };
    case "severity":
      if (change.to === incident.severity) return "nothing_differs";
      return {
        incident: { ...next, severity: change.to },
        line: { kind: "severity", before: incident.severity, after: change.to },
      };
    case "owner":
      if (change.to?.id === incident.owner?.id) return "nothing_differs";
      return {
        incident: { ...next, owner: change.to },
        line: { kind: "owner", before: incident.owner?.name ?? null, after: change.to?.name ?? null },
      };
    case "note":
      return { incident: next, line: { kind: "note", before: null, after: null } };
  }
}

function timesOf(
  incident: Incident,
  to: Incident["state"],
  now: number,
): Pick<Incident, "mitigatedAt" | "closedAt" | "reviewedAt"> {
  const { mitigatedAt, closedAt } = incident;
  switch (to) {
    case "open":
      return { mitigatedAt: null, closedAt: null, reviewedAt: null };
    case "mitigated":
      return { mitigatedAt: now, closedAt: null, reviewedAt: null };
    case "resolved":
    case "dismissed":
      return { mitigatedAt, closedAt: now, reviewedAt: null };
    case "reviewed":
      return { mitigatedAt, closedAt: closedAt ?? now, reviewedAt: now };
  }
}
