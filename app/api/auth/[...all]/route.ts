import { getWebAuth } from "@/lib/auth/web-auth";

/** The library has some thirty more; a door that nobody uses stays shut. */
const openPaths = new Set(["/api/auth/sign-in/email", "/api/auth/sign-out"]);

async function answer(request: Request): Promise<Response> {
  if (!openPaths.has(new URL(request.url).pathname)) return new Response("Not found", { status: 404 });
  const { auth } = await getWebAuth();
  return auth.handler(request);
}

export { answer as GET, answer as POST };
