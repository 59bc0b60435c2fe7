/** Where scenarios are played: a Postgres that may be stopped, the outside world, workers, and who directs them. */

import { mkdirSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { type Cluster, ensureDatabase, startCluster } from "@/lib/bin/postgres/cluster";
import { getPostgresUser } from "@/lib/bin/postgres/os-user";
import { createChildren } from "@/lib/bin/product/children";
import { migrate } from "@/lib/store/migrate";
import { mountSmallDisk, type SmallDisk } from "./small-disk";
import { startWeb, type Web } from "./web/web";
import { type Conductor, startConductor } from "./worker/conductor";
import { type Crew, createCrew } from "./worker/crew";
import { startWorld, type World } from "./world/world";

export type StageSet = {
  url(): string;
  folder: string;
  /** Holds the tables, where that was asked for and can be had. */
  disk: SmallDisk | null;
  strike(): Promise<void>;
};

export type Stage = {
  world: World;
  conductor: Conductor;
  crew: Crew;
  /** A web process for such a database; what it says goes to the file. */
  startWeb(databaseUrl: string, logFile: string): Promise<Web>;
  /** A migrated database of its own, and a folder for the logs of one scenario. */
  set(name: string, options?: { onSmallDisk: boolean }): Promise<StageSet>;
  /** Stops the server as told and starts it again on the same data. */
  restartPostgres(how: "immediate" | "fast"): Promise<void>;
  close(): Promise<void>;
};

// A power cut may cost the campaign its data; what a killed server keeps without one is what is tested.
export const connectionsMax = 120;
const settings = { fsync: "off", autovacuum: "off", max_connections: String(connectionsMax) };
const template = "campaign_template";
const tablespace = "campaign_small";

export async function openStage(): Promise<Stage> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "reprise-faults-"));
  // PostgreSQL's own user passes through it to its data.
  await chmod(dataDir, 0o711);
  const children = createChildren();
  let disk: SmallDisk | null | undefined;
  const close = async () => {
    await children.stopAll();
    disk?.unmount();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    let cluster: Cluster = await startCluster(children, dataDir, settings);
    await ensureDatabase(cluster, template);
    await migrate(cluster.url(template));
    const world = await startWorld(children);
    const conductor = await startConductor();
    const crew = createCrew(children, conductor);
    crew.prepare(2);
    return {
      world,
      conductor,
      crew,
      startWeb: (databaseUrl, logFile) => startWeb(children, databaseUrl, logFile),
      async set(name, { onSmallDisk } = { onSmallDisk: false }) {
        const folder = path.join(dataDir, name);
        mkdirSync(folder);
        if (onSmallDisk && disk === undefined) disk = await openSmallDisk(cluster, dataDir);
        const own = (onSmallDisk && disk) || null;
        await onServer(cluster, (sql) => {
          const space = own === null ? sql`` : sql`tablespace ${sql(tablespace)}`;
          return sql`create database ${sql(name)} template ${sql(template)} ${space}`;
        });
        return {
          url: () => cluster.url(name),
          folder,
          disk: own,
          strike: () => onServer(cluster, (sql) => sql`drop database if exists ${sql(name)} with (force)`),
        };
      },
      async restartPostgres(how) {
        const { child } = cluster;
        if (how === "immediate" && child.pid !== undefined) process.kill(child.pid, "SIGQUIT");
        await (how === "immediate" ? child.exited : child.stop());
        cluster = await startCluster(children, dataDir, settings);
      },
      async close() {
        await conductor.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openSmallDisk(cluster: Cluster, dataDir: string): Promise<SmallDisk | null> {
  const disk = mountSmallDisk(path.join(dataDir, "small"), getPostgresUser());
  if (disk === null) {
    console.log("No file system can be mounted here: where the disk is full, a trigger refuses what is written.");
    return null;
  }
  await onServer(cluster, (sql) => sql.unsafe(`create tablespace ${tablespace} location '${disk.folder}'`));
  return disk;
}

async function onServer(cluster: Cluster, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(cluster.url("postgres"), { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
