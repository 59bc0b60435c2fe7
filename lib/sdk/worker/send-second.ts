/** Sends one genuine second action that a person released and that no run asks for. */

import type { ReportResult } from "@/lib/ledger/store";
import type { AnyAction } from "../action";
import { perform } from "../attempt/perform";
import { encodedResponse, reportOf } from "../attempt/report-of";
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
  const told = (late: Seen) => report(reportOf(id, late, encodedResponse(backend, late, task.action.type)));
  // While the code still runs it may still send: its end is evidence, and comes when it comes.
  if (seen === null) void ended.then(told);
  else await told(seen);
}
