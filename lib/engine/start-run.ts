/** Starts a run, or returns the first one that was started with the same logical run id. */

import type { Run } from "@/lib/progress/run";
import type { NewRun } from "@/lib/progress/store";
import type { Engine } from "./engine";
import { checkIdentifier, checkJson, InputRefused } from "./limits";

/** Inputs are small facts such as ids; whatever is large belongs into a step's result. */
const inputMaxBytes = 256 * 1024;

/** `input` is any JSON value. Throws InputRefused for ids over 255 bytes and for JSON that cannot be kept exactly. */
export async function startRun(
  engine: Engine,
  ask: Omit<NewRun, "input"> & { input: unknown },
): Promise<{ run: Run; created: boolean }> {
  checkIdentifier("workflow", ask.workflow);
  checkIdentifier("logicalRunId", ask.logicalRunId);
  if (ask.subject !== null) checkIdentifier("subject", ask.subject);
  if (ask.leaseMs < 1_000) throw new InputRefused("lease_too_short", "A lease needs at least 1000 ms.");
  const input = checkJson(ask.input, inputMaxBytes, "The input");
  return engine.progress.startRun({ ...ask, input });
}
