/**
 * `npm run rolling`: two web and two worker processes under load, each restarted in turn as a deployment does it. Exit code 1
 * when a request failed, a run did not succeed, or an action was sent twice.
 */

import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { ensureDatabase, startCluster } from "@/lib/bin/postgres/cluster";
import { type Child, createChildren } from "@/lib/bin/product/children";
import { buildWhenChanged } from "@/lib/bin/product/console-build";
import { findFreePort } from "@/lib/bin/product/port";
import { tsxChild } from "@/lib/bin/product/tsx-child";
import { systemClock } from "@/lib/sdk/clock";
import { directBackend } from "@/lib/sdk/direct/direct-backend";
import { inProcessHeartbeats } from "@/lib/sdk/heartbeat/in-process-heartbeats";
import { start } from "@/lib/sdk/start";
import { migrate } from "@/lib/store/migrate";
import { createEngine } from "@/lib/wiring";
import { startDestination } from "../bench/destination-process";
import { signInAsLead } from "../faults/web/sign-in";
import { startBalancer } from "./balancer";
import { shortWork } from "./short-work";

const runsPerSecond = 4;
const readers = 4;
const patienceMs = 60_000;
/** Longer than the balancer takes to notice. */
const drainSeconds = "2";

const dataDir = await mkdtemp(path.join(tmpdir(), "reprise-rolling-"));
// PostgreSQL's own user passes through it to its data.
await chmod(dataDir, 0o711);
const children = createChildren();
try {
  const cluster = await startCluster(children, dataDir);
  await ensureDatabase(cluster, "rolling");
  const url = cluster.url("rolling");
  await migrate(url);
  const DESTINATION_URL = await startDestination(children);
  await buildWhenChanged(children, (text) => console.log(`build: ${text}`));

  const env = {
    ...process.env,
    DATABASE_URL: url,
    DESTINATION_URL,
    DRAIN_SECONDS: drainSeconds,
    REPRISE_DATA_DIR: dataDir,
  };
  const ports = [await findFreePort(), await findFreePort()];
  const web = (port: number) => startProcess("web", "lib/bin/web.ts", [], { ...env, PORT: String(port) }, `:${port}`);
  const worker = () =>
    startProcess("worker", "lib/bin/worker.ts", ["lib/testing/rolling/short-work.ts"], env, "works on");
  const webs = await Promise.all(ports.map(web));
  const workers = await Promise.all([worker(), worker()]);
  const balancer = await startBalancer(ports);
  const load = await startLoad(balancer.url, url);

  for (const [i, port] of ports.entries()) {
    await webs[i]?.stop();
    await until(() => !balancer.ready().includes(port));
    webs[i] = await web(port);
    await until(() => balancer.ready().includes(port));
    console.log(`web ${i + 1} restarted`);
  }
  for (const [i, old] of workers.entries()) {
    await old.stop();
    workers[i] = await worker();
    console.log(`worker ${i + 1} restarted`);
  }
  const { answered, failed, started } = await load.stop();
  await until(async () => (await readRuns(url)).every(({ state }) => state === "succeeded"));
  await balancer.close();

  const runs = await readRuns(url);
  const twice = runs.filter(({ attempts }) => attempts !== 1).length;
  console.log(`${answered} requests answered, ${failed.length} failed${failed.length > 0 ? `: ${failed[0]}` : ""}`);
  console.log(
    `${started} runs started, ${runs.length} succeeded, ${twice} with other than one attempt of their action`,
  );
  if (failed.length > 0 || runs.length !== started || twice > 0) process.exitCode = 1;
} finally {
  await children.stopAll();
  await rm(dataDir, { recursive: true, force: true });
}

/** Resolves once it has said that it is there. */
function startProcess(
  name: string,
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  readyAt: string,
): Promise<Child> {
  return new Promise((resolve, reject) => {
    const spec = tsxChild(name, program, {
      env,
      graceMs: 40_000,
      onLine: (line) => line.includes(readyAt) && resolve(child),
    });
    const child = children.start({ ...spec, args: [...spec.args, ...args] });
    void child.exited.then(() => reject(new Error(`The ${name} ended: ${child.lastLines.join("\n")}`)));
  });
}

/** Pages' reads from several browsers, and runs that somebody starts. */
async function startLoad(webUrl: string, databaseUrl: string) {
  const cookie = await signInAsLead(databaseUrl);
  const { engine, close } = await createEngine({ progressUrl: databaseUrl, ledgerUrl: databaseUrl, connectionsMax: 2 });
  const backend = directBackend(engine, () => inProcessHeartbeats(async () => ({ refused: "" }), systemClock));
  const failed: string[] = [];
  let answered = 0;
  let started = 0;
  let goesOn = true;
  const read = async () => {
    while (goesOn) {
      for (const view of ["now", "runs", "actions"]) {
        try {
          const answer = await fetch(`${webUrl}/api/v1/${view}`, { headers: { cookie } });
          const text = await answer.text();
          if (answer.ok) answered += 1;
          else failed.push(`${view} ${answer.status} ${text.slice(0, 200)}`);
        } catch (error) {
          failed.push(`${view} ${String(error)}`);
        }
        await wait(20);
      }
    }
  };
  const begin = async () => {
    while (goesOn) {
      const object = `T-${started}`;
      await start(shortWork, { object }, { logicalRunId: object, backend });
      started += 1;
      await wait(1_000 / runsPerSecond);
    }
  };
  const under = [...Array.from({ length: readers }, read), begin()];
  return {
    async stop() {
      goesOn = false;
      await Promise.all(under);
      await close();
      return { answered, failed, started };
    },
  };
}

async function readRuns(url: string): Promise<{ state: string; attempts: number }[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await sql<{ state: string; attempts: number }[]>`
      select r.state, (select count(*)::int from ledger.attempt t where t.run_id = r.id) as attempts from progress.run r`;
  } finally {
    await sql.end();
  }
}

async function until(isReached: () => boolean | Promise<boolean>): Promise<void> {
  const endsAt = Date.now() + patienceMs;
  while (!(await isReached())) {
    if (Date.now() > endsAt) throw new Error("It was not reached in time.");
    await wait(100);
  }
}
