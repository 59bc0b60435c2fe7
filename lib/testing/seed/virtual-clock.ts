/**
 * A clock that moves to its next timer once nothing real is under way. Calls to the database and the outside world really
 * happen and take no time on it, beyond what they are told to take.
 */

import type { Clock } from "@/lib/sdk/clock";

type Timer = { at: number; then: () => void };

/** More turns of the event loop than any chain of promises and immediates between two calls takes. */
const turnsToSettle = 40;

export class VirtualClock implements Clock {
  private readonly timers = new Set<Timer>();
  private underWay = 0;
  private whenNone: (() => void)[] = [];

  constructor(private now: number) {}

  monotonicMs(): number {
    return this.now;
  }

  wallMs(): number {
    return this.now;
  }

  after(ms: number, then: () => void): () => void {
    const timer = { at: this.now + Math.max(0, ms), then };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  }

  pass(ms: number): void {
    this.now += ms;
  }

  /** Timers that are due by then wait for the next `runUntil`, as in a process that slept. Never goes back. */
  moveTo(at: number): void {
    this.now = Math.max(this.now, at);
  }

  /** Work that happens outside this clock: time stands still until it is done. */
  async standStill<T>(work: () => Promise<T>): Promise<T> {
    this.underWay += 1;
    try {
      return await work();
    } finally {
      this.underWay -= 1;
      if (this.underWay === 0) for (const resolve of this.whenNone.splice(0)) resolve();
    }
  }

  /** Throws when nothing is left that could ever make it come true. */
  async runUntil(comesTrue: () => boolean): Promise<void> {
    for (;;) {
      await this.settled();
      if (comesTrue()) return;
      const next = this.earliest();
      if (next === null) throw new Error("The simulation waits for something that will never happen.");
      this.moveTo(next.at);
      // A worker's periodic tasks are due together; what they do by then is in nobody's way.
      for (const timer of [...this.timers].filter(({ at }) => at === next.at)) {
        // One of them may have cancelled another.
        if (this.timers.delete(timer)) timer.then();
      }
    }
  }

  private async settled(): Promise<void> {
    for (let turns = 0; turns < turnsToSettle; turns++) {
      if (this.underWay > 0) {
        await new Promise<void>((resolve) => this.whenNone.push(resolve));
        turns = 0;
      }
      await new Promise(setImmediate);
    }
  }

  private earliest(): Timer | null {
    let earliest: Timer | null = null;
    for (const timer of this.timers) if (earliest === null || timer.at < earliest.at) earliest = timer;
    return earliest;
  }
}
