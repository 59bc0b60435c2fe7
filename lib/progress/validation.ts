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

export type MayDecide = { allowed: true } | { allowed: false; code: DecideRefusal; why: string };
export type DecideRefusal = "already_decided" | "validation_expired" | "validation_withdrawn" | "role_missing";

/** Lead and admin may do what an approver may. */
export const mayDecideAs = (role: Role, asked: Role): boolean => role === asked || role === "lead" || role === "admin";

export const validationCan = {
  decide(validation: Pick<Validation, "state" | "deadlineAt" | "role">, role: Role, now: number): MayDecide {
    if (!mayDecideAs(role, validation.role)) {
      return { allowed: false, code: "role_missing", why: `Only ${validation.role}, lead or admin may decide this.` };
    }
    switch (validation.state) {
      case "approved":
      case "rejected":
        return { allowed: false, code: "already_decided", why: "It was decided already." };
      case "expired":
        return { allowed: false, code: "validation_expired", why: "Its deadline passed. Nothing was sent." };
      case "withdrawn":
        return { allowed: false, code: "validation_withdrawn", why: "Its run no longer asks for it." };
      case "pending":
        return now < validation.deadlineAt
          ? { allowed: true }
          : { allowed: false, code: "validation_expired", why: "Its deadline passed. Nothing was sent." };
    }
  },
};
