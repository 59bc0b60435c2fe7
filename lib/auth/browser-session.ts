/** What the browser asks for when a person signs in, out, or in as somebody else. */

import { type Role, roles } from "@/lib/progress/validation";

export type SignInAnswer =
  | { ok: true; role: Role }
  | { ok: false; code: "wrong" | "disabled" | "wrong_origin" | "no_answer" }
  | { ok: false; code: "too_many"; waitSeconds: number };

export async function signIn(credentials: { email: string; password: string }): Promise<SignInAnswer> {
  const answer = await post("/api/auth/sign-in/email", credentials);
  if (answer?.ok) return { ok: true, role: await readRole(answer) };
  switch (answer?.status) {
    case 400:
    case 401:
      return { ok: false, code: "wrong" };
    case 403:
      return { ok: false, code: (await readCode(answer)) === "ACCOUNT_DISABLED" ? "disabled" : "wrong_origin" };
    case 429:
      return { ok: false, code: "too_many", waitSeconds: Number(answer.headers.get("x-retry-after") ?? 60) };
  }
  return { ok: false, code: "no_answer" };
}

/** Leaves the page: nothing that the last person saw stays on the screen. */
export async function signOut(): Promise<void> {
  const answer = await post("/api/auth/sign-out", {});
  if (!answer?.ok) throw new Error("The server did not answer. You are still signed in; try again.");
  window.location.assign("/sign-in");
}

/** Demo only. Loads the page again, as the other person sees it. */
export async function switchRole(role: Role): Promise<void> {
  // The answer is a redirect for browsers without scripts; its cookie counts, its page need not be loaded.
  const answer = await fetch("/sign-in/as", {
    method: "POST",
    body: new URLSearchParams({ role }),
    redirect: "manual",
  });
  if (answer.type !== "opaqueredirect") throw new Error(await answer.text());
  window.location.reload();
}

async function post(path: string, body: object): Promise<Response | null> {
  const sent = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  // fetch rejects when nobody answers; whoever asked says so on the screen.
  return fetch(path, sent).catch(() => null);
}

async function readRole(answer: Response): Promise<Role> {
  const body: { user?: { role?: string } } = await answer.json();
  return roles.find((role) => role === body.user?.role) ?? "viewer";
}

async function readCode(answer: Response): Promise<string | undefined> {
  // What stands between may answer 403 as well, and not in JSON.
  const body: { code?: string } | null = await answer.json().catch(() => null);
  return body?.code;
}
