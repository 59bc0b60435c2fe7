/**
 * `npm run bench`: runs per second and latency of a five-step run with two actions, beside a fixed floor that does the
 * same work by hand, on a throw-away Postgres and a local destination.
 */

import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureDatabase, startCluster } from "@/lib/bin/postgres/cluster";
import { createChildren } from "@/lib/bin/product/children";
import { migrate } from "@/lib/store/migrate";
import { startDestination } from "./destination-process";
import { prepareFloor } from "./floor";
import { type Figures, measure, type Subject } from "./measure";
import { prepareReprise } from "./reprise";

const concurrencies = [1, 16, 64];
/** Long enough for a checkpoint of Postgres to matter little, short enough to be run often. */
const runsAt = (concurrency: number): number => (concurrency === 1 ? 300 : 2_000);
/** Both sides get as many connections as a process of the product has. */
const connectionsMax = 8;
/** The targets: at the highest concurrency, and of the median at one run at a time. */
const shareMin = 0.55;
const slowerMax = 2.5;

const dataDir = await mkdtemp(path.join(tmpdir(), "reprise-bench-"));
// PostgreSQL's own user passes through it to its data.
await chmod(dataDir, 0o711);
const children = createChildren();
try {
  const cluster = await startCluster(children, dataDir);
  await ensureDatabase(cluster, "bench");
  const url = cluster.url("bench");
  await migrate(url);
  const destination = await startDestination(children);
  console.log(`PostgreSQL ${cluster.version}, ${connectionsMax} connections each.\n`);
  const at = new Map<number, { floor: Figures; reprise: Figures }>();
  for (const concurrency of concurrencies) {
    const floor = await figures(() => prepareFloor(url, destination, connectionsMax), concurrency, url);
    const reprise = await figures(
      () => prepareReprise(url, destination, connectionsMax, concurrency),
      concurrency,
      url,
    );
    at.set(concurrency, { floor, reprise });
    print(`floor, ${concurrency} at once`, floor);
    print(`reprise, ${concurrency} at once`, reprise);
  }
  judge(at);
} finally {
  await children.stopAll();
  await rm(dataDir, { recursive: true, force: true });
}

async function figures(prepare: () => Promise<Subject>, concurrency: number, url: string): Promise<Figures> {
  return measure(await prepare(), { concurrency, runs: runsAt(concurrency), url });
}

function print(name: string, f: Figures): void {
  console.log(
    [
      name.padEnd(24),
      `${f.runsPerSecond.toFixed(1).padStart(7)} runs/s`,
      `p50 ${f.p50Ms.toFixed(1).padStart(6)} ms`,
      `p99 ${f.p99Ms.toFixed(1).padStart(6)} ms`,
      `per run: ${f.commits.toFixed(1)} commits (${f.writes.toFixed(1)} writing)`,
      `${f.rows.toFixed(1)} rows`,
      `${(f.walBytes / 1024).toFixed(1)} kB of log`,
      `${(f.tableBytes / 1024).toFixed(1)} kB of tables`,
    ].join("  "),
  );
}

function judge(at: Map<number, { floor: Figures; reprise: Figures }>): void {
  const most = at.get(Math.max(...concurrencies));
  const one = at.get(1);
  if (most === undefined || one === undefined) return;
  const share = most.reprise.runsPerSecond / most.floor.runsPerSecond;
  const slower = one.reprise.p50Ms / one.floor.p50Ms;
  console.log(
    `\n${(100 * share).toFixed(0)} % of the floor's runs per second at ${Math.max(...concurrencies)} (at least ${(100 * shareMin).toFixed(0)} %); ` +
      `p50 at 1 is ${slower.toFixed(2)} times the floor's (at most ${slowerMax}).`,
  );
  if (share < shareMin || slower > slowerMax) process.exitCode = 1;
}
