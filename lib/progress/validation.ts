/**
 * A validation is a pending human decision: one row, one decision. It is valid while now < deadline; expiry is not a
 * rejection, and neither of the two sends anything.
 */

export const validationStates = ["pending", "approved", "rejected", "expired", "withdrawn"] as const;
export type ValidationState = (typeof validationStates)[number];

export const roles = ["viewer", "operator", "approver", "lead", "admin"] as const;
export type Role = (typeof roles)[number];

/** What an approval binds to: exactly these payloads, by fingerprint. Opaque to progress. */
export type ApprovalSubject = { actionId: string; businessKey: string; fingerprint: string };

/** What follows when nobody decides in time. "reject" and "block" send nothing; "escalate" asks another role, once. */
export const expiryEffects = ["block", "reject", "escalate"] as const;
export type ExpiryEffect = (typeof expiryEffects)[number];

export type Escalation = { role: Role; withinMs: number };

export type Validation = {
  id: string;
  runId: string;
  stepName: string;
  occurrence: string;
  kind: "approval" | "answer";
  ask: string;
  role: Role;
  state: ValidationState;
  subjects: ApprovalSubject[];
  /** What a free validation shows; null for approvals, whose payloads the ledger holds. */
  shown: unknown;
  requestedAt: number;
  deadlineAt: number;
  /** How many people must approve; each counts once. */
  quorum: 1 | 2;
  /** Whoever the run was started for may not decide. */
  fourEyes: boolean;
  onExpiry: ExpiryEffect;
  escalation: Escalation | null;
  escalatedAt: number | null;
  /** The one that settled it; null while it is pending. */
  decision: Decision | null;
  /** All of them in their order: of two approvals that are needed, the first stands here alone. */
  decisions: Decision[];
};

export type Decision = {
  id: string;
  verdict: "approve" | "reject";
  by: string;
  /** The person, through whatever account, key or session. */
  byId: string | null;
  role: Role;
  reason: string | null;
  answer: unknown;
  /** What the approver changed before approving. */
  edits: Edit[];
  decidedAt: number;
};

/** A held payload that an approver changed: the action is replaced by a revision, and the approval binds to that. */
export type Edit = {
  actionId: string;
  newActionId: string;
  fingerprint: string;
  /** JSON text, exactly as it will be sent. */
  payload: string;
};

/**
 * The approvals that count towards the quorum: those of what is sent now. A change of it restarts the count, and whoever
 * approved the former may approve again.
 */
export function standingApprovals({ decisions }: Pick<Validation, "decisions">): Decision[] {
  const changed = decisions.findLastIndex(({ edits }) => edits.length > 0);
  return decisions.slice(Math.max(changed, 0)).filter(({ verdict }) => verdict === "approve");
}

/** The decision that last changed what is sent; who approves has seen this one. */
export const lastChange = ({ decisions }: Pick<Validation, "decisions">): string | null =>
  decisions.findLast(({ edits }) => edits.length > 0)?.id ?? null;

/** What is sent instead of what was asked: of two changes to one action the later one. */
export function standingEdits({ decisions }: Pick<Validation, "decisions">): Edit[] {
  return [...new Map(decisions.flatMap(({ edits }) => edits.map((edit) => [edit.actionId, edit]))).values()];
}

/** A person as a run's requester and as a decider: by id or by e-mail, whichever the starter of the run knew. */
export type Person = { id: string; email?: string };

export const isPerson = (named: string, person: Person): boolean =>
  named === person.id || (person.email !== undefined && named.toLowerCase() === person.email.toLowerCase());

export type DecideRefusal = "role_missing" | "four_eyes" | "decided_by_you";

/** Why this person may not decide, or null. No role is exempt from four eyes. */
export function whyMayNotDecide(
  validation: Pick<Validation, "role" | "fourEyes" | "decisions">,
  requestedBy: string | null,
  person: Person & { role: Role },
): { code: DecideRefusal; why: string } | null {
  if (!mayDecideAs(person.role, validation.role)) {
    return { code: "role_missing", why: `Only ${validation.role}, lead or admin may decide this.` };
  }
  if (validation.fourEyes && requestedBy !== null && isPerson(requestedBy, person)) {
    return { code: "four_eyes", why: "You asked for this run: somebody else must decide." };
  }
  if (standingApprovals(validation).some(({ byId }) => byId === person.id)) {
    return { code: "decided_by_you", why: "You approved this already: a second person must." };
  }
  return null;
}

/** What the deadline brings, said before it passes. */
export function expirySays({
  onExpiry,
  escalation,
  escalatedAt,
}: Pick<Validation, "onExpiry" | "escalation" | "escalatedAt">) {
  if (onExpiry === "reject") return "it counts as rejected: nothing is sent, and the run goes on without it";
  if (onExpiry === "escalate" && escalation && escalatedAt === null) return `it is asked of ${escalation.role} instead`;
  return "nothing is sent, and the run is blocked until a person resumes it";
}

/** Lead and admin may do what an approver may. */
export const mayDecideAs = (role: Role, asked: Role): boolean => role === asked || role === "lead" || role === "admin";
