/**
 * `npm run recovery`: how long it takes until every run is claimed again after all workers were killed at once, on a
 * throw-away Postgres with real worker processes. Exit code 1 when it takes longer than the target.
 */

import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { ensureDatabase, startCluster } from "@/lib/bin/postgres/cluster";
import { createChildren } from "@/lib/bin/product/children";
import { systemClock } from "@/lib/sdk/clock";
import { directBackend } from "@/lib/sdk/direct/direct-backend";
import { inProcessHeartbeats } from "@/lib/sdk/heartbeat/in-process-heartbeats";
import { start } from "@/lib/sdk/start";
import { migrate } from "@/lib/store/migrate";
import { createEngine } from "@/lib/wiring";
import { leaseMs, longWork, startWorkerProcess } from "./worker-process";

const runs = 1_000;
const workers = 2;
/** After the end of the leases: the target. */
const allowedMs = 5_000;
const startedAtOnce = 32;
const patienceMs = 120_000;

const dataDir = await mkdtemp(path.join(tmpdir(), "reprise-recovery-"));
// PostgreSQL's own user passes through it to its data.
await chmod(dataDir, 0o711);
const children = createChildren();
try {
  const cluster = await startCluster(children, dataDir);
  await ensureDatabase(cluster, "recovery");
  const url = cluster.url("recovery");
  await migrate(url);
  const sql = postgres(url, { max: 1, onnotice: () => {} });

  const first = await startWorkers(url, "killed");
  await startRuns(url);
  await until(async () => {
    const [row] = await sql<[{ count: number }]>`
      select count(*)::int from progress.run r join progress.lease l on l.run_id = r.id
      where r.state = 'running' and l.checkpoint_count = 1`;
    return row.count === runs;
  });
  console.log(
    `PostgreSQL ${cluster.version}; ${runs} runs under way at ${workers} workers, leases of ${leaseMs / 1_000} s.`,
  );

  for (const { pid } of first) process.kill(pid, "SIGKILL");
  const [{ killed }] = await sql<[{ killed: Date }]>`select clock_timestamp() as killed`;
  const leases = await sql<{ id: string; expires: Date }[]>`
    select run_id as id, expires_at as expires from progress.lease where worker_id is not null`;
  await startWorkers(url, "new");
  await until(async () => {
    const [row] = await sql<[{ count: number }]>`select count(*)::int from progress.execution where number = 2`;
    return row.count === runs;
  });
  const claims = await sql<{ id: string; at: Date }[]>`
    select run_id as id, started_at as at from progress.execution where number = 2`;
  await sql.end();

  const expiresOf = new Map(leases.map(({ id, expires }) => [id, expires.getTime()]));
  const sinceKill = sorted(claims.map(({ at }) => at.getTime() - killed.getTime()));
  const sinceExpiry = sorted(claims.map(({ id, at }) => at.getTime() - (expiresOf.get(id) ?? Number.NaN)));
  const lastMs = sinceKill.at(-1) ?? Number.NaN;
  console.log(`From the kill to the claim:          ${line(sinceKill)}`);
  console.log(`From the end of its lease to it:     ${line(sinceExpiry)}`);
  console.log(`All ${runs} claimed again after ${seconds(lastMs)}; the target is ${seconds(leaseMs + allowedMs)}.`);
  if (!(lastMs <= leaseMs + allowedMs)) process.exitCode = 1;
} finally {
  await children.stopAll();
  await rm(dataDir, { recursive: true, force: true });
}

/** Each with room for all that it may get, so that slots are not what is measured. */
function startWorkers(url: string, kind: string) {
  const names = Array.from({ length: workers }, (_, i) => `${kind} worker ${i + 1}`);
  return Promise.all(names.map((name) => startWorkerProcess(children, { name, url, concurrency: runs })));
}

async function startRuns(url: string): Promise<void> {
  const { engine, close } = await createEngine({ progressUrl: url, ledgerUrl: url });
  const backend = directBackend(engine, () => inProcessHeartbeats(async () => ({ refused: "" }), systemClock));
  let started = 0;
  const one = async () => {
    while (started < runs) await start(longWork, {}, { logicalRunId: `run-${started++}`, backend });
  };
  await Promise.all(Array.from({ length: startedAtOnce }, one));
  await close();
}

async function until(isReached: () => Promise<boolean>): Promise<void> {
  const endsAt = Date.now() + patienceMs;
  while (!(await isReached())) {
    if (Date.now() > endsAt) throw new Error("It was not reached in time.");
    await wait(200);
  }
}

function sorted(values: number[]): number[] {
  return values.toSorted((a, b) => a - b);
}

function line(values: number[]): string {
  const of = (share: number) => seconds(values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0);
  return `median ${of(0.5)}, 95 % ${of(0.95)}, last ${of(1)}`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
