import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { readEnv } from "@/lib/env";
import { pageHeaders } from "@/lib/page-headers";

/** Gives each page a nonce of its own. Next reads it from the request's policy; `app/layout.tsx` from `x-nonce`. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString("base64");
  const { publicUrl } = readEnv();
  const given = pageHeaders({ nonce, publicUrl, development: process.env.NODE_ENV === "development" });
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", given["content-security-policy"] ?? "");
  const answer = NextResponse.next({ request: { headers } });
  for (const [name, value] of Object.entries(given)) answer.headers.set(name, value);
  return answer;
}

// The API and built files run no script; `next.config.js` says what holds for them.
export const config = { matcher: "/((?!api/|_next/static/|_next/image|icon.svg).*)" };
