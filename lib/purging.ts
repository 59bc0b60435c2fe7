/** Ends retention on a schedule, beside the sweeps: a few pages at a time, so that it is never felt. */

import type { Engine } from "@/lib/engine/engine";
import { type PurgeStage, purge, purgeStages, type Retention } from "@/lib/engine/purge";
import { purgeTraces, type TraceKind, traceKinds } from "@/lib/engine/purge-traces";
import { readEnv } from "@/lib/env";
import { keepDoing } from "@/lib/keep-doing";
import { log } from "@/lib/log";

/** Days pass slowly; a page each minute is well over a hundred thousand runs a day. */
const everyMs = 60_000;
const pageSize = 100;

/** Any number of processes may do it at once: each removal happens once, or finds nothing left to remove. */
export function keepPurging(engine: Engine, goesOn: () => boolean): void {
  const { retention } = readEnv();
  const cursors: Cursors = new Map();
  const work = () => purgeSome(engine, retention, cursors);
  keepDoing(goesOn, { everyMs, work, failed: "a purge failed" });
}

type Cursors = Map<PurgeStage | TraceKind, string | null>;

async function purgeSome(engine: Engine, retention: Retention, cursors: Cursors): Promise<void> {
  for (const stage of purgeStages) {
    const cursor = cursors.get(stage) ?? undefined;
    const { purged, next } = await purge(engine, stage, retention, { cursor, pageSize, dryRun: false });
    cursors.set(stage, next);
    if (purged.runs > 0) log.info({ stage, runs: purged.runs, actions: purged.actions }, "retention ended");
  }
  for (const kind of traceKinds) {
    const cursor = cursors.get(kind) ?? undefined;
    const { purged, next } = await purgeTraces(engine, kind, retention, { cursor, pageSize, dryRun: false });
    cursors.set(kind, next);
    if (purged.removed > 0) log.info({ kind, removed: purged.removed }, "retention ended");
  }
}
