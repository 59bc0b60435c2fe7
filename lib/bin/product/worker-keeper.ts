/** One worker, always: workers may die at any point (that is what the product is about), and the demo kills this one on purpose. */

import { setTimeout as wait } from "node:timers/promises";
import type { Child, Children, ChildSpec, Exit } from "./children";

// A worker that lived this long had started properly; its death is news, not a loop.
const properLifeMs = 5_000;
const pauseMinMs = 250;
const pauseMaxMs = 5_000;

/** Returns when the first worker is started; goes on until `signal`. */
export function keepWorker(
  children: Children,
  spec: ChildSpec,
  signal: AbortSignal,
  say: (text: string) => void,
): void {
  void keep(children.start(spec));

  async function keep(first: Child): Promise<void> {
    let worker = first;
    for (let pauseMs = pauseMinMs; ; ) {
      const startedAt = Date.now();
      const exit = await worker.exited;
      if (signal.aborted) return;
      pauseMs = Date.now() - startedAt > properLifeMs ? pauseMinMs : Math.min(pauseMs * 2, pauseMaxMs);
      say(`${describeExit(exit)}; a new one starts in ${pauseMs / 1000} s`);
      await wait(pauseMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      worker = children.start(spec);
    }
  }
}

export function describeExit({ code, signal }: Exit): string {
  if (signal) return `was killed (${signal})`;
  return code === null ? "could not be started" : `ended with code ${code}`;
}
