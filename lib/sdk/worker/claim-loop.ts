/**
 * Claims runs while there are free slots. One claim at a time looks for work; each that finds some lets two follow, so
 * that a burst is taken quickly and an idle worker asks twice a second.
 */

import type { Claimed } from "@/lib/progress/store";
import type { Clock } from "../clock";

const pollMs = 500;
/** More at once would only queue for the same connections. */
const widthMax = 8;

type Port = {
  clock: Clock;
  claim(): Promise<Claimed | null>;
  freeSlots(): number;
  take(claimed: Claimed, sentAt: { monotonicMs: number; wallMs: number }): unknown;
  onError(error: unknown): void;
};

export class ClaimLoop {
  private running = false;
  private width = 1;
  private nudged = false;
  private readonly inFlight = new Set<Promise<void>>();
  private cancelPoll = () => {};

  constructor(private readonly port: Port) {}

  start(): void {
    this.running = true;
    this.fill();
  }

  nudge(): void {
    if (!this.running) return;
    // A claim under way may have looked before there was anything to find.
    this.nudged = this.inFlight.size > 0;
    this.fill();
  }

  async stop(): Promise<void> {
    this.running = false;
    this.cancelPoll();
    await Promise.all(this.inFlight);
  }

  private fill(): void {
    const free = Math.min(this.port.freeSlots(), this.width) - this.inFlight.size;
    for (let i = 0; i < free; i++) {
      const claim = this.claimOne();
      this.inFlight.add(claim);
      void claim.finally(() => this.inFlight.delete(claim)).then(() => this.goOn());
    }
  }

  private goOn(): void {
    if (!this.running) return;
    if (this.width > 0) {
      this.fill();
      return;
    }
    this.width = 1;
    if (this.inFlight.size > 0) return;
    this.cancelPoll();
    if (this.nudged) {
      this.nudged = false;
      this.fill();
      return;
    }
    this.cancelPoll = this.port.clock.after(pollMs, () => this.nudge());
  }

  /** Leaves the width at 0 when there was nothing to claim. */
  private async claimOne(): Promise<void> {
    const { clock, claim, take, onError } = this.port;
    const sentAt = { monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() };
    try {
      const claimed = await claim();
      this.width = claimed === null ? 0 : Math.min(widthMax, Math.max(1, this.width) * 2);
      if (claimed !== null) take(claimed, sentAt);
    } catch (error) {
      this.width = 0;
      onError(error);
    }
  }
}
