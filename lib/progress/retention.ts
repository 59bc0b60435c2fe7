/**
 * What may be removed of a run that is over. Its first and its last result stay, to see what went in and came out, and
 * so do those of actions and validations, which are evidence.
 */

import type { RunRecord } from "./store";

/** Numbers of the checkpoints whose content may go. */
export function spentCheckpoints({ checkpoints, steps }: Pick<RunRecord, "checkpoints" | "steps">): number[] {
  const evidence = new Set(steps.filter(({ kind }) => kind === "action" || kind === "validation").map(({ id }) => id));
  const live = checkpoints.filter(({ supersededBy }) => supersededBy === null).map(({ number }) => number);
  const ends = new Set([Math.min(...live), Math.max(...live)]);
  return checkpoints
    .filter(({ number, stepId, purgedAt }) => purgedAt === null && !ends.has(number) && !evidence.has(stepId))
    .map(({ number }) => number);
}
