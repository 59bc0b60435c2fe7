/** Tells a process from a later one that got the same pid: after a reboot or in a restarted container pids repeat at once. */

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Text that is the same as long as it is the same process; null when there is no such process. */
export function findProcessIdentity(pid: number): string | null {
  if (!existsSync("/proc/self/stat")) {
    const listed = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
    return listed.stdout?.trim() || null;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold spaces; after it come the state letter (Z: dead, not yet reaped) and, as 20th, the start time.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z") return null;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}/${fields[19]}`;
  } catch {
    // The process ended, perhaps between two reads.
    return null;
  }
}
