/** The process is alive. For a supervisor that restarts it; what it depends on is asked at /api/ready. */
export const dynamic = "force-dynamic";

export const GET = (): Response => Response.json({ alive: true }, { headers: { "cache-control": "no-store" } });
