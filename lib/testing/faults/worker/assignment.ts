/** What a worker process is told before it begins. Processes are started ahead of time and wait for it. */

import type { Boundary } from "@/lib/sdk/boundary";

export type Hold = {
  boundary: Boundary;
  /** Only at steps that are actions. */
  atAction: boolean;
  /** By the run's subject: how many matches pass before the run is held; each run is held once. */
  skip: Record<string, number>;
};

export type Assignment = {
  workerId: string;
  name: string;
  generation: number;
  databaseUrl: string;
  worldUrl: string;
  leaseMs: number;
  concurrency: number;
  logFile: string;
  graceMs: number;
  hold: Hold | null;
  /** Keeps the wall clock that this worker sees; null for the machine's own. */
  clockFile: string | null;
  /** The broken variant that this worker runs; null for the product as it is. */
  tooth: string | null;
};

export const assignmentPath = "/assignment";
export const holdPath = "/hold";

export type HoldAsk = { workerId: string; runId: string; subject: string };
