/** Plays one scenario to its end: strike, come to rest, check, press what is suggested, leave, check again. */

import { cpSync, writeFileSync } from "node:fs";
import path from "node:path";
import { checkAtEnd, checkAtRest } from "./checker/check";
import { observe } from "./checker/observe";
import type { Observed, Violation } from "./checker/observed";
import { type Figures, figuresOf } from "./figures";
import { openPlay, type Play, until, wait } from "./play";
import { pressEverything } from "./press";
import type { Scenario } from "./scenario";
import type { Stage } from "./stage";
import { strike } from "./strike/strike";
import { pageThroughRuns } from "./teeth/page-through-runs";

export type Played = {
  scenario: Scenario;
  violations: Violation[];
  keptIn: string | null;
  figures: Figures;
  tookMs: number;
};

export async function runScenario(stage: Stage, scenario: Scenario, tooth: string | null = null): Promise<Played> {
  const startedAt = Date.now();
  const play = await openPlay(stage, scenario, tooth);
  try {
    await strike(play);
    // The next scenario's workers start while this one comes to rest.
    stage.crew.prepare(2);
    await comeToRest(play);
    const atRest = await look(play, null);
    const early = checkAtRest(atRest);
    await pressEverything(play);
    await dismissWorkers(play);
    const atEnd = await look(play, await leftBehind(play));
    const violations = distinct([...early, ...checkAtEnd(atEnd)]);
    const keptIn = violations.length > 0 && tooth === null ? keepLogs(play, { atRest, atEnd }) : null;
    const figures = figuresOf(play, atRest, atEnd, violations);
    return { scenario, violations, keptIn, figures, tookMs: Date.now() - startedAt };
  } finally {
    await play.close();
  }
}

/** Two leases after the last fault nothing may be running any more that nobody holds. */
async function comeToRest(play: Play): Promise<void> {
  const { leaseMs } = play.scenario;
  await wait(leaseMs);
  const isQuiet = async () => {
    const [row] = await play.sql<[{ moving: number }]>`
      select count(*)::int as moving from progress.run
      where state in ('queued', 'running') or (state = 'waiting' and ready_at < clock_timestamp() + interval '5 seconds')`;
    return row.moving === 0;
  };
  await until(isQuiet, 2 * leaseMs + 10_000);
}

async function look(play: Play, left: Observed["left"]): Promise<Observed> {
  const { sql, oracleFile, workerFiles, presses, clicks, locks } = play;
  const listed = await pageThroughRuns(play.engine.progress, play.tooth);
  return observe(sql, { oracleFile, workerFiles }, { presses, clicks, locks, left, listed });
}

async function dismissWorkers(play: Play): Promise<void> {
  const alive = play.workers.filter((worker) => worker.isAlive());
  for (const worker of alive) {
    play.stage.conductor.release(worker.workerId);
    process.kill(worker.pid, "SIGTERM");
  }
  await until(() => alive.every((worker) => !worker.isAlive()), 8_000);
}

/** A server notices closed connections within moments. */
async function leftBehind(play: Play): Promise<NonNullable<Observed["left"]>> {
  const ask = async () => {
    const [row] = await play.sql<[NonNullable<Observed["left"]>]>`
      select
        (select count(*)::int from pg_stat_activity
          where datname = current_database() and application_name <> 'campaign'
            and backend_type = 'client backend') as sessions,
        (select count(*)::int from progress.lease where worker_id is not null) as "heldLeases",
        (select count(*)::int from pg_locks where locktype = 'advisory') as "advisoryLocks",
        (select count(*)::int from pg_prepared_xacts) as "preparedTransactions"`;
    return row;
  };
  await until(async () => Object.values(await ask()).every((count) => count === 0), 3_000);
  return ask();
}

/** What the checker saw, for whoever looks for the reason. */
function keepLogs({ folder, scenario }: Play, seen: Record<string, Observed>): string {
  const kept = path.resolve(".data/faults", `seed-${scenario.seed}`);
  cpSync(folder, kept, { recursive: true });
  writeFileSync(path.join(kept, "seen.json"), JSON.stringify(seen, null, 1));
  return kept;
}

const distinct = (violations: Violation[]): Violation[] => [
  ...new Map(violations.map((violation) => [JSON.stringify(violation), violation])).values(),
];
