/** Looks for work until there is some, the time is up, or whoever asked has gone: nobody would hold what it finds then. */

import { setTimeout as wait } from "node:timers/promises";

const lookEveryMs = 250;

export async function waitForRun<T>(
  claim: () => Promise<T | null>,
  waitMs: number,
  signal: AbortSignal,
): Promise<T | null> {
  const until = performance.now() + waitMs;
  for (;;) {
    if (signal.aborted) return null;
    const claimed = await claim();
    const left = until - performance.now();
    if (claimed !== null || left <= 0) return claimed;
    await wait(Math.min(lookEveryMs, left));
  }
}
