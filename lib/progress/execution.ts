/**
 * An execution is one worker's tenure of a run. It carries a token, strictly increasing per run, and a lease; whoever
 * writes names both, and an older token never writes again.
 */

export const executionStates = ["starting", "alive", "finished", "crashed", "lost", "replaced", "stopped"] as const;
export type ExecutionState = (typeof executionStates)[number];

export const executionKinds = ["first", "recovery", "resume", "wake"] as const;
export type ExecutionKind = (typeof executionKinds)[number];

export type Execution = {
  id: string;
  runId: string;
  number: number;
  token: number;
  kind: ExecutionKind;
  state: ExecutionState;
  workerId: string | null;
  workerName: string | null;
  startedAt: number;
  endedAt: number | null;
  endReason: string | null;
  /** For a resume: the checkpoint it starts from (0 = from zero), who pressed it, and why. */
  resumedFrom: number | null;
  resumedBy: string | null;
  resumeReason: string | null;
};

/** What a worker holds while it executes a run. */
export type Lease = { runId: string; executionId: string; token: number };

/** Heartbeats come every third of a lease: two may be lost before the lease is. */
export const heartbeatEveryMs = (leaseMs: number): number => Math.max(250, Math.floor(leaseMs / 3));

/** Alive, but its last heartbeat is older than one interval and a half. */
export function isQuiet(execution: Pick<Execution, "state">, renewedAt: number, leaseMs: number, now: number): boolean {
  return execution.state === "alive" && now - renewedAt > heartbeatEveryMs(leaseMs) * 1.5;
}

/** After so many deaths in a row without a new checkpoint nobody goes on with a run by itself. */
export const deathsMax = 3;

/**
 * What follows when an execution of a run that recovers by itself died: another one at once; after the second death one
 * apart from others, since whatever kills a worker kills all that it executes; after the third a person's resume.
 */
export function afterDeath(deaths: number): "at_once" | "apart" | "quarantined" {
  if (deaths >= deathsMax) return "quarantined";
  return deaths === deathsMax - 1 ? "apart" : "at_once";
}

/** From 1 to 10 s, told from the run's id, so that those that died together seldom start together. */
export const apartMs = (runId: string): number =>
  1_000 + Math.floor((Number.parseInt(runId.slice(-2), 16) * 9_000) / 256);

/** Executions, the newest last, that died one after the other without a new checkpoint; a resume begins a new count. */
export function deathsInARow(
  executions: readonly Pick<Execution, "id" | "kind" | "state">[],
  hasCheckpoint: (executionId: string) => boolean,
): number {
  let died = 0;
  for (const { id, kind, state } of executions.toReversed()) {
    if ((state !== "lost" && state !== "crashed") || hasCheckpoint(id)) break;
    died += 1;
    if (kind === "resume") break;
  }
  return died;
}
