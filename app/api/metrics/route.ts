import { timingSafeEqual } from "node:crypto";
import { readEnv } from "@/lib/env";
import { renderMetrics } from "@/lib/metrics";
import { getEngine } from "@/lib/wiring";

export const dynamic = "force-dynamic";

/** For Prometheus, with `Authorization: Bearer METRICS_TOKEN`. Without a token in the settings nobody gets them. */
export async function GET(request: Request): Promise<Response> {
  const { metricsToken } = readEnv();
  if (metricsToken === null) return new Response("Not found", { status: 404 });
  if (!bears(request, metricsToken)) {
    return new Response("Unauthorized", { status: 401, headers: { "www-authenticate": "Bearer" } });
  }
  const { type, text } = await renderMetrics(await getEngine());
  return new Response(text, { headers: { "content-type": type, "cache-control": "no-store" } });
}

function bears(request: Request, token: string): boolean {
  const given = Buffer.from(request.headers.get("authorization") ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
