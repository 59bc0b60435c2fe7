/** Heartbeats on the worker's own event loop, for tests with a clock of their own. */

import type { Clock } from "../clock";
import { beat, type Renew } from "./beat";
import type { Heartbeats } from "./heartbeats";

export function inProcessHeartbeats(renew: Renew, clock: Clock): Heartbeats {
  const stops = new Set<() => void>();
  return {
    ready: async () => {},
    hold({ lease, leaseMs, leaseLeftMs, sentAtMs, sentWallMs }, onLost) {
      let endsAtMs = sentAtMs + leaseLeftMs;
      let wallEndsAtMs = sentWallMs + leaseLeftMs;
      let keepUntilMs = Number.POSITIVE_INFINITY;
      const times = {
        endsAtMs: () => endsAtMs,
        keepUntilMs: () => keepUntilMs,
        setEnds(monotonicMs: number, wallMs: number) {
          endsAtMs = monotonicMs;
          wallEndsAtMs = wallMs;
        },
      };
      const stop = beat({ lease, leaseMs, times, renew, onLost }, clock);
      stops.add(stop);
      return {
        endsAtMs: times.endsAtMs,
        wallEndsAtMs: () => wallEndsAtMs,
        keepUntil(ms) {
          keepUntilMs = ms;
        },
        release() {
          stop();
          stops.delete(stop);
        },
      };
    },
    async stop() {
      for (const stop of stops) stop();
      stops.clear();
    },
  };
}
