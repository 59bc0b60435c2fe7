import { claimFirstAdmin } from "@/lib/auth/claim-first-admin";
import { FirstAdmin } from "@/lib/auth/first-admin-form";
import { openSession } from "@/lib/auth/open-session";
import { isFromOwnPage } from "@/lib/auth/request-origin";
import { getWebAuth } from "@/lib/auth/web-auth";
import { readEnv } from "@/lib/env";

/** Makes the first admin and signs them in. */
export async function POST(request: Request): Promise<Response> {
  if (!isFromOwnPage(request.headers, readEnv().publicUrl)) return refuse(403, { code: "wrong_origin" });
  const asked = FirstAdmin.safeParse(await request.json().catch(() => null));
  if (!asked.success) {
    const fields = Object.fromEntries(asked.error.issues.map((issue) => [String(issue.path[0]), issue.message]));
    return refuse(422, { code: "invalid", fields });
  }
  const { auth, database } = await getWebAuth();
  const claimed = await claimFirstAdmin(database, asked.data, new Date());
  if (!claimed.ok) return refuse(409, { code: claimed.code });
  const made = Response.json({ ok: true });
  const cookies = (await openSession(auth, request.headers, asked.data)) ?? [];
  for (const cookie of cookies) made.headers.append("set-cookie", cookie);
  return made;
}

function refuse(state: number, answer: { code: string; fields?: Record<string, string> }): Response {
  return Response.json({ ok: false, ...answer }, { status: state });
}
