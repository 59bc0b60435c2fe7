/**
 * The leases that a worker holds, in memory that two threads share: one renews, the other reads their ends whenever it is
 * about to act. No message is sent for a lease, since most runs end before their first heartbeat is due.
 */

import type { Lease } from "@/lib/progress/execution";
import type { LeaseTimes } from "./beat";

/** More runs than one process can work on at once. */
export const slotsMax = 4_096;

/** The cells of a slot. `holding` is 0 while it is free, and another number for each lease; ids take two cells. */
const holding = 0;
const endsAt = 1;
const wallEndsAt = 2;
const keepUntil = 3;
const token = 4;
const leaseMs = 5;
const run = 6;
const execution = 8;
const cellCount = 10;

export const newBoard = (): SharedArrayBuffer => new SharedArrayBuffer(slotsMax * cellCount * 8);

export type Slot = LeaseTimes & {
  wallEndsAtMs(): number;
  keepUntil(monotonicMs: number): void;
  /** Which of its leases the slot holds; 0 for none. */
  holding(): bigint;
  /** Written last: whoever sees the number sees the lease. */
  hold(number: bigint, lease: Lease, leaseMs: number): void;
  free(): void;
  lease(): Lease & { leaseMs: number };
};

/** Times are kept as whole microseconds: atomics know no fractions. */
export function slotOf(board: SharedArrayBuffer, slot: number): Slot {
  const at = new BigInt64Array(board, slot * cellCount * 8, cellCount);
  const read = (cell: number) => Atomics.load(at, cell);
  const write = (cell: number, value: bigint) => {
    Atomics.store(at, cell, value);
  };
  const readMs = (cell: number) => Number(read(cell)) / 1_000;
  const writeMs = (cell: number, ms: number) => write(cell, BigInt(Math.round(ms * 1_000)));
  return {
    endsAtMs: () => readMs(endsAt),
    wallEndsAtMs: () => readMs(wallEndsAt),
    keepUntilMs: () => readMs(keepUntil),
    setEnds(monotonicMs, wallMs) {
      writeMs(endsAt, monotonicMs);
      writeMs(wallEndsAt, wallMs);
    },
    keepUntil: (ms) => writeMs(keepUntil, ms),
    holding: () => read(holding),
    hold(number, lease, ms) {
      write(token, BigInt(lease.token));
      write(leaseMs, BigInt(ms));
      writeUuid(write, run, lease.runId);
      writeUuid(write, execution, lease.executionId);
      write(holding, number);
    },
    free: () => write(holding, 0n),
    lease: () => ({
      token: Number(read(token)),
      leaseMs: Number(read(leaseMs)),
      runId: readUuid(read, run),
      executionId: readUuid(read, execution),
    }),
  };
}

function writeUuid(write: (cell: number, value: bigint) => void, cell: number, uuid: string): void {
  const hex = uuid.replaceAll("-", "");
  write(cell, BigInt.asIntN(64, BigInt(`0x${hex.slice(0, 16)}`)));
  write(cell + 1, BigInt.asIntN(64, BigInt(`0x${hex.slice(16)}`)));
}

function readUuid(read: (cell: number) => bigint, cell: number): string {
  const half = (value: bigint) => BigInt.asUintN(64, value).toString(16).padStart(16, "0");
  const hex = half(read(cell)) + half(read(cell + 1));
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
