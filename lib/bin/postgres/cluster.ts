/** The embedded PostgreSQL server: a real one, on loopback only, with its data in the data folder and a password of its own. */

import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { z } from "zod";
import { SetupError } from "@/lib/env";
import type { Child, Children } from "../product/children";
import { findFreePort, loopback } from "../product/port";
import { getBinaries } from "./binaries";
import { ensureClusterFolder, serverEnv, setPassword, superuser } from "./cluster-folder";
import { stopOrphan } from "./orphan";
import { getPostgresUser } from "./os-user";

export interface Cluster {
  readonly child: Child;
  readonly port: number;
  /** Such as "18.4". */
  readonly version: string;
  /** Nothing was there before, or what was there was set aside. */
  readonly isNew: boolean;
  readonly remarks: string[];
  url(database: string): string;
  /** Takes the address away from postgres.json, so that other commands do not try a server that is gone. */
  forget(): void;
}

/** Survives the server: password and port stay the same from start to start. lib/env.ts reads `url`. */
const Memory = z.object({ password: z.string(), port: z.number(), url: z.string().nullable() });

export const productDatabase = "reprise";

// The console's and the worker's pools, a bench and a person with psql, together.
const connectionsMax = 200;
// After a power cut the server first replays its log.
const startPatienceMs = 60_000;

/** `settings` are passed to the server as they are, such as `{ fsync: "off" }`. */
export async function startCluster(
  children: Children,
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Cluster> {
  const user = getPostgresUser();
  const binaries = getBinaries(user);
  const memoryFile = path.join(dataDir, "postgres.json");
  const known = readMemory(memoryFile);
  const password = known?.password ?? randomBytes(24).toString("base64url");

  await stopOrphan(path.join(dataDir, "postgres"));
  const folder = ensureClusterFolder(dataDir, {
    password,
    binaries,
    user,
    isDurable: settings.fsync !== "off",
  });
  if (!known && !folder.isNew) setPassword(folder.dir, password, binaries, user);

  const port = await findFreePort(known?.port);
  const url = (database: string) => `postgres://${superuser}:${password}@${loopback}:${port}/${database}`;
  writeMemory(memoryFile, { password, port, url: null });

  const logFile = path.join(dataDir, "postgres.log");
  const child = children.start({
    name: "embedded PostgreSQL",
    command: binaries.postgres,
    args: ["-D", folder.dir, "-p", String(port), ...settingArgs(settings)],
    env: serverEnv,
    cwd: "/",
    ...(user && { user }),
    // Fast shutdown: sessions end, a checkpoint is written.
    stopSignal: "SIGINT",
    graceMs: 30_000,
    logFile,
    signalLeaderOnly: true,
  });
  const version = await untilReady(child, url("postgres"), logFile);
  writeMemory(memoryFile, { password, port, url: url(productDatabase) });
  const forget = () => writeMemory(memoryFile, { password, port, url: null });
  return { child, port, version, isNew: folder.isNew, remarks: folder.remarks, url, forget };
}

/** Makes a database when there is none of that name. */
export async function ensureDatabase(cluster: Cluster, name: string): Promise<void> {
  const sql = postgres(cluster.url("postgres"), { max: 1 });
  try {
    const found = await sql`select 1 from pg_database where datname = ${name}`;
    if (found.length === 0) await sql`create database ${sql(name)}`;
  } finally {
    await sql.end();
  }
}

function settingArgs(settings: Record<string, string>): string[] {
  const all = {
    listen_addresses: loopback,
    unix_socket_directories: "",
    max_connections: String(connectionsMax),
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** @returns the server's version, once it answers */
async function untilReady(child: Child, url: string, logFile: string): Promise<string> {
  let ended = false;
  void child.exited.then(() => {
    ended = true;
  });
  for (const deadline = Date.now() + startPatienceMs; !ended && Date.now() < deadline; await wait(50)) {
    const version = await askVersion(url);
    if (version) return version;
  }
  throw new SetupError(
    "postgres_failed",
    `The embedded PostgreSQL ${ended ? "ended at once" : `does not answer after ${startPatienceMs / 1000} s`}.\n${readEnd(logFile)}`,
    `Read ${logFile}. To begin with an empty database, move the folder postgres beside it away.`,
  );
}

async function askVersion(url: string): Promise<string | null> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
  try {
    const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
    return row?.version ?? null;
  } catch {
    // Not yet: it refuses connections while starting. A server that never comes is told by untilReady.
    return null;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function readMemory(file: string): z.infer<typeof Memory> | null {
  try {
    return Memory.safeParse(JSON.parse(readFileSync(file, "utf8"))).data ?? null;
  } catch {
    // Absent, or cut off by a kill: a new password is set.
    return null;
  }
}

function writeMemory(file: string, memory: z.infer<typeof Memory>): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(memory)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function readEnd(logFile: string): string {
  return readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-10).join("\n");
}
