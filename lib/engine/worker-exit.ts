/**
 * What follows when the process of a worker is known to have ended: its leases are free at once, and its open attempts
 * are unknown, with the proof that nothing more can come from that sender.
 */

import type { Engine } from "./engine";

export async function workerExitSeen(engine: Engine, workerId: string): Promise<void> {
  await engine.progress.workerEnded(workerId, true);
  await engine.ledger.workerExitSeen(workerId);
}
