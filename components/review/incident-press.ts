/** Which button is off, and why: the rules of the server, told before the click. */

import { whyMayNot } from "@/lib/engine/permissions";
import type { Role } from "@/lib/progress/validation";
import { type Incident, type IncidentState, incidentMoves } from "@/lib/review/incident";

const judged: readonly IncidentState[] = ["dismissed", "reviewed"];

/** Null when it can be pressed. */
export function moveOff(
  incident: Pick<Incident, "state">,
  to: IncidentState,
  role: Role,
  nextId: string | null,
): string | null {
  const forbidden = whyMayNot(role, judged.includes(to) ? "classify" : "tend");
  if (forbidden !== null) return forbidden;
  if (to === "open" && nextId !== null) return "It was seen again and opened anew: go on with the newer one.";
  return incidentMoves[incident.state].includes(to) ? null : `It is ${incident.state}.`;
}

export const classifyOff = (role: Role): string | null => whyMayNot(role, "classify");

export function takeOff(incident: Pick<Incident, "owner">, role: Role, userId: string): string | null {
  return whyMayNot(role, "tend") ?? (incident.owner?.id === userId ? "It is yours already." : null);
}

/** The moves that its page offers now, the most likely first; then the one whose dialog is open, if it is none of them any more. */
export const offeredMoves = (state: IncidentState, opened: IncidentState | null = null): readonly IncidentState[] => {
  const moves = incidentMoves[state];
  return opened === null || moves.includes(opened) ? moves : [...moves, opened];
};
