/**
 * The server's data on disk. A folder named `postgres` is always complete: it is made under another name and renamed when done, so what a
 * kill leaves behind is recognised by its name and removed. What is there but cannot be a cluster is set aside, never deleted.
 */

import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import path from "node:path";
import { SetupError } from "@/lib/env";
import type { Binaries } from "./binaries";
import { canEnter, type OsUser } from "./os-user";

export const superuser = "reprise";

export interface ClusterPlan {
  password: string;
  binaries: Binaries;
  user: OsUser | null;
  /** False only where a power cut may cost all data: in tests. */
  isDurable: boolean;
}

export interface ClusterFolder {
  /** The real folder, without symbolic links. */
  dir: string;
  isNew: boolean;
  /** What the person should know: where the data went, what was set aside. */
  remarks: string[];
}

/** @throws SetupError `data_dir_unreachable`, `data_from_other_version`, `postgres_failed` */
export function ensureClusterFolder(dataDir: string, plan: ClusterPlan): ClusterFolder {
  const { binaries, user } = plan;
  const entry = path.join(dataDir, "postgres");
  const remarks: string[] = [];
  if (existsSync(entry)) {
    const dir = realpathSync(entry);
    if (isComplete(dir)) {
      requireReachable(dir, user);
      requireSameVersion(dir, binaries);
      return { dir, isNew: false, remarks };
    }
    const aside = `${entry}.set-aside-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
    renameSync(entry, aside);
    remarks.push(
      `data_set_aside: the database was incomplete and is now ${aside}; this start begins with an empty one`,
    );
  }
  const home = chooseHome(dataDir, entry, user);
  if (home !== dataDir) {
    remarks.push(`PostgreSQL's user cannot enter ${dataDir}; the data is in ${home}, linked from ${entry}`);
  }
  removeHalfMade(home);
  makeCluster(home, plan);
  return { dir: realpathSync(entry), isNew: true, remarks };
}

/** With no server running: a single-user session sets the password, so none ever passes through a file that another user reads. */
export function setPassword(dir: string, password: string, binaries: Binaries, user: OsUser | null): void {
  const statement = `alter role ${superuser} password '${password.replaceAll("'", "''")}'\n`;
  runOrFail(binaries.postgres, ["--single", "-D", dir, "postgres"], user, statement);
}

const making = "postgres.making-";

function removeHalfMade(home: string): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith(making)) rmSync(path.join(home, name), { recursive: true, force: true });
  }
}

function isComplete(dir: string): boolean {
  return ["PG_VERSION", "global/pg_control", "base", "pg_wal"].every((name) => existsSync(path.join(dir, name)));
}

function requireSameVersion(dir: string, { major }: Binaries): void {
  const found = readFileSync(path.join(dir, "PG_VERSION"), "utf8").trim();
  if (found === major) return;
  throw new SetupError(
    "data_from_other_version",
    `The data in ${dir} was written by PostgreSQL ${found}; this is ${major}.`,
    "Go back to the version of Reprise that wrote it and dump it (pg_dump), or move the folder away to begin empty.",
  );
}

function requireReachable(dir: string, user: OsUser | null): void {
  if (canEnter(user, dir)) return;
  throw new SetupError(
    "data_dir_unreachable",
    `PostgreSQL's user cannot enter ${dir}.`,
    "Move the clone below a folder that every user may enter, or set REPRISE_DATA_DIR to one.",
  );
}

/**
 * Root's own folders may be closed to the server's user: then its data lives where a system service's data lives, and a link leads there.
 * The link comes first, so that a half-made cluster is found again.
 */
function chooseHome(dataDir: string, entry: string, user: OsUser | null): string {
  if (lstatSync(entry, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const home = path.dirname(readlinkSync(entry));
    mkdirSync(home, { recursive: true, mode: 0o711 });
    return home;
  }
  if (canEnter(user, dataDir)) return dataDir;
  if (!user) requireReachable(dataDir, user);
  const home = path.join("/var/lib/reprise", randomUUID());
  mkdirSync(home, { recursive: true, mode: 0o711 });
  requireReachable(home, user);
  symlinkSync(path.join(home, "postgres"), entry);
  return home;
}

function makeCluster(home: string, { password, binaries, user, isDurable }: ClusterPlan): void {
  const half = path.join(home, `${making}${process.pid}`);
  mkdirSync(half, { mode: 0o700 });
  if (user) chownSync(half, user.uid, user.gid);
  runOrFail(
    binaries.initdb,
    [
      `--pgdata=${half}`,
      `--username=${superuser}`,
      // Local sockets are off; so is trust.
      "--auth-local=reject",
      "--auth-host=scram-sha-256",
      "--encoding=UTF8",
      // The same order of text on every machine.
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--no-instructions",
      ...(isDurable ? [] : ["--no-sync"]),
    ],
    user,
  );
  setPassword(half, password, binaries, user);
  renameSync(half, path.join(home, "postgres"));
}

function runOrFail(program: string, args: string[], user: OsUser | null, input = ""): void {
  const done = spawnSync(program, args, { cwd: "/", env: serverEnv, input, encoding: "utf8", ...user });
  if (done.status === 0) return;
  throw new SetupError(
    "postgres_failed",
    `${path.basename(program)} failed: ${(done.stderr || done.error?.message || `exit code ${done.status}`).trim()}`,
    "Check free disk space and the rights of the data folder, then start again.",
  );
}

/** PG* variables of the person's own shell must not reach the server. */
export const serverEnv: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  LC_MESSAGES: "C",
  TZ: "UTC",
  NODE_ENV: process.env.NODE_ENV,
};
