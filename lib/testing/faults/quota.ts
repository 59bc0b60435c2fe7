/** I17: a campaign proves something only about what it met. What it was meant to meet and did not makes it invalid. */

import { type Cell, cellName } from "./cells";
import type { Figures } from "./figures";

export type Quota = {
  /** Each must have struck a run. */
  cells: readonly Cell[];
  outcomes: readonly string[];
  verdicts: readonly string[];
};

export const everyOutcome = ["confirmed", "refused", "not_sent", "unknown", "happened", "did_not_happen"] as const;
/** Those that a run can be left with: the others need a sender in flight or a revision. */
export const everyVerdict = ["safe", "safe_with_same_key", "verify_first", "ask_a_person", "not_needed"] as const;

export const missedCells = ({ cells }: Quota, met: Pick<Figures, "struck">): Cell[] =>
  cells.filter((cell) => !met.struck[cellName(cell)]);

/** What was not met, in words; empty when the campaign is valid. */
export function missedQuota(quota: Quota, met: Pick<Figures, "struck" | "outcomes" | "verdicts">): string[] {
  return [
    ...missedCells(quota, met).map((cell) => `${cellName(cell)} struck no run`),
    ...quota.outcomes.filter((outcome) => !met.outcomes[outcome]).map((outcome) => `no attempt was ${outcome}`),
    ...quota.verdicts.filter((verdict) => !met.verdicts[verdict]).map((verdict) => `nothing was ${verdict}`),
  ];
}
