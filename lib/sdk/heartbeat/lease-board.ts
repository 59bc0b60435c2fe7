/** Lease ends in memory that two threads share: one renews, the other reads them whenever it is about to act. */

import type { LeaseTimes } from "./beat";

const fields = 3;
/** More runs than one process can work on at once. */
export const slotsMax = 4_096;

export const newBoard = (): SharedArrayBuffer => new SharedArrayBuffer(slotsMax * fields * 8);

export type Slot = LeaseTimes & { wallEndsAtMs(): number; keepUntil(monotonicMs: number): void };

/** Times are kept as whole microseconds: atomics know no fractions. */
export function slotOf(board: SharedArrayBuffer, slot: number): Slot {
  const cells = new BigInt64Array(board, slot * fields * 8, fields);
  const read = (field: number) => Number(Atomics.load(cells, field)) / 1_000;
  const write = (field: number, ms: number) => Atomics.store(cells, field, BigInt(Math.round(ms * 1_000)));
  return {
    endsAtMs: () => read(0),
    wallEndsAtMs: () => read(1),
    keepUntilMs: () => read(2),
    setEnds(monotonicMs, wallMs) {
      write(0, monotonicMs);
      write(1, wallMs);
    },
    keepUntil: (ms) => {
      write(2, ms);
    },
  };
}
