/**
 * What went wrong with the progress of runs in a range of time, as narrow reads: each is bounded, served by an index,
 * and oldest first. Whether it is an incident is decided elsewhere.
 */

import type { RunCause } from "./run";

/** [from, to) on the clock of progress. */
export type TroubleRange = { from: number; to: number; limit: number };

/** A step whose result was there or under way, and that was computed again. */
export type ComputedAgain = {
  /** Of the attempt that was in vain, or of the step that a resume made void. */
  id: string;
  runId: string;
  workflow: string;
  step: string;
  executionId: string;
  why: "execution_lost" | "resumed";
  /** The worker that was lost, or the person who resumed it. */
  by: string | null;
  at: number;
  /** Of what was in vain. Tokens and money are what its meter wrote into the journal. */
  tookMs: number;
  tokens: number;
  microUsd: number;
};

export type BlockedExecution = {
  executionId: string;
  runId: string;
  workflow: string;
  /** The last one asked for that has no result. */
  step: string | null;
  cause: RunCause;
  text: string;
  at: number;
};

/** It failed or lost an execution, and its code wrote no line. */
export type RunWithoutLogs = { runId: string; workflow: string; at: number; failed: boolean };

/** Ready, and no worker took it; `until` is null while none does. */
export type LongWait = {
  runId: string;
  workflow: string;
  /** Of the execution that it waited for. */
  executionNumber: number;
  since: number;
  until: number | null;
};

/** A step tried again, although its failure says nothing. */
export type UnreasonedRetry = {
  attemptId: string;
  runId: string;
  workflow: string;
  step: string;
  executionId: string;
  at: number;
};

export interface ProgressTroubles {
  computedAgain(range: TroubleRange): Promise<ComputedAgain[]>;
  blockedExecutions(range: TroubleRange): Promise<BlockedExecution[]>;
  runsWithoutLogs(range: TroubleRange): Promise<RunWithoutLogs[]>;
  /** Those that began in the range after a long wait, and those that wait at its end. */
  longWaits(range: TroubleRange & { longerThanMs: number }): Promise<LongWait[]>;
  unreasonedRetries(range: TroubleRange): Promise<UnreasonedRetry[]>;
  /** Of runs that are not there nothing is answered. */
  workflowsOf(runIds: string[]): Promise<Record<string, string>>;
}
