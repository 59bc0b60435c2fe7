// The demo's outside world as a process: `WORLD_LOG=… node --import tsx lib/demo/world/main.ts`.

import { z } from "zod";
import { CRM_HORIZON_MS } from "./fault";
import { startWorld } from "./start-world";

const Environment = z.object({
  WORLD_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  WORLD_LOG: z.string().min(1),
  WORLD_CRM_INDEX_LAG_MS: z.coerce.number().int().min(0).max(CRM_HORIZON_MS).default(0),
});

function exitSaying(message: string): never {
  console.error(message);
  process.exit(1);
}

const parsed = Environment.safeParse(process.env);
if (!parsed.success) {
  exitSaying(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
}
const { WORLD_PORT, WORLD_LOG, WORLD_CRM_INDEX_LAG_MS } = parsed.data;

const world = await startWorld({ port: WORLD_PORT, logPath: WORLD_LOG, crmIndexLagMs: WORLD_CRM_INDEX_LAG_MS }).catch(
  (error: NodeJS.ErrnoException) =>
    exitSaying(
      error.code === "EADDRINUSE"
        ? `port ${WORLD_PORT} is taken: choose another WORLD_PORT, or 0 for any free one`
        : `the outside world did not start: ${error.message}`,
    ),
);

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  // Exit by hand: a delayed reply still waiting for its time would keep the process up.
  process.once(signal, () => void world.close().finally(() => process.exit(0)));
}

console.log(`world listening on ${world.url}`);
