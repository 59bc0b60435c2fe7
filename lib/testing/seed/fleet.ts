/** The workers of the simulation, one after the other: each works until nothing is left to do, is replaced, or dies. */

import { actions, workflows } from "@/lib/demo/support-agent";
import type { Engine } from "@/lib/engine/engine";
import { sweep } from "@/lib/engine/sweep";
import type { Backend } from "@/lib/sdk/backend";
import type { BoundaryInfo } from "@/lib/sdk/boundary";
import { newId } from "@/lib/sdk/new-id";
import { createWorker, type Worker } from "@/lib/sdk/worker/worker";
import { day } from "./arrivals";
import type { Death } from "./mishap";
import { type MortalProcess, mortalProcess } from "./mortal-process";
import type { Network } from "./simulated-network";
import type { VirtualClock } from "./virtual-clock";

export type Fleet = {
  /** The workers that take up this run will die like this, one after the other. */
  doom(runId: string, ticketId: string, deaths: readonly Death[]): void;
  /** Until nothing is left that a worker could do now, or the worker died. */
  work(): Promise<{ death: Death; workerId: string } | null>;
  /** The next work includes that many look-ups more. */
  expectLookUps(count: number): void;
  stop(): Promise<void>;
};

type Alive = { worker: Worker; process: MortalProcess; since: number };

/** A new version is rolled out twice a week. */
const deployEveryMs = 3.5 * day;

export function createFleet(around: {
  engine: Engine;
  backend: Backend;
  clock: VirtualClock;
  network: Network;
  onError: (error: unknown) => void;
}): Fleet {
  const { engine, backend, clock, network, onError } = around;
  const doomed = new Map<string, Death[]>();
  let alive: Alive | null = null;
  let died: Death | null = null;
  let started = 0;
  let lookUps = 0;
  let isExecuting = false;
  let foundNothing = false;
  let lookedUp = false;

  function die(death: Death): void {
    died = death;
    alive?.process.kill();
  }

  async function onBoundary(process: MortalProcess, boundary: string, { runId, step }: BoundaryInfo): Promise<void> {
    const next = doomed.get(runId)?.[0];
    if (next === undefined || !("boundary" in next.at)) return;
    if (next.at.boundary !== boundary || next.at.step !== step) return;
    doomed.get(runId)?.shift();
    die(next);
    await process.alive(async () => {});
  }

  /** Sweeps are made between two bursts of work; look-ups only when somebody asked for one. */
  const watched = (worker: () => Worker): Backend => ({
    ...backend,
    async claim(record) {
      const claimed = await backend.claim(record);
      foundNothing = claimed === null;
      if (claimed !== null) {
        isExecuting = true;
        setImmediate(
          () =>
            void worker()
              .idle()
              .then(() => {
                isExecuting = false;
              }),
        );
      }
      return claimed;
    },
    takeProbe: async (...ask) => (lookUps > 0 ? backend.takeProbe(...ask) : null),
    async reportProbe(task, answer) {
      await backend.reportProbe(task, answer);
      lookedUp = true;
      const record = await engine.ledger.readAction(task.action.id);
      // An "absent" that came too early is asked again.
      if (!record?.probes.some(({ state }) => state === "queued")) lookUps -= 1;
    },
    sweep: async () => {},
    workerSeen: async () => {},
    workerLearned: async () => {},
  });

  async function startWorker(): Promise<Alive> {
    started += 1;
    const process = mortalProcess(clock);
    const worker: Worker = createWorker({
      backend: process.wrap(watched(() => worker)),
      workflows,
      actions,
      // One run at a time: which one meets which trouble must not depend on how fast this machine is.
      concurrency: 1,
      id: newId(),
      name: `support-worker-${started}`,
      clock: process.clock,
      onBoundary: (boundary, info) => onBoundary(process, boundary, info),
      log: (level, text, facts) => level === "error" && onError(new Error(`${text} ${JSON.stringify(facts)}`)),
    });
    isExecuting = false;
    await worker.start();
    return { worker, process, since: clock.wallMs() };
  }

  async function replace(): Promise<void> {
    await alive?.worker.stop();
    alive = null;
  }

  return {
    doom(runId, ticketId, deaths) {
      doomed.set(
        runId,
        deaths.filter(({ at }) => "boundary" in at),
      );
      for (const death of deaths) {
        if (!("call" in death.at)) continue;
        const { call, afterMs } = death.at;
        network.trouble(call, ticketId, { kind: "meanwhile", afterMs, happens: () => die(death) });
      }
    },
    async work() {
      if (alive !== null && clock.wallMs() - alive.since > deployEveryMs) await replace();
      died = null;
      do {
        lookedUp = false;
        await sweep(engine, onError);
        alive ??= await startWorker();
        const { worker, process } = alive;
        foundNothing = false;
        worker.nudge();
        await clock.runUntil(() => process.isDead() || (foundNothing && !isExecuting && lookUps === 0));
        if (process.isDead() && died !== null) {
          alive = null;
          return { death: died, workerId: worker.id };
        }
      } while (lookedUp);
      return null;
    },
    expectLookUps(count) {
      lookUps += count;
    },
    async stop() {
      await sweep(engine, onError);
      await replace();
    },
  };
}
