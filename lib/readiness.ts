/**
 * Whether a web process can be sent requests: its databases answer, they hold the tables that its code was written for, and
 * it has not been asked to stop. Whoever balances requests over several of them asks every second or so.
 */

import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { log } from "@/lib/log";
import { getWired } from "@/lib/wiring";

export type Readiness =
  | { ready: true }
  | { ready: false; why: "draining" | "database_unreachable" | "migration_missing" };

/** A balancer that waits longer has counted us out by then. */
const patienceMs = 2_000;

export async function readiness(): Promise<Readiness> {
  if (isDraining()) return { ready: false, why: "draining" };
  try {
    const answer = await Promise.race([askDatabases(), pause(patienceMs, null, { ref: false })]);
    return answer ?? { ready: false, why: "database_unreachable" };
  } catch (error) {
    log.warn({ err: error }, "not ready: the database does not answer");
    return { ready: false, why: "database_unreachable" };
  }
}

/** Set by the process that started this one, once it was asked to stop: there is no other word between the two. */
function isDraining(): boolean {
  const file = process.env.REPRISE_DRAIN_FILE;
  return file !== undefined && existsSync(/* turbopackIgnore: true */ file);
}

async function askDatabases(): Promise<Readiness> {
  const { engine, missingMigrations } = await getWired();
  const [missing] = await Promise.all([missingMigrations(), engine.progress.now(), engine.ledger.now()]);
  return missing === 0 ? { ready: true } : { ready: false, why: "migration_missing" };
}
