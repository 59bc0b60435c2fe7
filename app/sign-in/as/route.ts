import { z } from "zod";
import { demoAccounts, demoPassword } from "@/lib/auth/demo-accounts";
import { isDemoDoorOpen } from "@/lib/auth/demo-door";
import { landingPath, parseNextPath } from "@/lib/auth/next-path";
import { openSession } from "@/lib/auth/open-session";
import { isFromOwnPage } from "@/lib/auth/request-origin";
import { getWebAuth } from "@/lib/auth/web-auth";
import { readEnv } from "@/lib/env";
import { roles } from "@/lib/progress/validation";

const Asked = z.object({ role: z.enum(roles), next: z.string().optional() });

/** Demo only: signs in as the account of a role, without a password. */
export async function POST(request: Request): Promise<Response> {
  const { headers } = request;
  if (!isDemoDoorOpen(headers)) return answer(404, "Not found");
  if (!isFromOwnPage(headers, readEnv().publicUrl)) return answer(403, "This request came from another site.");
  const form = await request.formData().catch(() => new FormData());
  const asked = Asked.safeParse(Object.fromEntries(form));
  const account = demoAccounts.find(({ role }) => role === asked.data?.role);
  if (!asked.success || account === undefined) return answer(400, `Choose one of these roles: ${roles.join(", ")}.`);

  const { auth } = await getWebAuth();
  const cookies = await openSession(auth, headers, { email: account.email, password: demoPassword });
  if (cookies === null)
    return answer(
      503,
      "This account is disabled or not there. Its admin can enable it; or stop Reprise and run npm start again.",
    );
  const signedIn = new Response(null, { status: 303 });
  signedIn.headers.set("location", landingPath(account.role, parseNextPath(asked.data.next)));
  for (const cookie of cookies) signedIn.headers.append("set-cookie", cookie);
  return signedIn;
}

function answer(state: number, text: string): Response {
  return new Response(text, { status: state, headers: { "content-type": "text/plain; charset=utf-8" } });
}
