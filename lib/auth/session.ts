/** Who asks. Read from the database each time, role included. */

import { type Role, roles } from "@/lib/progress/validation";
import type { Auth } from "./auth";
import { rootCause } from "./root-cause";
import { getWebAuth } from "./web-auth";

export type CurrentUser = { id: string; name: string; email: string; role: Role };

/** @returns null for whoever is not signed in, or no longer */
export async function currentUser(headers: Headers): Promise<CurrentUser | null> {
  // Most requests without a cookie come from monitors and crawlers: they cost no query.
  if (!headers.has("cookie")) return null;
  const { auth } = await getWebAuth();
  return findUser(auth, headers);
}

export async function findUser(auth: Auth, headers: Headers): Promise<CurrentUser | null> {
  const found = await auth.api.getSession({ headers }).catch((error: unknown) => {
    // The door must see that it was the database.
    throw rootCause(error);
  });
  if (found === null) return null;
  const { id, name, email, role } = found.user;
  return { id, name, email, role: toRole(role) };
}

function toRole(value: string): Role {
  const role = roles.find((each) => each === value);
  // The column's CHECK holds the same list.
  if (role === undefined) throw new Error(`The role ${value} is not known.`);
  return role;
}
