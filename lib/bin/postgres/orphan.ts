/** A server that outlived its start (killed, undertaker included) still holds the data folder; so does its pid file after a power cut. */

import { spawnSync } from "node:child_process";
import { readFileSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findProcessIdentity } from "../product/process-identity";

/** Call only as the holder of the start lock: then nobody else may be using the folder. */
export async function stopOrphan(dir: string): Promise<void> {
  const pidFile = path.join(dir, "postmaster.pid");
  const pid = readPid(pidFile);
  if (pid === null) return;
  if (!isServerOf(dir, pid)) {
    // The pid went to another process, which would keep PostgreSQL from starting for no reason.
    rmSync(pidFile, { force: true });
    return;
  }
  const identity = findProcessIdentity(pid);
  const isAlive = () => identity !== null && findProcessIdentity(pid) === identity;
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    if (!isAlive()) return;
    process.kill(pid, signal);
    for (const deadline = Date.now() + 10_000; isAlive() && Date.now() < deadline; ) await wait(50);
  }
}

function readPid(pidFile: string): number | null {
  try {
    const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

/** Its command line names the folder, which no other program's does. */
function isServerOf(dir: string, pid: number): boolean {
  return readCommand(pid).includes(realpathSync(dir));
}

function readCommand(pid: number): string {
  if (process.platform !== "linux") {
    return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    // No such process.
    return "";
  }
}
