import { readiness } from "@/lib/readiness";

export const dynamic = "force-dynamic";

/** For a balancer: 200 while requests may be sent here, 503 with the reason otherwise. */
export async function GET(): Promise<Response> {
  const answer = await readiness();
  return Response.json(answer, { status: answer.ready ? 200 : 503, headers: { "cache-control": "no-store" } });
}
