/**
 * What a start does, in order: database, migrations, the demo's outside world and its data, the build, one worker, the console.
 * `npm start` and `npm run dev` differ in how the console is served, and in nothing else.
 */

import { readEnv } from "@/lib/env";
import { ensureDatabase, productDatabase, startCluster } from "../postgres/cluster";
import { announce } from "./announcement";
import { buildWhenChanged } from "./console-build";
import { startConsole } from "./console-server";
import { checkDatabase, migrateDatabase } from "./database-check";
import { forgetWorld, loadDemo, startWorld } from "./demo-world";
import { formatPath } from "./format-path";
import type { Launch } from "./launch";
import { loopback } from "./port";
import { formatLine, type Stage } from "./stage";
import { markEssential } from "./stop";
import { tsxChild } from "./tsx-child";
import { keepWorker } from "./worker-keeper";

// A step in progress may finish and leave its checkpoint.
const workerGraceMs = 10_000;
const consoleGraceMs = 3_000;

// Which workflows it should run, only the person knows.
const noWorker = "none; start yours with: npm run worker path/to/your-workflows.ts";

export async function launchProduct(launch: Launch): Promise<void> {
  const { env, children, stage, print } = launch;
  const ownDatabase = process.env.DATABASE_URL;
  const databaseUrl = ownDatabase ? await checkOwnDatabase(stage, ownDatabase) : await startEmbedded(launch);
  await stage("migrate", async (note) => {
    const applied = (await migrateDatabase(databaseUrl)) + (env.ledgerUrl ? await migrateDatabase(env.ledgerUrl) : 0);
    note(applied === 0 ? "nothing to do" : `${applied} applied`);
  });

  const settings = settingsOf(launch, databaseUrl, !ownDatabase);
  if (!ownDatabase) {
    settings.WORLD_URL = await stage("world", (note) => startWorld(launch, settings, note));
    launch.publish({ worldUrl: settings.WORLD_URL });
  }
  // The two long ones of a first start need nothing of each other, and there are rarely fewer than two cores.
  await Promise.all([
    ownDatabase || stage("demo", (note) => loadDemo(launch, settings, note)),
    launch.mode === "development" || stage("build", (note) => buildWhenChanged(children, note)),
  ]);
  await stage("worker", async (note) => note(ownDatabase ? noWorker : startWorker(launch, settings)));
  // On loopback only: who wants it elsewhere puts a proxy before it, or runs the parts by themselves.
  const serving = { ...launch, host: loopback, graceMs: consoleGraceMs };
  // A line for each click would bury what the terminal is looked at for.
  const quiet = { LOG_LEVEL: "warn", ...settings };
  await stage("console", (note) => startConsole(serving, quiet, note));
  await announce({ ...env, demo: !ownDatabase }, databaseUrl, print);
}

function startWorker({ children, stop, print }: Launch, settings: NodeJS.ProcessEnv): string {
  const say = (line: string) => print(formatLine("worker", "", line));
  const nodeArgs = workerNodeArgs;
  const worker = tsxChild("worker", "lib/bin/worker.ts", {
    nodeArgs,
    env: settings,
    graceMs: workerGraceMs,
    onLine: say,
  });
  keepWorker({ children, spec: worker, signal: stop.signal, say, exitSeen: (id) => recordExit(settings, id) });
  return "one, started again whenever it dies";
}

/** As `npm run worker` has it: much of what a worker makes is short-lived, and collecting it in 16 MB costs a fifth of its time. */
const workerNodeArgs = ["--max-semi-space-size=32"];

/** Loaded only when a worker died: a start need not wait for the engine. */
async function recordExit({ DATABASE_URL: url = "" }: NodeJS.ProcessEnv, workerId: string): Promise<void> {
  const [{ createEngine }, { workerExitSeen }] = await Promise.all([
    import("@/lib/wiring"),
    import("@/lib/engine/worker-exit"),
  ]);
  const ledgerUrl = readEnv().ledgerUrl ?? url;
  const { engine, close } = await createEngine({ progressUrl: url, ledgerUrl, connectionsMax: 1 });
  await workerExitSeen(engine, workerId).finally(close);
}

/** Everything a started process is told; it need not look for anything itself. */
function settingsOf({ env, mode }: Launch, databaseUrl: string, demo: boolean): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: mode,
    DATABASE_URL: databaseUrl,
    PORT: String(env.port),
    PUBLIC_URL: env.publicUrl,
    REPRISE_DATA_DIR: env.dataDir,
    REPRISE_DEMO: demo ? "1" : "0",
    NEXT_TELEMETRY_DISABLED: "1",
  };
}

async function checkOwnDatabase(stage: Stage, databaseUrl: string): Promise<string> {
  await stage("database", async (note) => note(`PostgreSQL ${await checkDatabase(databaseUrl)} from DATABASE_URL`));
  return databaseUrl;
}

async function startEmbedded({ env, children, stop, stage, print }: Launch): Promise<string> {
  const cluster = await stage("database", async (note) => {
    const started = await startCluster(children, env.dataDir);
    markEssential(started.child, stop);
    await ensureDatabase(started, productDatabase);
    note(`PostgreSQL ${started.version} on ${loopback}:${started.port}, data in ${formatPath(env.dataDir)}/postgres`);
    return started;
  });
  if (cluster.isNew) forgetWorld(env.dataDir);
  for (const remark of cluster.remarks) print(formatLine("", "", remark));
  void cluster.child.exited.then(cluster.forget);
  return cluster.url(productDatabase);
}
