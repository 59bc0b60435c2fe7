/**
 * What a monitor scrapes, in Prometheus's text format. What stands in the database is read at each scrape, so every web
 * process tells the same and one of them is enough; what a process did itself (its requests, its memory) it adds up.
 */

import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Engine } from "@/lib/engine/engine";
import { readDesk } from "@/lib/engine/read-desk";
import { actionStates } from "@/lib/ledger/action";
import { runStates } from "@/lib/progress/run";
import { isPresent } from "@/lib/progress/worker";

// Routes may be bundled apart from each other; the figures are those of the process.
const kept = globalThis as typeof globalThis & { repriseMetrics?: Metrics };

type Metrics = ReturnType<typeof makeMetrics>;

const metrics = (): Metrics => {
  kept.repriseMetrics ??= makeMetrics();
  return kept.repriseMetrics;
};

/** Seconds: from an answer out of memory to one that a person gives up waiting for. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function makeMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `reprise_${name}`, help, labelNames, registers: [registry] });
  return {
    registry,
    requests: new Histogram({
      name: "reprise_http_request_duration_seconds",
      help: "Answered requests to the API by route, method and code.",
      labelNames: ["route", "method", "code"],
      buckets: requestBuckets,
      registers: [registry],
    }),
    runs: gauge("runs", "Runs by state, ended ones included until their retention is over.", ["state"]),
    ready: gauge("runs_ready", "Runs that a worker could claim now: the queue.", ["workflow"]),
    readyOldest: gauge("runs_ready_oldest_seconds", "How long the first of them has been ready.", ["workflow"]),
    workers: gauge("workers_present", "Workers that were seen within the last seconds."),
    open: gauge("runs_stopped_open", "Runs that stopped for good and that nobody dealt with."),
    actions: gauge("actions", "Actions by state.", ["state"]),
    unknown: gauge("actions_unknown", "Unknown actions by destination and verdict, the 200 most urgent.", [
      "destination",
      "verdict",
    ]),
    unknownOldest: gauge("actions_unknown_oldest_seconds", "How long ago the oldest of them was attempted."),
    messages: gauge("messages", "Messages to the webhook by what became of them.", ["state"]),
    latency: gauge("latency_p95_seconds", "95 of 100 within the last hour took no longer.", ["of"]),
  };
}

export type AnsweredRequest = { route: string; method: string; code: number; tookMs: number };

export function countRequest({ route, method, code, tookMs }: AnsweredRequest): void {
  metrics().requests.observe({ route, method, code }, tookMs / 1_000);
}

const latencyRangeMs = 60 * 60_000;

export async function renderMetrics(engine: Engine): Promise<{ type: string; text: string }> {
  const now = await engine.progress.now();
  const range = { from: now - latencyRangeMs, to: now };
  const [runs, stopped, ready, workers, actions, desk, messages, latencies, settling] = await Promise.all([
    engine.progress.countRuns(),
    engine.stopDecisions.marks().then((marks) => engine.progress.countStopped(marks)),
    engine.progress.countReady(),
    engine.progress.listWorkers(),
    engine.ledger.countActions({}),
    readDesk(engine),
    engine.messages.count(),
    engine.progress.latencies(range),
    engine.ledger.settlingTimes(range),
  ]);
  const figures = metrics();
  for (const state of runStates) figures.runs.set({ state }, runs[state]);
  figures.open.set(stopped.open);
  figures.workers.set(workers.filter((worker) => isPresent(worker, now)).length);
  // What is not there any more must not keep its last value.
  for (const gauge of [figures.ready, figures.readyOldest, figures.unknown]) gauge.reset();
  // A workflow may be there in several versions; the one that waits longest comes first.
  for (const { workflow, runs: count, since } of ready.toReversed()) {
    figures.ready.inc({ workflow }, count);
    figures.readyOldest.set({ workflow }, (now - since) / 1_000);
  }
  for (const state of actionStates) {
    figures.actions.set({ state }, actions.find((row) => row.state === state)?.count ?? 0);
  }
  const unknown = desk.groups.flatMap(({ records }) => records);
  for (const { action, verdict } of unknown) {
    figures.unknown.inc({ destination: action.destination, verdict: verdict.kind });
  }
  const begun = unknown.map(({ action }) => action.firstBegunAt ?? action.createdAt);
  figures.unknownOldest.set(begun.length === 0 ? 0 : (desk.now - Math.min(...begun)) / 1_000);
  for (const [state, count] of Object.entries(messages)) figures.messages.set({ state }, count);
  for (const [of, { p95Ms }] of Object.entries({ ...latencies, settling })) {
    if (p95Ms !== null) figures.latency.set({ of }, p95Ms / 1_000);
    else figures.latency.remove({ of });
  }
  return { type: figures.registry.contentType, text: await figures.registry.metrics() };
}
