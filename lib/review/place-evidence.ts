/** Which incident a new piece of evidence belongs to. Pure: both stores decide by it, each under its own lock. */

import { causeClass, type FoundEvidence, type Incident, isOngoing, severities, signatureOf } from "./incident";

/** What is known of the newest incident of a signature. */
export type Latest = Pick<Incident, "id" | "state" | "class" | "closedAt">;

export type OpenedByRule = {
  id: string;
  signature: string;
  formerId: string | null;
  /** What it is opened by. */
  first: FoundEvidence;
};

export type Placement = { opened: OpenedByRule[]; placed: { evidence: FoundEvidence; incidentId: string }[] };

/** `latest`: by signature, of all signatures in `fresh`. */
export function placeEvidence(
  fresh: readonly FoundEvidence[],
  latest: ReadonlyMap<string, Latest>,
  newId: () => string,
): Placement {
  const known = new Map(latest);
  const opened: OpenedByRule[] = [];
  const placed = [...fresh]
    .sort((a, b) => a.at - b.at || rank(a) - rank(b))
    .map((evidence) => {
      const signature = signatureOf(evidence.cause, evidence.place);
      const former = known.get(signature);
      if (former && takesEvidence(former, evidence.at)) return { evidence, incidentId: former.id };
      const id = newId();
      opened.push({ id, signature, formerId: former?.id ?? null, first: evidence });
      known.set(signature, { id, state: "open", class: causeClass[evidence.cause], closedAt: null });
      return { evidence, incidentId: id };
    });
  return { opened, placed };
}

/** Of one moment what is opened last stands first: the worst, and never what was missing to deal with it. */
const rank = ({ cause, severity }: FoundEvidence): number =>
  cause === "no_runbook" ? -1 : severities.length - severities.indexOf(severity);

/**
 * What happened before it was over belongs to it, however late it is found. A dismissed one goes on taking what a
 * person said is no trouble; two effects outside are never that.
 */
export function takesEvidence(incident: Latest, at: number): boolean {
  if (isOngoing(incident.state)) return true;
  if (incident.state === "dismissed" && incident.class !== "duplicate_action") return true;
  return incident.closedAt !== null && at <= incident.closedAt;
}
