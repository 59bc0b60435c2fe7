/** Where a person goes after signing in. Only paths of this console count: a link must not send anybody elsewhere. */

import type { Role } from "@/lib/progress/validation";

const anyOrigin = "http://console.invalid";

/** @returns the path with its query, or null when it is not one to go to */
export function parseNextPath(value: unknown): string | null {
  // Browsers read a backslash as a slash and drop control characters, so "/\t/evil.example" is another site.
  if (typeof value !== "string" || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(value)) return null;
  const url = URL.parse(value, anyOrigin);
  if (url === null || url.origin !== anyOrigin || url.pathname.startsWith("//")) return null;
  if (/^\/(sign-in|first-admin|api)(\/|$)/.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/** Who only approves has one page to be on. */
export function landingPath(role: Role, next: string | null): string {
  return next ?? (role === "approver" ? "/approvals" : "/");
}

export function signInPath(next?: string): string {
  const path = parseNextPath(next);
  return path === null || path === "/" ? "/sign-in" : `/sign-in?${new URLSearchParams({ next: path })}`;
}
