/** A file system of its own for one database's tables, small enough to be filled. The log of Postgres stays elsewhere. */

import { spawnSync } from "node:child_process";
import { chownSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import type { OsUser } from "@/lib/bin/postgres/os-user";

export type SmallDisk = {
  /** Where a tablespace may be made. */
  folder: string;
  /** Until nothing more can be written. */
  fill(): void;
  free(): void;
  unmount(): void;
};

/** Room for a migrated database and what a scenario writes, and filled within a moment. */
const sizeMiB = 96;
const chunk = Buffer.alloc(64 * 1024);

/** Null where this process may not mount: outside Linux, or without the right to. */
export function mountSmallDisk(at: string, owner: OsUser | null): SmallDisk | null {
  mkdirSync(at);
  const options = `size=${sizeMiB}m,mode=0711`;
  if (spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", at]).status !== 0) return null;
  const folder = path.join(at, "tables");
  mkdirSync(folder, { mode: 0o700 });
  if (owner !== null) chownSync(folder, owner.uid, owner.gid);
  const filler = path.join(at, "filler");
  return {
    folder,
    fill: () => writeUntilFull(filler),
    free: () => rmSync(filler, { force: true }),
    unmount() {
      spawnSync("umount", ["--lazy", at]);
    },
  };
}

function writeUntilFull(file: string): void {
  const descriptor = openSync(file, "a");
  try {
    for (let size = chunk.length; size >= 1; ) {
      try {
        writeSync(descriptor, chunk, 0, size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(descriptor);
  }
}
