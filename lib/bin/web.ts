/**
 * `npm run web`: the console alone, one of several processes behind whatever balances requests. Asked to stop, it first says
 * so at /api/ready and goes on answering for DRAIN_SECONDS, then ends when the requests under way are answered.
 */

import { randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Env, getDatabaseUrls, readEnv, SetupError } from "@/lib/env";
import { createChildren } from "./product/children";
import { buildWhenChanged } from "./product/console-build";
import { startConsole } from "./product/console-server";
import { checkDatabase, countMissingMigrations } from "./product/database-check";
import { requireFreePort } from "./product/port";
import { reportFailure } from "./product/report-failure";
import { createStages, type Stage } from "./product/stage";
import { StopRequested, untilAborted, watchStop } from "./product/stop";

/** Of requests that are under way when it stops; the longest is a claim that waits for work. */
const graceMs = 30_000;

const drainFile = path.join(tmpdir(), `reprise-drain-${randomUUID()}`);

async function main(): Promise<void> {
  const children = createChildren();
  const print = (line: string) => console.log(line);
  const stop = watchStop(children, print);
  let drainMs = 0;
  try {
    const env = readEnv();
    await requireFreePort(env.port, 0);
    const stage = createStages(stop.signal, print);
    await stage("database", (note) => requireDatabases(env, note));
    await stage("build", (note) => buildWhenChanged(children, note));
    const serving = { env, mode: "production", children, stop, print, host: env.host, graceMs } as const;
    await stage("console", (note) => startConsole(serving, settingsOf(env), note));
    drainMs = env.drainMs;
    await untilAborted(stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) stop.abort(error);
  }
  const reason: unknown = stop.signal.reason;
  if (reason instanceof StopRequested) {
    writeFileSync(drainFile, "");
    await wait(drainMs);
  } else {
    reportFailure(reason);
    process.exitCode = 1;
  }
  await children.stopAll();
  rmSync(drainFile, { force: true });
  process.exit();
}

/** Several processes start at once, so none of them migrates. */
async function requireDatabases(env: Env, note: Parameters<Parameters<Stage>[1]>[0]): Promise<void> {
  const { progressUrl, ledgerUrl } = getDatabaseUrls(env);
  for (const url of new Set([progressUrl, ledgerUrl])) {
    note(`PostgreSQL ${await checkDatabase(url)}`);
    const missing = await countMissingMigrations(url);
    if (missing === 0) continue;
    throw new SetupError(
      "migration_missing",
      `${missing} of this version's migrations are not applied to ${new URL(url).pathname.slice(1)}.`,
      "Run npm run migrate once with the same settings, then start again.",
    );
  }
}

/** Everything the server is told; it need not look for anything itself. */
function settingsOf(env: Env): NodeJS.ProcessEnv {
  const { progressUrl } = getDatabaseUrls(env);
  return {
    ...process.env,
    NODE_ENV: "production",
    DATABASE_URL: progressUrl,
    PORT: String(env.port),
    PUBLIC_URL: env.publicUrl,
    REPRISE_DATA_DIR: env.dataDir,
    REPRISE_DEMO: env.demo ? "1" : "0",
    REPRISE_DRAIN_FILE: drainFile,
    NEXT_TELEMETRY_DISABLED: "1",
    ...(env.worldUrl && { WORLD_URL: env.worldUrl }),
  };
}

await main();
