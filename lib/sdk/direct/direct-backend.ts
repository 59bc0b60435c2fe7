/** The backend that calls the engine's verbs in this process, over the two stores. */

import { beginAttempt } from "@/lib/engine/begin-attempt";
import { claimRun } from "@/lib/engine/claim-run";
import type { Engine } from "@/lib/engine/engine";
import { guardAction } from "@/lib/engine/guard-action";
import { holdActions } from "@/lib/engine/hold-actions";
import { readGuarded } from "@/lib/engine/read-guarded";
import { recordProgress } from "@/lib/engine/record-progress";
import { reportAttempt } from "@/lib/engine/report-attempt";
import { reportProbe, takeProbe } from "@/lib/engine/run-probe";
import { startRun } from "@/lib/engine/start-run";
import { sweep } from "@/lib/engine/sweep";
import { takeSecond } from "@/lib/engine/take-second";
import { isFinal } from "@/lib/ledger/action";
import type { Backend } from "../backend";
import { encodeValue, inWordsOfSdk } from "../encode-value";
import type { Heartbeats } from "../heartbeat/heartbeats";

export function directBackend(engine: Engine, openHeartbeats: () => Heartbeats): Backend {
  return {
    startRun: (ask) => translated(startRun(engine, ask)),
    async registerWorker(worker, destinations) {
      await engine.progress.registerWorker(worker);
      await engine.ledger.declareDestinations(destinations);
    },
    workerLearned: (workerId, shapes) => engine.progress.workerLearned(workerId, shapes),
    workerSeen: (workerId) => engine.progress.workerSeen(workerId),
    workerEnded: (workerId) => engine.progress.workerEnded(workerId, false),
    claim: (worker) => claimRun(engine, worker),
    record: (lease, write) => translated(recordProgress(engine, lease, write)),
    begin: (ask) => translated(beginAttempt(engine, { ...ask, deadlineMs: ask.intent.declaration.deadlineMs })),
    hold: ({ holder, ...ask }) => {
      const { runId, executionId, token } = holder;
      return translated(holdActions(engine, { ...ask, holder, lease: { runId, executionId, token } }));
    },
    guard: (ask) => translated(guardAction(engine, ask)),
    readGuarded: (key) => translated(readGuarded(engine, key)),
    report: (ask) => reportAttempt(engine, ask),
    async unsettledActions(runId) {
      const records = await engine.ledger.readRunActions(runId);
      return records
        .filter(({ action }) => !isFinal(action.state))
        .map(({ action: { id, type, object, occurrence, state } }) => ({
          actionId: id,
          type,
          object,
          occurrence,
          state,
        }));
    },
    takeSecond: (types) => takeSecond(engine, types),
    takeProbe: (workerId, destinations) => takeProbe(engine, workerId, destinations),
    async reportProbe(task, answer) {
      await reportProbe(engine, task, answer);
    },
    async sweep(onError) {
      await sweep(engine, onError);
    },
    encode: encodeValue,
    openHeartbeats,
  };
}

const translated = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error) => {
    throw inWordsOfSdk(error);
  });
