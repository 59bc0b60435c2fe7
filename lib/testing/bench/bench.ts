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
import { drive, type Figures, measure } from "./measure";
import { prepareReprise } from "./reprise";

const concurrencies = [1, 16, 64];
/** Both take turns, since a shared machine is not equally fast all the time; of an odd number one is the median. */
const rounds = 3;
/** Long enough for a checkpoint of Postgres to matter little, short enough to be run often. */
const runsAt = (concurrency: number): number => (concurrency === 1 ? 300 : 1_500);
/** Until the code is compiled for good: before that, the side with more code would pay for its compilation. */
const compilingRuns = 1_500;
/** Both sides get as many connections as a process of the product has. */
const connectionsMax = 8;
/** The targets: at the highest concurrency, and of the median at one run at a time. */
const shareMin = 0.55;
const slowerMax = 2.5;

type Round = { floor: Figures; reprise: Figures };

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
  const subjects = {
    floor: () => prepareFloor(url, destination, connectionsMax),
    reprise: (concurrency: number) => prepareReprise(url, destination, connectionsMax, concurrency),
  };
  const most = Math.max(...concurrencies);
  for (const prepare of Object.values(subjects)) {
    const subject = await prepare(most);
    await drive(subject, most, compilingRuns);
    await subject.close();
  }
  const at = new Map<number, Round[]>();
  for (const concurrency of concurrencies) {
    const taken: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      const ask = { concurrency, runs: runsAt(concurrency), url };
      const floor = await measure(await subjects.floor(), ask);
      taken.push({ floor, reprise: await measure(await subjects.reprise(concurrency), ask) });
    }
    at.set(concurrency, taken);
    print(
      `floor, ${concurrency} at once`,
      taken.map(({ floor }) => floor),
    );
    print(
      `reprise, ${concurrency} at once`,
      taken.map(({ reprise }) => reprise),
    );
  }
  judge(at);
} finally {
  await children.stopAll();
  await rm(dataDir, { recursive: true, force: true });
}

function print(name: string, taken: Figures[]): void {
  const of = (figure: keyof Figures) => median(taken.map((each) => each[figure]));
  console.log(
    [
      name.padEnd(24),
      `${of("runsPerSecond").toFixed(1).padStart(7)} runs/s`,
      `p50 ${of("p50Ms").toFixed(1).padStart(6)} ms`,
      `p99 ${of("p99Ms").toFixed(1).padStart(6)} ms`,
      `per run: ${of("commits").toFixed(1)} commits (${of("writes").toFixed(1)} writing)`,
      `${of("rows").toFixed(1)} rows`,
      `${(of("walBytes") / 1024).toFixed(1)} kB of log`,
      `${(of("tableBytes") / 1024).toFixed(1)} kB of tables`,
    ].join("  "),
  );
}

function judge(at: Map<number, Round[]>): void {
  const most = Math.max(...concurrencies);
  const shares = (at.get(most) ?? []).map(({ floor, reprise }) => reprise.runsPerSecond / floor.runsPerSecond);
  const slower = (at.get(1) ?? []).map(({ floor, reprise }) => reprise.p50Ms / floor.p50Ms);
  console.log(
    `\n${(100 * median(shares)).toFixed(0)} % of the floor's runs per second at ${most} (at least ${(100 * shareMin).toFixed(0)} %); ` +
      `p50 at 1 is ${median(slower).toFixed(2)} times the floor's (at most ${slowerMax}).`,
  );
  if (median(shares) < shareMin || median(slower) > slowerMax) process.exitCode = 1;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
