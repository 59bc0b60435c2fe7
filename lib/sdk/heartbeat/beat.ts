/** Renews one lease until it is released, lost, or past the deadline of the code that runs under it. */

import { heartbeatEveryMs, type Lease } from "@/lib/progress/execution";
import type { Clock } from "../clock";

/** Where the two ends of a lease are written, so that others may read them at any time. */
export type LeaseTimes = {
  endsAtMs(): number;
  keepUntilMs(): number;
  setEnds(monotonicMs: number, wallMs: number): void;
};

export type Renew = (lease: Lease) => Promise<{ leaseLeftMs: number } | { refused: string }>;

/** After a failed call: often enough to fit several tries into what is left of a short lease. */
const retryMs = 250;

/** Returns what stops it. */
export function beat(
  ask: { lease: Lease; leaseMs: number; times: LeaseTimes; renew: Renew; onLost: () => void },
  clock: Clock,
): () => void {
  const { lease, leaseMs, times, renew, onLost } = ask;
  let stopped = false;
  let cancel = clock.after(heartbeatEveryMs(leaseMs), () => void next());

  function lose(): void {
    if (stopped) return;
    stopped = true;
    times.setEnds(0, 0);
    onLost();
  }

  function again(ms: number): void {
    if (stopped) return;
    const left = times.endsAtMs() - clock.monotonicMs();
    cancel = clock.after(Math.max(0, Math.min(ms, left)), () => void next());
  }

  async function next(): Promise<void> {
    if (stopped) return;
    const sentAtMs = clock.monotonicMs();
    const sentWallMs = clock.wallMs();
    if (sentAtMs >= times.endsAtMs()) return lose();
    if (sentAtMs >= times.keepUntilMs()) return again(leaseMs);
    try {
      const answer = await renew(lease);
      if (stopped) return;
      if ("refused" in answer) return lose();
      times.setEnds(sentAtMs + answer.leaseLeftMs, sentWallMs + answer.leaseLeftMs);
      again(heartbeatEveryMs(leaseMs));
    } catch {
      // Not knowing is no reason to lose it: it ends by itself unless a later call succeeds.
      again(retryMs);
    }
  }

  return () => {
    stopped = true;
    cancel();
  };
}
