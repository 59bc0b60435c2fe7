/** Stops a run for good. Its actions that were never sent are withdrawn; what was sent stays as it is. */

import { type CommandAnswer, command } from "./command";
import type { Operator } from "./command-store";
import { deliverOutbox } from "./deliver-outbox";
import type { Engine } from "./engine";
import { refusalAnswer } from "./refusal";

export async function cancelRun(
  engine: Engine,
  ask: { runId: string; reason: string; nonce: string; operator: Operator },
): Promise<CommandAnswer<{ runId: string }>> {
  const run = await engine.progress.findRun(ask.runId);
  if (run === null) return { ok: false, code: "run_not_found", message: "There is no such run." };
  return command<{ runId: string }>(
    engine,
    {
      nonce: ask.nonce,
      kind: "cancel",
      objectKind: "run",
      objectId: ask.runId,
      operator: ask.operator,
      reason: ask.reason,
      shown: null,
      before: { state: run.state, cause: run.cause },
    },
    async () => {
      const cancelled = await engine.progress.cancel({ runId: ask.runId, by: ask.operator.name, reason: ask.reason });
      if ("refused" in cancelled) return refusalAnswer(cancelled);
      await deliverOutbox(engine);
      return { ok: true, runId: ask.runId, after: { state: "cancelled" } };
    },
  );
}
