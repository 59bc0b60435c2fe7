/** The attempts that a figure of retries counts: the rows behind attempts, steps or actions, and runs alike. */

import type { AttemptReason } from "@/lib/ledger/action";
import type { RetryReason } from "@/lib/progress/retry";
import type { Engine } from "./engine";
import { rowsMax } from "./read-insights";

type Asked = { from: number; to: number; firstOnly: boolean };
export type RetriesAsk = Asked & ({ half: "steps"; reason: RetryReason } | { half: "actions"; reason: AttemptReason });

/** One attempt; `itemId` is of its step or action. */
export type RetriedAttempt = {
  attemptId: string;
  itemId: string;
  runId: string | null;
  name: string;
  number: number;
  at: number;
};

/** Newest first; at most `rowsMax`. */
export async function readRetries(engine: Engine, ask: RetriesAsk): Promise<{ rows: RetriedAttempt[]; more: boolean }> {
  const rows = ask.half === "steps" ? await ofSteps(engine, ask) : await ofActions(engine, ask);
  return { rows: rows.slice(0, rowsMax), more: rows.length > rowsMax };
}

async function ofSteps(engine: Engine, ask: Asked & { reason: RetryReason }): Promise<RetriedAttempt[]> {
  const rows = await engine.progress.retryRows({ ...ask, limit: rowsMax + 1 });
  return rows.map(({ stepId, step, reason: _, ...row }) => ({ ...row, itemId: stepId, name: step }));
}

async function ofActions(engine: Engine, ask: Asked & { reason: AttemptReason }): Promise<RetriedAttempt[]> {
  const rows = await engine.ledger.attemptRows({ ...ask, limit: rowsMax + 1 });
  return rows.map(({ actionId, type, object, reason: _, ...row }) => ({
    ...row,
    itemId: actionId,
    name: `${type} ${object}`,
  }));
}
