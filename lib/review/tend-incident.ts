/** A person's change of an incident: whoever is on call works on it, and the lead says what it was. */

import { type Applied, type CommandAnswer, command } from "@/lib/engine/command";
import type { CommandKind, Operator } from "@/lib/engine/command-store";
import { type Incident, incidentMoves } from "./incident";
import type { ChangeAsk, ChangeRefusal } from "./incident-store";
import type { ReviewEngine } from "./review-engine";

export type TendIncident = {
  incidentId: string;
  nonce: string;
  /** That was on the screen. */
  version: number;
  change: IncidentPress;
  reason: string | null;
  operator: Operator;
};
/** Taking it makes the operator its owner; nobody takes it for somebody else. */
export type IncidentPress = Exclude<ChangeAsk["change"], { kind: "owner" }> | { kind: "take" } | { kind: "give_back" };
type Changed = { incident: Incident };

export async function tendIncident(engine: ReviewEngine, ask: TendIncident): Promise<CommandAnswer<Changed>> {
  const { incidentId, nonce, version, change, reason, operator } = ask;
  const incident = await engine.incidents.find(incidentId);
  if (incident === null) return refusalOf("incident_not_found", null);
  const { state, class: named, severity, owner } = incident;
  return command<Changed>(
    engine,
    {
      nonce,
      kind: kindOf(change),
      objectKind: "incident",
      objectId: incidentId,
      operator,
      reason,
      shown: { version, change },
      before: { state, class: named, severity, owner },
    },
    async (): Promise<Applied<Changed>> => {
      const by = { id: operator.id, name: operator.name };
      const stored =
        change.kind === "take"
          ? ({ kind: "owner", to: by } as const)
          : change.kind === "give_back"
            ? ({ kind: "owner", to: null } as const)
            : change;
      const asked = { id: nonce, incidentId, version, by, role: operator.role, reason, change: stored };
      const answer = await engine.incidents.change(asked);
      if (!answer.changed) return refusalOf(answer.why, answer.incident);
      const { state: now, class: as, severity: of, owner: whose } = answer.incident;
      return { ok: true, incident: answer.incident, after: { state: now, class: as, severity: of, owner: whose } };
    },
  );
}

/** Saying what it was, that it was none, or that it was reviewed, is the lead's. */
export function kindOf(
  change: Pick<IncidentPress, "kind"> & { to?: unknown },
): Extract<CommandKind, "tend" | "classify"> {
  const isJudged = change.kind === "state" && (change.to === "dismissed" || change.to === "reviewed");
  return isJudged || change.kind === "class" || change.kind === "severity" ? "classify" : "tend";
}

function refusalOf(why: ChangeRefusal, incident: Incident | null) {
  return { ok: false, code: why, message: sentenceOf(why, incident) } as const;
}

function sentenceOf(why: ChangeRefusal, incident: Incident | null): string {
  switch (why) {
    case "incident_not_found":
      return "There is no such incident. It may have been removed, or the address is wrong.";
    case "changed_meanwhile":
      return "Somebody changed it meanwhile. Read what they did, then decide again.";
    case "move_not_allowed": {
      const moves = incident === null ? [] : incidentMoves[incident.state];
      const next = moves.length === 0 ? "It stays so." : `From there it can become ${moves.join(" or ")}.`;
      return `It is ${incident?.state ?? "gone"}. ${next}`;
    }
    case "nothing_differs":
      return "It is so already: nothing would change.";
    case "seen_again":
      return "It was seen again and opened anew since. Go on with the newer one.";
  }
}
