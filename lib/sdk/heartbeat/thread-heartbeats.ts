/** Heartbeats in a thread of their own, so that code that blocks the event loop does not lose its lease. */

import { Worker } from "node:worker_threads";
import type { Heartbeats } from "./heartbeats";
import { newBoard, slotOf, slotsMax } from "./lease-board";

export type FromThread = { kind: "ready" } | { kind: "lost"; slot: number; holding: bigint };
export type ThreadData<D> = { board: SharedArrayBuffer; data: D; module: string };

const openAgainMs = 500;

/** `module` runs `serveBeats` with a connection of its own; `data` is handed to it. */
export function threadHeartbeats<D>(module: URL, data: D, onError: (error: Error) => void): Heartbeats {
  const board = newBoard();
  const onLostOf = new Map<number, { holding: bigint; onLost: () => void }>();
  // Each in its turn: a renewal that comes late for a slot's former lease must not find a new one there.
  const free = Array.from({ length: slotsMax }, (_, i) => i);
  let holds = 0n;
  let stopping = false;
  let becomeReady = () => {};
  const ready = new Promise<void>((resolve) => {
    becomeReady = resolve;
  });
  let thread = open();

  function open(): Worker {
    const workerData = { board, data, module: module.href } satisfies ThreadData<D>;
    const start = module.pathname.endsWith(".ts") ? new URL("./loaded-thread.js", import.meta.url) : module;
    const opened = new Worker(start, { workerData, execArgv: [] });
    opened.unref();
    opened.on("message", (message: FromThread) => {
      if (message.kind === "ready") return becomeReady();
      const found = onLostOf.get(message.slot);
      if (found?.holding === message.holding) found.onLost();
    });
    opened.on("error", (error) => {
      onError(error);
      // At once, a thread that cannot start would take a whole core with it.
      setTimeout(() => {
        if (!stopping) thread = open();
      }, openAgainMs).unref();
    });
    return opened;
  }

  return {
    ready: () => ready,
    hold({ lease, leaseMs, leaseLeftMs, sentAtMs, sentWallMs }, onLost) {
      const number = free.shift();
      if (number === undefined) throw new Error(`One worker holds at most ${slotsMax} leases.`);
      const slot = slotOf(board, number);
      holds += 1n;
      slot.setEnds(sentAtMs + leaseLeftMs, sentWallMs + leaseLeftMs);
      slot.keepUntil(sentAtMs + leaseMs);
      slot.hold(holds, lease, leaseMs);
      onLostOf.set(number, { holding: holds, onLost });
      return {
        endsAtMs: slot.endsAtMs,
        wallEndsAtMs: slot.wallEndsAtMs,
        keepUntil: slot.keepUntil,
        release() {
          if (!onLostOf.delete(number)) return;
          slot.free();
          free.push(number);
        },
      };
    },
    async stop() {
      stopping = true;
      await thread.terminate();
    },
  };
}
