/** Lets the demo's panel kill the worker at a chosen boundary, as a crash would: at once, without a word to anybody. */

import type { OnBoundary } from "@/lib/sdk/boundary";
import { worldClient } from "./world/client";

export function killSwitch(worldUrl: string): OnBoundary {
  const world = worldClient(worldUrl);
  return async (boundary, { subject, step }) => {
    if (subject === null) return;
    // A world that is down arms nothing.
    const armed = await world.takeKill({ object: subject, boundary, step }).catch(() => false);
    if (!armed) return;
    process.kill(process.pid, "SIGKILL");
    // The signal is on its way: nothing further may happen.
    await new Promise(() => {});
  };
}
