/** Something that everybody shares runs out: room on the disk, connections of the server, connections of a pool. */

import postgres from "postgres";
import { type Play, until, wait } from "../play";
import { connectionsMax } from "../stage";
import { readWorkerLog } from "../worker/worker-log";
import { gather, heldRuns } from "./gather";

type Disk = { fill(): Promise<void> | void; free(): Promise<void> | void };

/** The database refuses what needs room, while attempts are opened, reports or checkpoints stored. */
export async function fillDisk(play: Play): Promise<void> {
  const { runIds, release } = await gather(play, play.scenario.cell.boundary);
  const disk = play.disk ?? refusingTables(play);
  await play.startWorker();
  await disk.fill();
  await release();
  await wait(play.scenario.outageMs);
  await disk.free();
  if (hasComplained(play, /No space left on device/)) for (const runId of runIds) play.struck.add(runId);
}

/** Where no file system can be mounted: every write is refused with the same error, and undone as a whole likewise. */
function refusingTables({ sql }: Play): Disk {
  return {
    async fill() {
      await sql.unsafe(`
        create function public.campaign_refuse() returns trigger language plpgsql as $$
          begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
        do $$ declare t regclass; begin
          for t in select oid from pg_class where relkind = 'r'
            and relnamespace in ('progress'::regnamespace, 'ledger'::regnamespace)
          loop
            execute format('create trigger campaign_full before insert or update on %s
              for each statement execute function public.campaign_refuse()', t);
          end loop;
        end $$`);
    },
    async free() {
      await sql`drop function public.campaign_refuse cascade`;
    },
  };
}

/** Others take every connection of the server, and each that a worker loses. */
export async function takeConnections(play: Play): Promise<void> {
  const held = await runsUnderWay(play);
  const taken: postgres.Sql[] = [];
  try {
    await takeUntilRefused(play.databaseUrl(), taken);
    // It lasts from when there is none left, however long that took.
    for (const end = Date.now() + play.scenario.outageMs; Date.now() < end; ) {
      await takeUntilRefused(play.databaseUrl(), taken);
      await play.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name <> 'campaign'`;
    }
  } finally {
    await Promise.all(taken.map((sql) => sql.end({ timeout: 1 })));
  }
  if (hasComplained(play, /too many clients|connection slots/)) for (const runId of held) play.struck.add(runId);
}

async function takeUntilRefused(databaseUrl: string, taken: postgres.Sql[]): Promise<void> {
  // In the server's own database, so that they are not taken for the scenario's.
  const url = new URL("/postgres", databaseUrl).href;
  for (let isRefused = false; !isRefused && taken.length < connectionsMax; ) {
    const together = Array.from({ length: 8 }, () => postgres(url, { max: 1, onnotice: () => {} }));
    const asked = await Promise.allSettled(together.map((sql) => sql`select 1`));
    for (const [i, sql] of together.entries()) {
      if (asked[i]?.status === "fulfilled") taken.push(sql);
      else await sql.end({ timeout: 0 });
    }
    isRefused = asked.some(({ status }) => status === "rejected");
  }
}

/** Somebody locks the ledger's tables, so that every connection of the pool ends up waiting; heartbeats have their own. */
export async function starvePool(play: Play): Promise<void> {
  const held = await runsUnderWay(play);
  const { outageMs, leaseMs } = play.scenario;
  let waiting = 0;
  await play.sql.begin(async (tx) => {
    await tx`lock table ledger.action, ledger.attempt, ledger.fence in access exclusive mode`;
    for (const end = Date.now() + outageMs + leaseMs; Date.now() < end; await wait(250)) {
      const [row] = await tx<[{ count: number }]>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name = 'campaign worker' and wait_event_type = 'Lock'`;
      waiting = Math.max(waiting, row.count);
    }
  });
  // The two of the pool for writes, at the least.
  if (waiting >= 2) for (const runId of held) play.struck.add(runId);
}

/** The runs that two workers hold once they are at all points. */
async function runsUnderWay(play: Play): Promise<string[]> {
  const workers = [await play.startWorker(), await play.startWorker()];
  await play.startRuns();
  const allHeld = async () => (await Promise.all(workers.map((worker) => heldRuns(play, worker)))).flat();
  await until(async () => (await allHeld()).length > 0, 15_000);
  await wait(play.scenario.afterMs);
  return allHeld();
}

const hasComplained = (play: Play, of: RegExp): boolean =>
  play.workerFiles.flatMap(readWorkerLog).some((line) => line.event === "complains" && of.test(line.text));
