import type { Auth } from "./auth";

/**
 * Signs in with an address and a password and closes the session that the request came with.
 * @returns the Set-Cookie lines for the answer, or null when the two do not fit or the account is disabled
 */
export async function openSession(
  auth: Auth,
  headers: Headers,
  credentials: { email: string; password: string },
): Promise<string[] | null> {
  const answer = await auth.api.signInEmail({ body: credentials, headers, asResponse: true });
  if (answer.status === 401 || answer.status === 403) return null;
  if (!answer.ok) throw new Error(`Signing in was answered with ${answer.status}.`);
  if (headers.has("cookie")) await auth.api.signOut({ headers });
  return answer.headers.getSetCookie();
}
