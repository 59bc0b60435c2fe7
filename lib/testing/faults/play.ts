/** One scenario while it is played: its database, its workers, its proxies, and what is noted for the checker. */

import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Engine } from "@/lib/engine/engine";
import { startBackend } from "@/lib/sdk/direct/start-backend";
import { start } from "@/lib/sdk/start";
import { open, type Sql } from "@/lib/store/database";
import { createEngine } from "@/lib/wiring";
import type { Click, LockHeld, Press } from "./checker/observed";
import { businessIntent, fixture } from "./fixture";
import { type PostgresProxy, startPostgresProxy } from "./proxy/postgres-proxy";
import { startWorldProxy, type WorldProxy } from "./proxy/world-proxy";
import type { Scenario } from "./scenario";
import type { SmallDisk } from "./small-disk";
import type { Stage } from "./stage";
import { wreck } from "./teeth/wreck";
import type { Hold } from "./worker/assignment";
import type { CrewMember } from "./worker/crew";
import { setClock } from "./worker/follow-clock";
import type { Misbehaviour } from "./world/control";

export type PlayedWorker = CrewMember & {
  postgres: PostgresProxy;
  world: WorldProxy;
  name: string;
  /** In a scenario about clocks: moves this worker's wall clock so far from the true one. */
  setClock(shiftMs: number): void;
};

export type Play = {
  scenario: Scenario;
  stage: Stage;
  engine: Engine;
  /** Straight to the database, past every proxy. */
  sql: Sql;
  databaseUrl(): string;
  /** Null where its tables are on no disk of their own. */
  disk: SmallDisk | null;
  /** By run id. */
  planned: Map<string, Scenario["runs"][number]>;
  workers: PlayedWorker[];
  /** Where the logs are. */
  folder: string;
  oracleFile: string;
  workerFiles: string[];
  presses: Press[];
  locks: LockHeld[];
  clicks: Click[];
  /** Runs that the fault really struck. */
  struck: Set<string>;
  /** By worker: when it was killed. */
  killedAt: Map<string, number>;
  tooth: string | null;
  startRuns(): Promise<void>;
  startWorker(options?: { hold?: Hold | null }): Promise<PlayedWorker>;
  misbehave(how: Record<string, Misbehaviour>, hold?: { phase: "before" | "after"; intents: string[] }): Promise<void>;
  close(): Promise<void>;
};

/** Beyond the deadline of the attempt and, with what ran before, beyond the lease. */
const lateMs = 2_500;

export async function openPlay(stage: Stage, scenario: Scenario, tooth: string | null): Promise<Play> {
  const name = `s${scenario.seed}_${randomUUID().slice(0, 8)}`;
  const set = await stage.set(name, { onSmallDisk: scenario.cell.fault === "disk_full" });
  const sql = open(set.url(), { max: 3, applicationName: "campaign", statementTimeoutMs: 30_000 });
  if (tooth !== null) await wreck(sql, tooth);
  const { engine, close } = await createEngine({
    progressUrl: set.url(),
    ledgerUrl: set.url(),
    connectionsMax: 4,
    applicationName: "campaign",
  });
  const oracleFile = path.join(set.folder, "oracle.log");
  const { workflows } = fixture({ worldUrl: "", leaseMs: scenario.leaseMs, generation: 1, onBody() {}, workerId: "" });
  const play: Play = {
    scenario,
    stage,
    engine,
    sql,
    databaseUrl: set.url,
    disk: set.disk,
    clicks: [],
    planned: new Map(),
    workers: [],
    folder: set.folder,
    oracleFile,
    workerFiles: [],
    presses: [],
    locks: [],
    struck: new Set(),
    killedAt: new Map(),
    tooth,
    async startRuns() {
      const backend = startBackend(engine);
      await Promise.all(
        scenario.runs.map(async (run) => {
          const { recovery, object, logicalRunId, shape, thinkMs } = run;
          const input = { object, logicalRunId, shape, thinkMs };
          const started = await start(workflows[recovery], input, { logicalRunId, backend });
          play.planned.set(started.runId, run);
        }),
      );
    },
    async startWorker({ hold = null } = {}) {
      const workerId = randomUUID();
      const generation = play.workers.length + 1;
      const proxies = {
        postgres: await startPostgresProxy(set.url),
        world: await startWorldProxy(stage.world.url, lateMs),
      };
      const logFile = path.join(set.folder, `worker-${generation}.log`);
      const workerName = `worker-${generation}`;
      const clockFile = path.join(set.folder, `clock-${generation}`);
      const hasOwnClock = scenario.cell.fault.startsWith("clock_");
      if (hasOwnClock) setClock(clockFile, clockShiftMs(scenario, generation));
      const member = stage.crew.hire({
        workerId,
        name: workerName,
        generation,
        databaseUrl: proxies.postgres.url,
        worldUrl: proxies.world.url,
        leaseMs: scenario.leaseMs,
        concurrency: scenario.runs.length + 5,
        logFile,
        graceMs: scenario.graceMs,
        hold,
        clockFile: hasOwnClock ? clockFile : null,
        tooth,
      });
      const worker = {
        ...member,
        ...proxies,
        name: workerName,
        setClock: (shiftMs: number) => setClock(clockFile, shiftMs),
      };
      play.workers.push(worker);
      play.workerFiles.push(logFile);
      return worker;
    },
    misbehave: (how, hold) =>
      stage.world.control({ logFile: oracleFile, misbehave: how, hold: hold ?? null, slowMs: scenario.slowMs }),
    async close() {
      await stage.world.release({ execute: false });
      for (const worker of play.workers) {
        if (worker.isAlive()) process.kill(worker.pid, "SIGKILL");
        await worker.exited;
        await worker.postgres.close();
        await worker.world.close();
      }
      await close();
      await sql.end({ timeout: 2 });
      await set.strike();
    },
  };
  await play.misbehave({});
  return play;
}

export const clockOffMs = 10 * 60_000;

/** Where clocks are wrong from the beginning, that of each worker differs from the one before. */
function clockShiftMs({ cell }: Scenario, generation: number): number {
  if (cell.fault !== "clock_wrong") return 0;
  return generation % 2 === 1 ? clockOffMs : -clockOffMs;
}

export const actionTypesOf: Record<Scenario["runs"][number]["shape"], string[]> = {
  refund: ["refund.create"],
  busy: ["refund.create"],
  mail: ["mail.send"],
  charge: ["card.charge"],
  all: ["card.charge", "refund.create", "mail.send"],
  held: ["refund.create", "mail.send"],
  drift: ["refund.create"],
  held_drift: ["refund.create", "mail.send"],
  deaf: ["refund.deaf"],
};

/** The one action of each run at which the fault strikes. */
export function intentStruck({ logicalRunId, object, shape, heldAt }: Scenario["runs"][number]): string {
  const types = actionTypesOf[shape];
  // Each shape has at least one action.
  return businessIntent(logicalRunId, types[heldAt % types.length] as string, object);
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Polls until it holds; false when the time is up. The database may be away meanwhile. */
export async function until(holds: () => Promise<boolean> | boolean, timeoutMs: number): Promise<boolean> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await wait(50)) {
    try {
      if (await holds()) return true;
    } catch {
      // Not answered: asked again.
    }
  }
  return false;
}
