/** Ends retention on a schedule, beside the sweeps: a few pages at a time, so that it is never felt. */

import type { Engine } from "@/lib/engine/engine";
import { type PurgeStage, purge, purgeStages, type Retention } from "@/lib/engine/purge";
import { readEnv } from "@/lib/env";
import { log } from "@/lib/log";

/** Days pass slowly; a page each minute is well over a hundred thousand runs a day. */
const everyMs = 60_000;
const pageSize = 100;

/** Any number of processes may do it at once: each removal happens once, or finds nothing left to remove. */
export function keepPurging(engine: Engine, goesOn: () => boolean): void {
  const { retention } = readEnv();
  const cursors = new Map<PurgeStage, string | null>();
  const again = async () => {
    if (!goesOn()) return;
    await purgeSome(engine, retention, cursors).catch((error) => log.warn({ err: error }, "a purge failed"));
    setTimeout(again, everyMs).unref();
  };
  setTimeout(again, everyMs).unref();
}

async function purgeSome(engine: Engine, retention: Retention, cursors: Map<PurgeStage, string | null>): Promise<void> {
  for (const stage of purgeStages) {
    const cursor = cursors.get(stage) ?? undefined;
    const { purged, next } = await purge(engine, stage, retention, { cursor, pageSize, dryRun: false });
    cursors.set(stage, next);
    if (purged.runs > 0) log.info({ stage, runs: purged.runs, actions: purged.actions }, "retention ended");
  }
}
