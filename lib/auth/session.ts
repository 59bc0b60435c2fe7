/** Who asks. Read from the database each time, role included. */

import { type Role, roles } from "@/lib/progress/validation";
import type { Auth } from "./auth";
import { noteSeen } from "./note-seen";
import { rootCause } from "./root-cause";
import { getWebAuth } from "./web-auth";

export type CurrentUser = { id: string; name: string; email: string; role: Role };

/** @returns null for whoever is not signed in, or no longer */
export async function currentUser(headers: Headers): Promise<CurrentUser | null> {
  // Most requests without a cookie come from monitors and crawlers: they cost no query.
  if (!headers.has("cookie")) return null;
  const { auth, database } = await getWebAuth();
  const found = await findSession(auth, headers);
  if (found === null) return null;
  noteSeen(database, found.session, new Date());
  return found.user;
}

export async function findUser(auth: Auth, headers: Headers): Promise<CurrentUser | null> {
  return (await findSession(auth, headers))?.user ?? null;
}

export type CurrentSession = {
  user: CurrentUser;
  session: { id: string; userId: string; lastSeenAt: number | null };
};

export async function findSession(auth: Auth, headers: Headers): Promise<CurrentSession | null> {
  const found = await auth.api.getSession({ headers }).catch((error: unknown) => {
    // The door must see that it was the database.
    throw rootCause(error);
  });
  // A session that was opened in the moment of the disabling is no way in either.
  if (found === null || found.user.disabledAt) return null;
  const { id, name, email, role } = found.user;
  const { id: sessionId, lastSeenAt } = found.session;
  return {
    user: { id, name, email, role: toRole(role) },
    session: { id: sessionId, userId: id, lastSeenAt: lastSeenAt?.getTime() ?? null },
  };
}

function toRole(value: string): Role {
  const role = roles.find((each) => each === value);
  // The column's CHECK holds the same list.
  if (role === undefined) throw new Error(`The role ${value} is not known.`);
  return role;
}
