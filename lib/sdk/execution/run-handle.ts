/** The `run` that a workflow's code holds, bound to one execution. */

import type { ActionRequest } from "../action";
import type { Duration } from "../duration";
import type { Run } from "../run";
import { refuseNested } from "./ask";
import { askAction, sendAll } from "./ask-action";
import { askSleep } from "./ask-sleep";
import { askStep } from "./ask-step";
import { askValidation } from "./ask-validation";
import type { Execution } from "./execution";
import { runLog } from "./run-log";

export function runHandle(ex: Execution): Run {
  const { run } = ex.claimed;
  return {
    id: run.id,
    logicalRunId: run.logicalRunId,
    signal: ex.signal,
    log: runLog(ex, null),
    step: (name, body, options = {}) => rejecting(() => askStep(ex, name, body, options)),
    action: (action, object, payload, { occurrence, ...options } = {}) =>
      rejecting(() => askAction(ex, action.of(object, payload, { occurrence }), options)),
    actions: <const Requests extends readonly ActionRequest[]>(requests: Requests, options = {}) =>
      rejecting(async () => {
        refuseNested("run.actions");
        // One result per request, in their order.
        return (await sendAll(ex, requests, options)) as never;
      }),
    validation: (name, options) => rejecting(() => askValidation(ex, name, options)),
    sleep: (first: string | Duration, duration?: Duration) =>
      rejecting(() => (duration === undefined ? askSleep(ex, "sleep", first) : askSleep(ex, String(first), duration))),
    now: () => outside("run.now", () => ex.values.now()),
    random: () => outside("run.random", () => ex.values.random()),
    uuid: () => outside("run.uuid", () => ex.values.uuid()),
  };
}

/** A mistake in the ask rejects like its failure would; a rejection that nobody awaits must not end the process. */
function rejecting<T>(ask: () => Promise<T>): Promise<T> {
  const promise = new Promise<T>((resolve) => resolve(ask()));
  promise.catch(() => {});
  return promise;
}

/** Bodies are not replayed: drawn there, the next value outside would differ. */
function outside<T>(what: string, draw: () => T): T {
  refuseNested(`${what}()`);
  return draw();
}
