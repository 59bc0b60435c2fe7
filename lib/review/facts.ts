/** What both halves recorded of trouble in a range of time, side by side. The rules are functions of this and nothing else. */

import type { Gap } from "@/lib/engine/read-gaps";
import type { TroubledAction } from "@/lib/ledger/trouble";
import type {
  BlockedExecution,
  ComputedAgain,
  LongWait,
  RunWithoutLogs,
  UnreasonedRetry,
} from "@/lib/progress/trouble";
import type { Runbook } from "./runbook";

/** An action's trouble, with the workflow that its run is of: the ledger does not know it. */
export type ActionTrouble = TroubledAction & { workflow: string | null };

export type Facts = {
  computedAgain: ComputedAgain[];
  blockedExecutions: BlockedExecution[];
  runsWithoutLogs: RunWithoutLogs[];
  longWaits: LongWait[];
  unreasonedRetries: UnreasonedRetry[];
  contradictions: ActionTrouble[];
  nearMissesComeTrue: (ActionTrouble & { otherActionId: string })[];
  payloadMismatches: ActionTrouble[];
  zombieReports: ActionTrouble[];
  longUnknowns: (ActionTrouble & { until: number | null })[];
  unreasonedAttempts: ActionTrouble[];
  gaps: (ActionTrouble & Pick<Gap, "kind" | "sentence">)[];
  /** What the deployment has written down, by which pages find what to do. */
  runbooks: readonly Pick<Runbook, "slug" | "patterns">[];
};

export const noFacts: Facts = {
  computedAgain: [],
  blockedExecutions: [],
  runsWithoutLogs: [],
  longWaits: [],
  unreasonedRetries: [],
  contradictions: [],
  nearMissesComeTrue: [],
  payloadMismatches: [],
  zombieReports: [],
  longUnknowns: [],
  unreasonedAttempts: [],
  gaps: [],
  runbooks: [],
};

/** An unknown that a person or a look-up settles sooner is everyday life. */
export const unknownForMs = 60 * 60_000;
/** Longer than any deploy or restart should keep a run from a worker. */
export const waitForMs = 15 * 60_000;
