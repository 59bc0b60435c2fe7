/**
 * `npm run review-speed [-- --runs N]`: how long a week's review takes to compute over a month of N runs (200,000), on a
 * throw-away Postgres. Exit code 1 when the median is over the target.
 */

import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { ensureDatabase, startCluster } from "@/lib/bin/postgres/cluster";
import { createChildren } from "@/lib/bin/product/children";
import { computeReview } from "@/lib/review/compute-review";
import { parseWeek } from "@/lib/review/week";
import { rangeOfWeek } from "@/lib/review/week-range";
import { migrate } from "@/lib/store/migrate";
import { createEngine } from "@/lib/wiring";
import { attemptsPerRun, writeMonth } from "./review-month";

const targetMs = 2_000;
const times = 7;
const zone = "UTC";

const { values } = parseArgs({ options: { runs: { type: "string", default: "200000" } } });
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error("--runs takes a number of runs, such as 200000.");
const week = parseWeek("2026-W10");
if (week === null) throw new Error("It is a week.");

const dataDir = await mkdtemp(path.join(tmpdir(), "reprise-review-"));
// PostgreSQL's own user passes through it to its data.
await chmod(dataDir, 0o711);
const children = createChildren();
try {
  const cluster = await startCluster(children, dataDir);
  await ensureDatabase(cluster, "review");
  const url = cluster.url("review");
  await migrate(url);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const startedMs = performance.now();
  await writeMonth(sql, { runs, end: new Date(rangeOfWeek(week, zone).to) });
  await sql.end();
  const millions = ((runs * attemptsPerRun) / 1e6).toFixed(1);
  console.log(`${runs} runs with ${millions} million attempts, written in ${seconds(performance.now() - startedMs)}.`);

  const { engine, close } = await createEngine({ progressUrl: url, ledgerUrl: url });
  const tookMs: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const beganMs = performance.now();
    const { figures } = await computeReview(engine, { week, zone, review: null });
    tookMs.push(performance.now() - beganMs);
    if (time === 0) for (const { key, value } of figures) console.log(`  ${key}: ${JSON.stringify(value)}`);
  }
  await close();
  tookMs.sort((a, b) => a - b);
  const median = tookMs[Math.floor(times / 2)] ?? Number.NaN;
  console.log(
    `A week's review, which compares five: median ${seconds(median)} of ${times}, longest ${seconds(tookMs.at(-1) ?? 0)}; ` +
      `the target is ${seconds(targetMs)}.`,
  );
  if (!(median <= targetMs)) process.exitCode = 1;
} finally {
  await children.stopAll();
  await rm(dataDir, { recursive: true, force: true });
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}
