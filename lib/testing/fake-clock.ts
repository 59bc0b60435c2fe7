/** A clock that only the test moves. Timers fire in order while it passes them, each followed by what it set off. */

import type { Clock } from "@/lib/sdk/clock";
import { monday } from "./factories";

type Timer = { atMs: number; then: () => void };

export class FakeClock implements Clock {
  private nowMs = monday;
  private wallSkewMs = 0;
  private readonly timers = new Set<Timer>();

  readonly now = (): number => this.nowMs;
  readonly monotonicMs = (): number => this.nowMs;
  readonly wallMs = (): number => this.nowMs + this.wallSkewMs;

  /** Somebody sets the wall clock. */
  stepWall(ms: number): void {
    this.wallSkewMs += ms;
  }

  get timerCount(): number {
    return this.timers.size;
  }

  readonly after = (ms: number, then: () => void): (() => void) => {
    const timer = { atMs: this.nowMs + ms, then };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  };

  async advance(ms: number): Promise<void> {
    const untilMs = this.nowMs + ms;
    await turns();
    for (let due = this.nextUntil(untilMs); due !== undefined; due = this.nextUntil(untilMs)) {
      this.timers.delete(due);
      this.nowMs = Math.max(this.nowMs, due.atMs);
      due.then();
      await turns();
    }
    this.nowMs = untilMs;
    await turns();
  }

  /** Like a suspended machine: time passes and nothing runs. */
  skip(ms: number): void {
    this.nowMs += ms;
  }

  private nextUntil(untilMs: number): Timer | undefined {
    return [...this.timers].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
  }
}

/** Lets everything that needs no time run to its end: more turns of the event loop than any chain of it takes. */
export async function turns(count = 60): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise(setImmediate);
}
