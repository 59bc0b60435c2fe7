/**
 * What the checker is given, and all that it is given: rows of the database, the outside world's own log, the workers'
 * logs, and the campaign's notes on what it did. Never an answer of the API. Times are milliseconds since the epoch.
 */

import type { Outcome } from "@/lib/ledger/action";
import type { WorkerLine } from "../worker/worker-log";
import type { OracleLine } from "../world/oracle";

export type ActionSeen = {
  id: string;
  runId: string;
  type: string;
  object: string;
  logicalRunId: string;
  state: string;
  marker: string;
  providerKey: string;
  fingerprint: string;
  payload: string | null;
  needsGrant: boolean;
  grantDecisionId: string | null;
  deduplicatesMs: number | null;
  deadlineMs: number;
  firstBegunAt: number | null;
  settledAt: number | null;
};

export type AttemptSeen = {
  id: string;
  actionId: string;
  number: number;
  token: number;
  begunAt: number;
  outcome: Outcome | null;
  closedBy: string | null;
  resolution: "happened" | "did_not_happen" | "risk_accepted" | null;
};

/** Of an ask that carried another payload, and what a person decided about it. */
export type NearMissSeen = { actionId: string; kind: string; state: string; fingerprint: string };

export type EvidenceSeen = { actionId: string; attemptId: string | null; kind: string; at: number };

export type RunSeen = {
  id: string;
  logicalRunId: string;
  state: string;
  cause: string | null;
  /** The name of the error that a failed run ended with. */
  error: string | null;
  readyAt: number | null;
  waitsForActions: string[];
  waitsForValidations: string[];
  leaseMs: number;
  createdAt: number;
};

export type LeaseSeen = { runId: string; token: number; workerId: string | null; expiresAt: number | null };

export type ExecutionSeen = {
  id: string;
  runId: string;
  number: number;
  token: number;
  kind: string;
  state: string;
  workerId: string | null;
  startedAt: number;
  endedAt: number | null;
  endReason: string | null;
};

export type StepSeen = {
  id: string;
  runId: string;
  name: string;
  kind: string;
  actionId: string | null;
  supersededBy: string | null;
};

export type CheckpointSeen = {
  id: string;
  runId: string;
  number: number;
  stepId: string;
  executionId: string;
  supersededBy: string | null;
  createdAt: number;
};

export type ValidationSeen = {
  id: string;
  runId: string;
  state: string;
  subjects: { actionId: string; fingerprint: string }[];
};
export type DecisionSeen = { id: string; validationId: string; verdict: string };

/** What the campaign pressed, and what was shown beside the button. */
export type Press = { actionId: string; runId: string; verdict: string; pressed: string; at: number };

/** What was pressed in a web process that was killed meanwhile, and pressed again with the same nonce. */
export type Click = { nonce: string; runId: string; path: string; answer: string };

/** What is kept of a press. */
export type CommandSeen = { id: string; kind: string; objectId: string; state: string };

/** The campaign itself held these lease rows locked. */
export type LockHeld = { runId: string; from: number; until: number };

/** What the server still holds once every worker has gone. */
export type Left = { sessions: number; heldLeases: number; advisoryLocks: number; preparedTransactions: number };

export type Observed = {
  now: number;
  runs: RunSeen[];
  leases: LeaseSeen[];
  executions: ExecutionSeen[];
  steps: StepSeen[];
  checkpoints: CheckpointSeen[];
  validations: ValidationSeen[];
  decisions: DecisionSeen[];
  actions: ActionSeen[];
  attempts: AttemptSeen[];
  evidence: EvidenceSeen[];
  nearMisses: NearMissSeen[];
  commands: CommandSeen[];
  oracle: OracleLine[];
  workers: WorkerLine[];
  presses: Press[];
  clicks: Click[];
  locks: LockHeld[];
  /** Null while workers are at work. */
  left: Left | null;
  /** The run ids of all pages of the list, in their order; null when it was not paged through. */
  listed: string[] | null;
};

export type Violation = { invariant: string; runId: string | null; says: string };

export const groupBy = <T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
};

export const effectsOf = ({ oracle }: Observed): OracleLine[] => oracle.filter(({ event }) => event === "effect");
