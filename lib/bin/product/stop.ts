/** The one way a start ends: asked by a person or the system, or because a part it cannot do without has died. */

import { SetupError } from "@/lib/env";
import type { Child, Children } from "./children";
import { describeExit } from "./worker-keeper";

export class StopRequested extends Error {}

// npm passes Ctrl-C on to a process that the terminal has told already: within this time it is the same key.
const samePressMs = 1_000;

/** @returns the signal that all stages watch, and the promise of its end */
export function watchStop(children: Children, print: (line: string) => void): AbortController {
  const stop = new AbortController();
  let firstAt = 0;
  const request = (signal: NodeJS.Signals) => {
    if (firstAt === 0) {
      firstAt = Date.now();
      print(`\n${signal}: stopping everything; once more kills it.`);
      stop.abort(new StopRequested(signal));
    } else if (Date.now() - firstAt > samePressMs) {
      children.killAll();
      process.exit(130);
    }
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, request);
  // Started by a test runner: when that is gone, so is the reason to run.
  process.on("disconnect", () => firstAt === 0 && request("SIGTERM"));
  // A closed terminal must not turn the stop itself into a crash.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  return stop;
}

export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Its death ends the whole. */
export function markEssential(child: Child, stop: AbortController): Child {
  void child.exited.then((exit) => {
    if (stop.signal.aborted) return;
    const end = child.lastLines.length > 0 ? `\n${child.lastLines.join("\n")}` : "";
    stop.abort(
      new SetupError(
        "process_died",
        `The ${child.name} ${describeExit(exit)}.${end}`,
        "Everything else is stopped; start again. If it dies again, the lines above say why.",
      ),
    );
  });
  return child;
}
