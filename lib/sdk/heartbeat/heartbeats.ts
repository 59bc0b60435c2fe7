/**
 * Keeps leases alive while a worker works. A lease ends, for its holder, at the monotonic time of sending the last
 * successful renewal plus what it was granted: an answer that took long never makes it longer.
 */

import type { Lease } from "@/lib/progress/execution";
import type { Clock } from "../clock";

export type Granted = {
  lease: Lease;
  leaseMs: number;
  leaseLeftMs: number;
  /** When the claim was sent, on both clocks. */
  sentAtMs: number;
  sentWallMs: number;
};

export type HeldLease = {
  /** On the monotonic clock; 0 once it is known to be lost. */
  endsAtMs(): number;
  wallEndsAtMs(): number;
  /** Heartbeats stop at this monotonic time, so that hung code loses its lease. */
  keepUntil(monotonicMs: number): void;
  release(): void;
};

export interface Heartbeats {
  /** Resolves once leases are renewed; a worker claims nothing before. */
  ready(): Promise<void>;
  /** `onLost` is called once, when the lease was refused or ran out. */
  hold(granted: Granted, onLost: () => void): HeldLease;
  stop(): Promise<void>;
}

/** Both clocks: the monotonic one cannot be set, and the wall clock also counts while a machine sleeps. */
export const mayAct = (held: HeldLease, clock: Clock): boolean =>
  clock.monotonicMs() < held.endsAtMs() && clock.wallMs() < held.wallEndsAtMs();
