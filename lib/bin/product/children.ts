/**
 * The processes that a command has started. None outlives it: they are ended in reverse order of their start, each asked first
 * and killed when its grace is over, and if the command itself is killed, an undertaker does it. Each is a process group of its own,
 * so that Ctrl-C in the terminal reaches the command alone and the order is ours.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { startUndertaker, type Undertaker } from "./undertaker";

export interface ChildSpec {
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  user?: { uid: number; gid: number };
  stopSignal?: NodeJS.Signals;
  graceMs: number;
  /** Receives the output instead of the line listener. */
  logFile?: string;
  onLine?: (line: string) => void;
  /** Postgres puts its own children in sessions of their own and ends them itself. */
  signalLeaderOnly?: boolean;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Child {
  readonly name: string;
  readonly pid: number | undefined;
  readonly exited: Promise<Exit>;
  /** The end of what it wrote, for the message when it fails. */
  readonly lastLines: string[];
  stop(): Promise<void>;
}

export interface Children {
  start(spec: ChildSpec): Child;
  /** Starts and waits for the end. */
  run(spec: ChildSpec): Promise<Exit & { lastLines: string[] }>;
  stopAll(): Promise<void>;
  killAll(): void;
}

// Enough for a stack trace, short enough to be read.
const lastLinesMax = 30;
const lastWordsMs = 200;

export function createChildren(): Children {
  const alive: { child: Child; spec: ChildSpec }[] = [];
  let undertaker: Undertaker | null = null;

  const tellUndertaker = () => {
    if (alive.length === 0 && !undertaker) return;
    undertaker ??= startUndertaker();
    undertaker.watch(
      alive.flatMap(({ child, spec }) =>
        child.pid ? [{ pid: target(child.pid, spec), signal: spec.stopSignal ?? "SIGTERM" }] : [],
      ),
    );
  };

  const start = (spec: ChildSpec): Child => {
    const child = spawnChild(spec);
    const entry = { child, spec };
    alive.push(entry);
    tellUndertaker();
    void child.exited.then(() => {
      alive.splice(alive.indexOf(entry), 1);
      tellUndertaker();
    });
    return child;
  };

  return {
    start,
    async run(spec) {
      const child = start(spec);
      return { ...(await child.exited), lastLines: child.lastLines };
    },
    async stopAll() {
      for (let last = alive.at(-1); last; last = alive.at(-1)) {
        await last.child.stop();
        // The listener that takes the child off the list has its turn only then.
        await wait(0);
      }
      undertaker?.dismiss();
      undertaker = null;
    },
    killAll() {
      for (const { child, spec } of alive) if (child.pid) signalQuietly(target(child.pid, spec), "SIGKILL");
    },
  };
}

function spawnChild(spec: ChildSpec): Child {
  const log = spec.logFile ? openSync(spec.logFile, "a", 0o600) : null;
  const spawned = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: spec.env,
    detached: true,
    stdio: ["ignore", log ?? "pipe", log ?? "pipe"],
    ...spec.user,
  });
  if (log !== null) closeSync(log);
  const lastLines: string[] = [];
  const hear = (line: string) => {
    if (lastLines.push(line) > lastLinesMax) lastLines.shift();
    spec.onLine?.(line);
  };
  for (const stream of [spawned.stdout, spawned.stderr]) if (stream) createInterface(stream).on("line", hear);

  const exited = untilExit(spawned, hear);
  // Asked once, however many wait for it: programs take a second signal for impatience.
  let stopping: Promise<void> | null = null;
  return {
    name: spec.name,
    pid: spawned.pid,
    exited,
    lastLines,
    stop() {
      stopping ??= endChild(spawned.pid, spec, exited);
      return stopping;
    },
  };
}

async function endChild(pid: number | undefined, spec: ChildSpec, exited: Promise<Exit>): Promise<void> {
  if (!pid) return;
  const whom = target(pid, spec);
  signalQuietly(whom, spec.stopSignal ?? "SIGTERM");
  const over = new AbortController();
  const late = wait(spec.graceMs, "late" as const, { signal: over.signal }).catch(() => "in time" as const);
  if ((await Promise.race([exited, late])) === "late") signalQuietly(whom, "SIGKILL");
  over.abort();
  await exited;
  // The leader is gone; what is left of its group has lost its purpose.
  if (!spec.signalLeaderOnly) signalQuietly(whom, "SIGKILL");
}

function untilExit(spawned: ChildProcess, hear: (line: string) => void): Promise<Exit> {
  return new Promise((resolve) => {
    spawned.once("error", (error) => {
      hear(error.message);
      if (!spawned.pid) resolve({ code: null, signal: null });
    });
    spawned.once("exit", (code, signal) => {
      // Its last words may still be in the pipe; a grandchild may hold that open for ever.
      const closed = new Promise((close) => spawned.once("close", close));
      void Promise.race([closed, wait(lastWordsMs)]).then(() => resolve({ code, signal }));
    });
  });
}

function target(pid: number, spec: ChildSpec): number {
  return spec.signalLeaderOnly ? pid : -pid;
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in the meantime, which is what was wanted.
  }
}
