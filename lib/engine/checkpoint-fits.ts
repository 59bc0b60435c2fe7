/** Which checkpoints of a run a resume could open, as far as it can be known before one tries. */

import { type CheckpointFit, judgeCheckpoints } from "@/lib/progress/checkpoint-fit";
import { runCan } from "@/lib/progress/run";
import type { RunRecord } from "@/lib/progress/store";
import type { WorkerState } from "@/lib/progress/worker";
import type { Engine } from "./engine";

/** Empty where nobody can resume: while a run moves, its worker sees for itself. */
export async function checkpointFits(
  engine: Engine,
  { run, checkpoints }: RunRecord,
  workers: readonly WorkerState[],
): Promise<CheckpointFit[]> {
  if (!runCan.resume(run).allowed) return [];
  const [damaged, now] = await Promise.all([engine.progress.findDamaged(run.id), engine.progress.now()]);
  return judgeCheckpoints(run, checkpoints, { workers, damaged, now });
}
