/**
 * A key with which a program speaks to the API in place of a person. It can do what a worker, a guard or a reader does, and
 * never what a person is asked for: no key decides, resumes or settles.
 */

export const keyScopes = ["worker", "guard", "read"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Times are milliseconds since the epoch. */
export type ApiKey = {
  id: string;
  name: string;
  /** The readable beginning of the key, by which people tell keys apart. */
  prefix: string;
  scopes: KeyScope[];
  /** Of which workflows and destinations; null for all. */
  workflows: string[] | null;
  destinations: string[] | null;
  createdBy: string;
  createdAt: number;
  expiresAt: number | null;
  /** To within a minute. */
  lastUsedAt: number | null;
  revokedAt: number | null;
  revokedBy: string | null;
  /** The key that takes its place; this one is good until it expires. */
  replacedBy: string | null;
};

export type KeyState = "good" | "replaced" | "expired" | "revoked";

type Life = Pick<ApiKey, "expiresAt" | "revokedAt" | "replacedBy">;

export function keyStateOf({ expiresAt, revokedAt, replacedBy }: Life, now: number): KeyState {
  if (revokedAt !== null) return "revoked";
  if (expiresAt !== null && expiresAt <= now) return "expired";
  return replacedBy === null ? "good" : "replaced";
}

/** While a replaced key has not expired, programs that hold it go on: that is the overlap. */
export const isUsable = (key: Life, now: number): boolean => ["good", "replaced"].includes(keyStateOf(key, now));

export type KeyUse = { scope: KeyScope; workflow?: string; destination?: string };

/** Why the key may not be used for this, in a sentence for whoever reads the program's log; null when it may. */
export function whyKeyMayNot(
  { name, scopes, workflows, destinations }: Pick<ApiKey, "name" | "scopes" | "workflows" | "destinations">,
  { scope, workflow, destination }: KeyUse,
): string | null {
  if (!scopes.includes(scope)) return `The key "${name}" has no scope "${scope}"; it has ${scopes.join(", ")}.`;
  if (workflow !== undefined && workflows !== null && !workflows.includes(workflow)) {
    return `The key "${name}" is not for the workflow "${workflow}".`;
  }
  if (destination !== undefined && destinations !== null && !destinations.includes(destination)) {
    return `The key "${name}" is not for the destination "${destination}".`;
  }
  return null;
}
