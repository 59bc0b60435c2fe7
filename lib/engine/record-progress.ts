/** A worker's write to its run, and what must be asked again once a run stopped for its actions. */

import { isDisputed, isMisfit } from "@/lib/ledger/action";
import type { ActionRecord } from "@/lib/ledger/store";
import { checkpointMaxBytes, checkpointWarnBytes } from "@/lib/progress/checkpoint";
import type { Lease } from "@/lib/progress/execution";
import type { ProgressWrite, Recorded, Refused } from "@/lib/progress/store";
import type { Engine } from "./engine";
import { byteLength, InputRefused } from "./limits";
import { hasOpenMismatch } from "./near-miss";

/** Throws InputRefused when a checkpoint is over 2 MiB; nothing of the write is stored then. */
export async function recordProgress(engine: Engine, lease: Lease, write: ProgressWrite): Promise<Recorded | Refused> {
  const journal = [...(write.journal ?? [])];
  for (const { body } of write.copies ?? []) boundedBytes(body);
  for (const checkpoint of write.checkpoints ?? []) {
    const bytes = boundedBytes(checkpoint.body);
    if (bytes > checkpointWarnBytes) {
      const text = `A checkpoint of ${bytes} bytes: from ${checkpointWarnBytes} on, keep a reference instead of the whole.`;
      journal.push({ level: "warn", text, stepId: checkpoint.stepId });
    }
  }
  const recorded = await engine.progress.record(lease, journal.length > 0 ? { ...write, journal } : write);
  if (!("recorded" in recorded)) return recorded;
  if (write.end?.kind === "blocked") await wakeIfSettled(engine, lease.runId, write.end.actionIds);
  if (write.end?.kind === "suspended") await wakeIfReleased(engine, lease.runId, write.end.actionIds ?? []);
  return recorded;
}

function boundedBytes(body: string): number {
  const bytes = byteLength(body);
  if (bytes <= checkpointMaxBytes) return bytes;
  throw new InputRefused("too_large", `A checkpoint of ${bytes} bytes; at most ${checkpointMaxBytes} are kept.`);
}

/** The action may have been settled, or a person may have decided, between the answer that blocked the run and the commit that blocked it. */
async function wakeIfSettled(engine: Engine, runId: string, actionIds: readonly string[]): Promise<void> {
  for (const actionId of actionIds) {
    const record = await engine.ledger.readAction(actionId);
    if (record === null || isOpen(record)) continue;
    if (!(await hasOpenMismatch(engine, actionId))) {
      await engine.progress.wake(runId, { actionId });
    }
  }
}

/** A person or a look-up is still waited for. */
const isOpen = ({ action, attempts }: ActionRecord): boolean =>
  action.state === "unknown" || action.state === "sending" || isDisputed(action) || isMisfit(action, attempts);

/** The destination may have been released between the answer that made the run wait and the commit of that wait. */
async function wakeIfReleased(engine: Engine, runId: string, actionIds: readonly string[]): Promise<void> {
  if (actionIds.length === 0) return;
  for (const { action, hold } of await engine.ledger.readActions([...actionIds])) {
    if (hold === null) await engine.progress.wake(runId, { actionId: action.id });
  }
}
