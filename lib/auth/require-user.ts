import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { signInPath } from "./next-path";
import { type CurrentUser, currentUser } from "./session";

/** Null for whoever is not signed in. One read per request, however many parts of the page ask. */
export const currentReader = cache(async () => currentUser(await headers()));

/**
 * For pages and layouts; whoever is not signed in goes to the sign-in page.
 * @param path the page's own path with its query, to come back to
 */
export async function requireUser(path?: string): Promise<CurrentUser> {
  return (await currentReader()) ?? redirect(signInPath(path));
}
