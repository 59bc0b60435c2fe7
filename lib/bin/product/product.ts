/**
 * The life of a start: lock, port, the stages of lib/bin/product/launch-product.ts, then running until asked to stop. Whatever happens on the
 * way, all that was started is stopped in order before this process ends.
 */

import { chmodSync, mkdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { readEnv, SetupError } from "@/lib/env";
import { createChildren } from "./children";
import type { ConsoleMode } from "./launch";
import { launchProduct } from "./launch-product";
import { requireFreePort } from "./port";
import { reportFailure } from "./report-failure";
import { createStages } from "./stage";
import { acquireStartLock, type StartLock } from "./start-lock";
import { StopRequested, untilAborted, watchStop } from "./stop";

// What was killed together with its start is ended by its undertaker within seconds; the port is free then.
const orphanPatienceMs = 10_000;

/** Runs until asked to stop; sets the exit code. */
export async function runProduct(mode: ConsoleMode): Promise<void> {
  const children = createChildren();
  const print = (line: string) => console.log(line);
  const stop = watchStop(children, print);
  // A stop does not wait for a long stage: the stage ends because its process does.
  stop.signal.addEventListener("abort", () => void children.stopAll());
  let lock: StartLock | null = null;
  try {
    const env = readEnv();
    openDataFolder(env.dataDir);
    lock = acquireStartLock(env.dataDir, env.publicUrl);
    await requireFreePort(env.port, lock.tookOver ? orphanPatienceMs : 0);
    const stage = createStages(stop.signal, print);
    await launchProduct({ env, mode, children, stop, stage, print, publish: lock.publish });
    process.send?.({ ready: env.publicUrl });
    await untilAborted(stop.signal);
  } catch (error) {
    // A signal that came while a stage blocked the loop is delivered now, and is then the real reason.
    await wait(0);
    if (!stop.signal.aborted) stop.abort(error);
  }
  const reason: unknown = stop.signal.reason;
  if (!(reason instanceof StopRequested)) {
    reportFailure(reason);
    process.exitCode = 1;
  }
  await children.stopAll();
  lock?.release();
  // Handles that a stage left open (a pool, a timer) must not keep a stopped product alive.
  process.exit();
}

/** PostgreSQL's own user must be able to pass through it to its data, but not to list it. */
function openDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    chmodSync(dataDir, 0o711);
  } catch (error) {
    throw new SetupError(
      "data_dir_unreachable",
      `The data folder ${dataDir} cannot be made or used: ${error instanceof Error ? error.message : String(error)}`,
      "Give yourself the rights to it, or set REPRISE_DATA_DIR to another folder.",
    );
  }
}
