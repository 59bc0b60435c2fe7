/** The thread's side: one loop per lease that the worker holds. */

import { parentPort, workerData } from "node:worker_threads";
import { systemClock } from "../clock";
import { beat, type Renew } from "./beat";
import { slotOf } from "./lease-board";
import type { FromThread, ThreadData, ToThread } from "./thread-heartbeats";

/** `connect` is given what the worker handed over. */
export function serveBeats<D>(connect: (data: D) => Renew): void {
  // Only ever started as a thread, with this data.
  const { board, data } = workerData as ThreadData<D>;
  const renew = connect(data);
  const stops = new Map<number, { executionId: string; stop: () => void }>();
  const tell = (message: FromThread) => parentPort?.postMessage(message);

  parentPort?.on("message", (message: ToThread) => {
    if (message.kind === "release") {
      const found = stops.get(message.slot);
      if (found?.executionId !== message.executionId) return;
      found.stop();
      stops.delete(message.slot);
      return;
    }
    const { slot, lease, leaseMs } = message;
    const { executionId } = lease;
    const onLost = () => tell({ kind: "lost", slot, executionId });
    const stop = beat({ lease, leaseMs, times: slotOf(board, slot), renew, onLost }, systemClock);
    stops.set(slot, { executionId, stop });
  });
  tell({ kind: "ready" });
}
