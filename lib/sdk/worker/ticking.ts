/** A task that is repeated until it is stopped, never twice at once. */

import type { Clock } from "../clock";

export type Ticking = { stop(): Promise<void> };

export function every(
  ms: number,
  task: () => Promise<unknown>,
  clock: Clock,
  onError: (error: unknown) => void,
): Ticking {
  let stopped = false;
  let current: Promise<unknown> = Promise.resolve();
  let cancel = clock.after(ms, tick);

  function tick(): void {
    current = task()
      .catch(onError)
      .then(() => {
        if (!stopped) cancel = clock.after(ms, tick);
      });
  }

  return {
    async stop() {
      stopped = true;
      cancel();
      await current;
    },
  };
}
