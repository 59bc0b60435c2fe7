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
