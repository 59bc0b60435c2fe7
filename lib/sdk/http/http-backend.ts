/** The backend that speaks to a Reprise server over HTTP, with nothing but fetch: for agents on other machines. */

import type { Backend } from "../backend";
import { encodeValue } from "../encode-value";
import type { Heartbeats } from "../heartbeat/heartbeats";
import { askServer, type CallOptions, type Server } from "./ask-server";
import { httpHeartbeats } from "./http-heartbeats";

export type HttpOptions = {
  /** How long the server may look for a run before a claim comes back empty. */
  claimWaitMs?: number;
  /** Of the thread that renews leases; written to the console by default. */
  onError?: (error: Error) => void;
};

/** As long as a worker may take to notice that it should stop. */
const claimWaitDefaultMs = 2_000;

/** `key` needs the scope "worker"; "guard" is enough for `guard` alone. */
export function httpBackend(url: string, key: string, options: HttpOptions = {}): Backend {
  const server: Server = { url, key };
  const { claimWaitMs = claimWaitDefaultMs, onError = console.error } = options;
  const call = <T>(path: string, ask: unknown, how?: CallOptions) => askServer<T>(server, path, ask, how);
  return {
    startRun: (ask) => call("/worker/start", ask),
    async registerWorker(worker, destinations) {
      await call("/worker/register", { worker, destinations });
    },
    async workerSeen(workerId) {
      await call("/worker/seen", { workerId });
    },
    async workerLearned(workerId, shapes) {
      await call("/worker/learned", { workerId, shapes });
    },
    async workerEnded(workerId) {
      await call("/worker/ended", { workerId });
    },
    async claim(worker) {
      // Under the same key a lost answer is given again, with the lease as it was granted.
      const how = { timeoutMs: claimWaitMs + 10_000 };
      const ask = { worker, waitMs: claimWaitMs };
      return (await call<{ claimed: Awaited<ReturnType<Backend["claim"]>> }>("/worker/claim", ask, how)).claimed;
    },
    record: (lease, write) => call("/worker/record", { lease, write }),
    begin: (ask) => call("/worker/begin", ask),
    hold: (ask) => call("/worker/hold", ask),
    guard: (ask) => call("/guard/begin", ask),
    async readGuarded({ type, object, occurrence }) {
      type Answer = { guarded: Awaited<ReturnType<Backend["readGuarded"]>> };
      return (await call<Answer>("/guard/state", { type, object, occurrence })).guarded;
    },
    report: (ask) => call("/guard/report", ask),
    async unsettledActions(runId) {
      type Answer = { actions: Awaited<ReturnType<Backend["unsettledActions"]>> };
      return (await call<Answer>("/worker/unsettled", { runId })).actions;
    },
    async takeSecond(types) {
      type Answer = { task: Awaited<ReturnType<Backend["takeSecond"]>> };
      return (await call<Answer>("/worker/second", { types })).task;
    },
    async takeProbe(workerId, destinations) {
      type Answer = { task: Awaited<ReturnType<Backend["takeProbe"]>> };
      return (await call<Answer>("/worker/probe", { workerId, destinations })).task;
    },
    async reportProbe({ probe, action }, answer) {
      await call("/worker/probe-report", { probeId: probe.id, actionId: action.id, answer });
    },
    // The server sweeps.
    async sweep() {},
    encode: (value, what) => encodeValue(value, what),
    openHeartbeats: (): Heartbeats => httpHeartbeats(server, onError),
  };
}
