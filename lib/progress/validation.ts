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
  decision: Decision | null;
};

export type Decision = {
  id: string;
  verdict: "approve" | "reject";
  by: string;
  role: Role;
  reason: string | null;
  answer: unknown;
  decidedAt: number;
};

/** Lead and admin may do what an approver may. */
export const mayDecideAs = (role: Role, asked: Role): boolean => role === asked || role === "lead" || role === "admin";
