/**
 * One `npm start` per data folder. The lock is the file start.json, which also tells other commands what is running.
 * It is put in place by link(2), which fails when the file exists, so two starts in the same instant cannot both have it;
 * a file whose process is gone is a leftover of a kill and is taken over.
 */

import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { SetupError } from "@/lib/env";
import { findProcessIdentity } from "./process-identity";

const StartRecord = z.object({
  pid: z.number(),
  identity: z.string(),
  address: z.string(),
  worldUrl: z.string().nullable(),
});

export interface StartLock {
  /** The start before this one was killed: what it had started may need seconds to be gone. */
  readonly tookOver: boolean;
  publish(running: { worldUrl: string | null }): void;
  release(): void;
}

/** @throws SetupError `already_running`, with pid and address of the other. */
export function acquireStartLock(dataDir: string, address: string): StartLock {
  const file = path.join(dataDir, "start.json");
  const own = path.join(dataDir, `start.${process.pid}.json`);
  const record = { pid: process.pid, identity: findProcessIdentity(process.pid) ?? "", address, worldUrl: null };
  const write = (content: object) => writeFileSync(own, `${JSON.stringify(content)}\n`, { mode: 0o600 });

  write(record);
  let tookOver = false;
  try {
    while (!linkIfAbsent(own, file)) {
      refuseIfRunning(file);
      tookOver = true;
      setAsideLeftover(file);
    }
  } finally {
    rmSync(own, { force: true });
  }
  return {
    tookOver,
    publish(running) {
      write({ ...record, ...running });
      renameSync(own, file);
    },
    release() {
      if (readRecord(file)?.pid === process.pid) rmSync(file, { force: true });
    },
  };
}

function linkIfAbsent(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function refuseIfRunning(file: string): void {
  const record = readRecord(file);
  if (!record || findProcessIdentity(record.pid) !== record.identity) return;
  throw new SetupError(
    "already_running",
    `Reprise already runs from this folder: process ${record.pid}, ${record.address}`,
    `Open ${record.address}, or stop the other one first: kill ${record.pid}`,
  );
}

/** Renaming takes exactly one file away; if a faster start has replaced the leftover by its own record, that is put back. */
function setAsideLeftover(file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    // Another start took the leftover away first; the caller looks again.
    return;
  }
  const taken = readRecord(aside);
  if (taken && findProcessIdentity(taken.pid) === taken.identity) linkIfAbsent(aside, file);
  rmSync(aside, { force: true });
}

function readRecord(file: string): z.infer<typeof StartRecord> | null {
  try {
    return StartRecord.safeParse(JSON.parse(readFileSync(file, "utf8"))).data ?? null;
  } catch {
    return null;
  }
}
