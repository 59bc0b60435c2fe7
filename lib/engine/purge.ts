/**
 * Ends the retention of runs that are over, in pages: first payloads and intermediate results, much later everything.
 * Each half decides on its own facts; nothing that is unknown, needed by a run that is not over, or changed meanwhile is
 * touched, and each refusal has its reason. A dry run reads the same and writes nothing.
 */

import { type WhyKept, whyPayloadStays, whyRecordStays } from "@/lib/ledger/retention";
import type { ActionRecord } from "@/lib/ledger/store";
import { spentCheckpoints } from "@/lib/progress/retention";
import type { Run } from "@/lib/progress/run";
import { deliverOutbox } from "./deliver-outbox";
import type { Engine } from "./engine";

/** How long after the end of its run. Records are kept at least as long as payloads. */
export type Retention = { payloadMs: number; recordMs: number };

export const purgeStages = ["payloads", "records"] as const;
export type PurgeStage = (typeof purgeStages)[number];

export type Kept = {
  runId: string;
  /** As people know it. */
  name: string;
  actionId: string | null;
  why: WhyKept | "changed_meanwhile";
};
export type Purged = { runs: number; actions: number; checkpoints: number; bytes: number; kept: Kept[] };
export const nothingPurged = (): Purged => ({ runs: 0, actions: 0, checkpoints: 0, bytes: 0, kept: [] });

type PageAsk = { cursor?: string; pageSize: number; dryRun: boolean };

/** Returns where the next page begins; null after the last one. */
export async function purge(
  engine: Engine,
  stage: PurgeStage,
  retention: Retention,
  { cursor, pageSize, dryRun }: PageAsk,
): Promise<{ purged: Purged; next: string | null }> {
  const now = await engine.progress.now();
  const isLast = stage === "records";
  const before = now - (isLast ? retention.recordMs : retention.payloadMs);
  const page = await engine.progress.listOver({ before, purged: isLast, cursor, pageSize });
  const purged = nothingPurged();
  const purgeOne = isLast ? removeRecord : purgePayloads;
  for (const run of page.rows) await purgeOne(engine, run, before, purged, dryRun);
  // The direct call is only a hint: what it does not reach is delivered by a sweep.
  if (!dryRun && purged.runs > 0) await deliverOutbox(engine);
  return { purged, next: page.next };
}

async function purgePayloads(engine: Engine, run: Run, before: number, purged: Purged, dryRun: boolean): Promise<void> {
  const [record, actions] = await Promise.all([engine.progress.readRun(run.id), engine.ledger.readRunActions(run.id)]);
  if (record === null || run.endedAt === null) return;
  const stays = actions.map((action) => ({ action, why: whyPayloadStays(action, before) }));
  keepAll(purged, run, stays);
  // What was never sent keeps its own payload; anything else that must stay keeps the run as it is.
  if (stays.some(({ why }) => why !== null && why !== "not_sent")) return;
  const checkpoints = spentCheckpoints(record);
  if (!dryRun && !(await engine.progress.purgeRun({ runId: run.id, endedAt: run.endedAt, checkpoints }))) {
    purged.kept.push({ runId: run.id, name: nameOf(run), actionId: null, why: "changed_meanwhile" });
    return;
  }
  const spent = actions.filter((action) => action.payload !== null && whyPayloadStays(action, before) === null);
  purged.runs += 1;
  purged.actions += spent.length;
  purged.checkpoints += checkpoints.length;
  purged.bytes += spent.reduce((sum, { action }) => sum + action.payloadBytes, 0);
  for (const { number, bytes } of record.checkpoints) if (checkpoints.includes(number)) purged.bytes += bytes;
}

async function removeRecord(engine: Engine, run: Run, before: number, purged: Purged, dryRun: boolean): Promise<void> {
  const [actions, now] = await Promise.all([engine.ledger.readRunActions(run.id), engine.ledger.now()]);
  const stays = actions.map((action) => ({ action, why: whyRecordStays(action, before, now) }));
  keepAll(purged, run, stays);
  if (stays.some(({ why }) => why !== null)) return;
  // The keys first: a run without keys is closed for good, keys without their run would protect it for ever.
  const gone = dryRun || ((await engine.ledger.removeRun(seen(run.id, actions))) && engine.progress.removeRun(run.id));
  if (!(await gone)) {
    purged.kept.push({ runId: run.id, name: nameOf(run), actionId: null, why: "changed_meanwhile" });
    return;
  }
  if (!dryRun) await engine.stopDecisions.remove(run.id);
  purged.runs += 1;
  purged.actions += actions.length;
}

const seen = (runId: string, actions: readonly ActionRecord[]) => ({
  runId,
  actions: actions.map(({ action: { id, version } }) => ({ id, version })),
});

function keepAll(purged: Purged, run: Run, stays: { action: ActionRecord; why: WhyKept | null }[]): void {
  for (const { action, why } of stays) {
    if (why !== null) purged.kept.push({ runId: run.id, name: nameOf(run), actionId: action.action.id, why });
  }
}

const nameOf = (run: Run): string => `${run.workflow} ${run.subject ?? run.logicalRunId}`;
