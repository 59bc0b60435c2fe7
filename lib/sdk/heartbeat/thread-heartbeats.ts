/** Heartbeats in a thread of their own, so that code that blocks the event loop does not lose its lease. */

import { Worker } from "node:worker_threads";
import type { Lease } from "@/lib/progress/execution";
import type { Heartbeats } from "./heartbeats";
import { newBoard, slotOf, slotsMax } from "./lease-board";

export type ToThread =
  | { kind: "hold"; slot: number; lease: Lease; leaseMs: number }
  | { kind: "release"; slot: number; executionId: string };
export type FromThread = { kind: "ready" } | { kind: "lost"; slot: number; executionId: string };
export type ThreadData<D> = { board: SharedArrayBuffer; data: D; module: string };

const openAgainMs = 500;

/** `module` runs `serveBeats` with a connection of its own; `data` is handed to it. */
export function threadHeartbeats<D>(module: URL, data: D, onError: (error: Error) => void): Heartbeats {
  const board = newBoard();
  const held = new Map<number, { lease: Lease; leaseMs: number; onLost: () => void }>();
  const free = Array.from({ length: slotsMax }, (_, i) => slotsMax - 1 - i);
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
      const found = held.get(message.slot);
      if (found?.lease.executionId === message.executionId) found.onLost();
    });
    opened.on("error", (error) => {
      onError(error);
      // At once, a thread that cannot start would take a whole core with it.
      setTimeout(openAgain, openAgainMs).unref();
    });
    return opened;
  }

  function openAgain(): void {
    if (stopping) return;
    thread = open();
    for (const [slot, { lease, leaseMs }] of held) send({ kind: "hold", slot, lease, leaseMs });
  }

  const send = (message: ToThread) => thread.postMessage(message);

  return {
    ready: () => ready,
    hold({ lease, leaseMs, leaseLeftMs, sentAtMs, sentWallMs }, onLost) {
      const slot = free.pop();
      if (slot === undefined) throw new Error(`One worker holds at most ${slotsMax} leases.`);
      const times = slotOf(board, slot);
      times.setEnds(sentAtMs + leaseLeftMs, sentWallMs + leaseLeftMs);
      times.keepUntil(sentAtMs + leaseMs);
      held.set(slot, { lease, leaseMs, onLost });
      send({ kind: "hold", slot, lease, leaseMs });
      return {
        endsAtMs: times.endsAtMs,
        wallEndsAtMs: times.wallEndsAtMs,
        keepUntil: times.keepUntil,
        release() {
          if (!held.delete(slot)) return;
          send({ kind: "release", slot, executionId: lease.executionId });
          free.push(slot);
        },
      };
    },
    async stop() {
      stopping = true;
      await thread.terminate();
    },
  };
}
