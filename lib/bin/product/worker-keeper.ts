/** One worker, always: workers may die at any point (that is what the product is about), and the demo kills this one on purpose. */

import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Child, Children, ChildSpec, Exit } from "./children";

// A worker that lived this long had started properly; its death is news, not a loop.
const properLifeMs = 5_000;
const pauseMinMs = 250;
const pauseMaxMs = 5_000;

export type WorkerKeeping = {
  children: Children;
  spec: ChildSpec;
  signal: AbortSignal;
  say: (text: string) => void;
  /** This worker's process is known to have ended: what it held is free, and nothing more can come from it. */
  exitSeen: (workerId: string) => Promise<void>;
};

/** Returns when the first worker is started; goes on until `signal`. */
export function keepWorker({ children, spec, signal, say, exitSeen }: WorkerKeeping): void {
  void keep();

  function startOne(): { workerId: string; worker: Child } {
    const workerId = randomUUID();
    return { workerId, worker: children.start({ ...spec, env: { ...spec.env, WORKER_ID: workerId } }) };
  }

  async function keep(): Promise<void> {
    for (let pauseMs = pauseMinMs; !signal.aborted; ) {
      const { workerId, worker } = startOne();
      const startedAt = Date.now();
      const exit = await worker.exited;
      if (signal.aborted) return;
      pauseMs = Date.now() - startedAt > properLifeMs ? pauseMinMs : Math.min(pauseMs * 2, pauseMaxMs);
      say(`${describeExit(exit)}; a new one starts in ${pauseMs / 1000} s`);
      // Without it the leases end by themselves, a little later.
      await exitSeen(workerId).catch((error) => say(`its end could not be recorded: ${String(error)}`));
      await wait(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
}

export function describeExit({ code, signal }: Exit): string {
  if (signal) return `was killed (${signal})`;
  return code === null ? "could not be started" : `ended with code ${code}`;
}
