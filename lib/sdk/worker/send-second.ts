/** Sends one genuine second action that a person released and that no run asks for. */

import type { ReportResult } from "@/lib/ledger/store";
import type { AnyAction } from "../action";
import { perform } from "../attempt/perform";
import type { Seen } from "../attempt/seen";
import type { Backend, ReportAsk } from "../backend";
import type { Clock } from "../clock";

/** `report` keeps trying until it is stored. */
export async function sendSecond(
  backend: Backend,
  actions: ReadonlyMap<string, AnyAction>,
  clock: Clock,
  report: (ask: ReportAsk) => Promise<ReportResult>,
): Promise<void> {
  const beganMs = clock.monotonicMs();
  const task = await backend.takeSecond([...actions.keys()]);
  const action = task && actions.get(task.action.type);
  if (!task || !action) return;
  const { id, deadlineMs } = task.attempt;
  const ask = { action, proceed: task.attempt, deadlineAtMs: beganMs + deadlineMs, stop: new AbortController().signal };
  const { seen, ended } = await perform(ask, clock);
  const told = (late: Seen) => report(reportOf(id, late, encoded(backend, late, task.action.type)));
  // While the code still runs it may still send: its end is evidence, and comes when it comes.
  if (seen === null) void ended.then(told);
  else await told(seen);
}

function reportOf(attemptId: string, seen: Seen, response: string | null): ReportAsk {
  const { outcome, transport, reason, httpCode, detail, deduplicated } = seen;
  return { attemptId, outcome, transport, reason, httpCode, detail, response, deduplicated };
}

/** What cannot be kept is left out: the outcome does not depend on it. */
function encoded(backend: Backend, { response }: Seen, type: string): string | null {
  if (response === undefined) return null;
  try {
    return backend.encode(response, `The answer to ${type}`);
  } catch {
    return null;
  }
}
