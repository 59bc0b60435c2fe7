/** The end of a run's retention, in memory. */

import type { RemoveAsk } from "@/lib/progress/store";
import type { Tell } from "./memory-progress-people";
import type { KeptRun } from "./memory-progress-run";

/** Of the rows of an outbox. */
export function removeDelivered(
  rows: { id: string; deliveredAt: number | null }[],
  { before, limit, dryRun }: RemoveAsk,
): number {
  const spent = rows.filter(({ deliveredAt }) => deliveredAt !== null && deliveredAt < before);
  if (dryRun) return spent.length;
  const gone = spent.slice(0, limit);
  for (const row of gone) rows.splice(rows.indexOf(row), 1);
  return gone.length;
}

export function purgeKept(
  kept: KeptRun | undefined,
  { endedAt, checkpoints }: { endedAt: number; checkpoints: number[] },
  now: number,
  tell: Tell,
): boolean {
  if (!kept || kept.run.purgedAt !== null || kept.run.endedAt !== endedAt) return false;
  kept.run.purgedAt = now;
  for (const checkpoint of kept.checkpoints) {
    if (checkpoints.includes(checkpoint.number) && checkpoint.purgedAt === null) {
      Object.assign(checkpoint, { body: "", purgedAt: now });
    }
  }
  for (const { edits } of kept.validations.flatMap(({ decisions }) => decisions)) {
    for (const edit of edits) edit.payload = "null";
  }
  tell("purge_payloads", { runId: kept.run.id });
  return true;
}
