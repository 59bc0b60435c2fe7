/**
 * What went wrong with actions in a range of time, as narrow reads: each is bounded, served by an index, and oldest
 * first. Whether it is an incident is decided elsewhere.
 */

import type { Action } from "./action";
import type { Destination } from "./destination";

/** [from, to) on the ledger's clock. */
export type TroubleRange = { from: number; to: number; limit: number };

export type TroubledAction = {
  /** Of the fact: the action itself, or the attempt, near miss or evidence that shows it. */
  id: string;
  action: Pick<Action, "id" | "runId" | "type" | "object" | "destination">;
  declaration: Destination;
  executionId: string | null;
  at: number;
};

export interface LedgerTroubles {
  /** By when it showed. */
  contradictions(range: TroubleRange): Promise<TroubledAction[]>;
  /** Near misses that were only noted, of which both actions took effect; by when the second one did. */
  nearMissesComeTrue(range: TroubleRange): Promise<(TroubledAction & { otherActionId: string })[]>;
  /** Asks with another payload under the same key. */
  payloadMismatches(range: TroubleRange): Promise<TroubledAction[]>;
  /** Reports of an older execution's attempt after a newer one had taken over. */
  zombieReports(range: TroubleRange): Promise<TroubledAction[]>;
  /** Outcomes that stayed open for longer; `at` is when they had been for so long, `until` is null while they are. */
  longUnknowns(range: TroubleRange & { longerThanMs: number }): Promise<(TroubledAction & { until: number | null })[]>;
  /** Attempts that followed one of which nobody knows why it failed. */
  unreasonedAttempts(range: TroubleRange): Promise<TroubledAction[]>;
}
