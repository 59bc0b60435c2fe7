/**
 * A person's account, as an admin sees and changes it. What must stay true: there is always an active admin, and only
 * admins change accounts.
 */

import type { Role } from "@/lib/progress/validation";

/** Times are milliseconds since the epoch. */
export type Person = {
  id: string;
  name: string;
  email: string;
  role: Role;
  createdAt: number;
  /** To within a minute; null for one who was never here. */
  lastSeenAt: number | null;
  disabledAt: number | null;
  /** How many sessions are open. */
  sessions: number;
};

export type PersonState = "active" | "disabled";
export const personStateOf = ({ disabledAt }: Pick<Person, "disabledAt">): PersonState =>
  disabledAt === null ? "active" : "disabled";

export type PersonChange = { kind: "role"; to: Role } | { kind: "disable" } | { kind: "enable" } | { kind: "sign_out" };

export type PersonRefusal = "role_missing" | "last_admin" | "already_so";

type Standing = Pick<Person, "role" | "disabledAt">;

/** Somebody must be left who can let others in. */
export const isActiveAdmin = ({ role, disabledAt }: Standing): boolean => role === "admin" && disabledAt === null;

/** @param by who asks, as they stand now, and not as they stood when the page was opened */
export function whyNotChange(
  person: Standing,
  change: PersonChange,
  { by, otherAdmins }: { by: Standing; otherAdmins: number },
): PersonRefusal | null {
  if (!isActiveAdmin(by)) return "role_missing";
  const isLast = isActiveAdmin(person) && otherAdmins === 0;
  switch (change.kind) {
    case "role":
      if (person.role === change.to) return "already_so";
      return isLast ? "last_admin" : null;
    case "disable":
      if (person.disabledAt !== null) return "already_so";
      return isLast ? "last_admin" : null;
    case "enable":
      return person.disabledAt === null ? "already_so" : null;
    case "sign_out":
      return null;
  }
}

export const personRefusals: Record<PersonRefusal, string> = {
  role_missing: "Only an admin changes accounts.",
  last_admin: "This is the last active admin: nobody could let anybody in any more. Make somebody else admin first.",
  already_so: "It is so already: somebody else was faster. The list shows it as it is now.",
};
