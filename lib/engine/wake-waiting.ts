/**
 * After a release: wakes the runs that waited for it. Waking asks whether the run still waits for exactly this action,
 * so doing it twice, or for a run that never waited, changes nothing.
 */

import { verdictOf } from "@/lib/ledger/verdict";
import type { Engine } from "./engine";

const pageSize = 200;

export async function wakeWaiting(engine: Engine, destination: string): Promise<void> {
  let cursor: string | undefined;
  do {
    const [page, now] = await Promise.all([
      engine.ledger.listActions({ destination, states: ["planned", "unknown"], cursor, pageSize }),
      engine.ledger.now(),
    ]);
    for (const row of page.rows) {
      const { id, runId } = row.action;
      const { kind } = verdictOf(row, now);
      // A run that waits for an unknown outcome is not helped by the release.
      if (runId !== null && (kind === "safe" || kind === "safe_with_same_key")) {
        await engine.progress.wake(runId, { actionId: id });
      }
    }
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}
