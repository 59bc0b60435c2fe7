/** The thread's side: one loop per lease that the board shows. */

import { parentPort, workerData } from "node:worker_threads";
import { systemClock } from "../clock";
import { beat, type Renew } from "./beat";
import { slotOf, slotsMax } from "./lease-board";
import type { FromThread, ThreadData } from "./thread-heartbeats";

/** A third of the time after which the shortest lease is renewed first. */
const lookEveryMs = 100;

/** `connect` is given what the worker handed over. */
export function serveBeats<D>(connect: (data: D) => Renew): void {
  // Only ever started as a thread, with this data.
  const { board, data } = workerData as ThreadData<D>;
  const renew = connect(data);
  const slots = Array.from({ length: slotsMax }, (_, i) => slotOf(board, i));
  const beating = new Map<number, { holding: bigint; stop: () => void }>();
  const tell = (message: FromThread) => parentPort?.postMessage(message);

  function look(number: number): void {
    const slot = slots[number];
    const holding = slot?.holding() ?? 0n;
    const known = beating.get(number);
    if (slot === undefined || holding === (known?.holding ?? 0n)) return;
    known?.stop();
    beating.delete(number);
    if (holding === 0n) return;
    const { leaseMs, ...lease } = slot.lease();
    // Freed and held again while it was read: the next look sees the new one.
    if (slot.holding() !== holding) return;
    const onLost = () => tell({ kind: "lost", slot: number, holding });
    // What the slot shows later may be another lease's times.
    const isStill = () => slot.holding() === holding;
    const times = {
      endsAtMs: slot.endsAtMs,
      keepUntilMs: slot.keepUntilMs,
      setEnds: (monotonicMs: number, wallMs: number) => isStill() && slot.setEnds(monotonicMs, wallMs),
    };
    const stop = beat({ lease, leaseMs, times, renew, onLost }, systemClock);
    beating.set(number, { holding, stop });
  }

  setInterval(() => {
    for (let number = 0; number < slotsMax; number++) look(number);
  }, lookEveryMs);
  tell({ kind: "ready" });
}
