/** Gives a worker the next run it may execute. A claim with a token above 1 reaches it only after the fence is raised. */

import type { Claimed } from "@/lib/progress/store";
import type { WorkerRecord } from "@/lib/progress/worker";
import type { Engine } from "./engine";

export async function claimRun(engine: Engine, worker: WorkerRecord): Promise<Claimed | null> {
  const claimed = await engine.progress.claim({ worker, executionId: engine.newId() });
  if (claimed !== null && claimed.lease.token > 1) {
    await engine.ledger.raiseFence(claimed.lease.runId, claimed.lease.token);
  }
  return claimed;
}
