/** Time as the SDK reads it. Leases are measured on the monotonic clock, which no one can set; tests move both. */

export type Clock = {
  /** Milliseconds on a clock that all threads of the process share and that never goes back. */
  monotonicMs(): number;
  wallMs(): number;
  /** Returns what cancels it. */
  after(ms: number, then: () => void): () => void;
};

export const systemClock: Clock = {
  monotonicMs: () => Number(process.hrtime.bigint() / 1_000n) / 1_000,
  wallMs: () => Date.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

export const wait = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(ms, resolve);
  });
