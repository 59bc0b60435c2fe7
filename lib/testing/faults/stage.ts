/** Where scenarios are played: a Postgres that may be stopped, the outside world, workers, and who directs them. */

import { mkdirSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { type Cluster, ensureDatabase, startCluster } from "@/lib/bin/postgres/cluster";
import { createChildren } from "@/lib/bin/product/children";
import { migrate } from "@/lib/store/migrate";
import { type Conductor, startConductor } from "./worker/conductor";
import { type Crew, createCrew } from "./worker/crew";
import { startWorld, type World } from "./world/world";

export type Stage = {
  world: World;
  conductor: Conductor;
  crew: Crew;
  /** A migrated database of its own, and a folder for the logs of one scenario. */
  set(name: string): Promise<{ url(): string; folder: string; strike(): Promise<void> }>;
  /** Stops the server as told and starts it again on the same data. */
  restartPostgres(how: "immediate" | "fast"): Promise<void>;
  close(): Promise<void>;
};

// A power cut may cost the campaign its data; what a killed server keeps without one is what is tested.
const settings = { fsync: "off", autovacuum: "off", max_connections: "120" };
const template = "campaign_template";

export async function openStage(): Promise<Stage> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "reprise-faults-"));
  // PostgreSQL's own user passes through it to its data.
  await chmod(dataDir, 0o711);
  const children = createChildren();
  const close = async () => {
    await children.stopAll();
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
      async set(name) {
        const folder = path.join(dataDir, name);
        mkdirSync(folder);
        await onServer(cluster, (sql) => sql`create database ${sql(name)} template ${sql(template)}`);
        return {
          url: () => cluster.url(name),
          folder,
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

async function onServer(cluster: Cluster, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(cluster.url("postgres"), { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
