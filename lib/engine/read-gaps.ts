/**
 * Where the two halves do not fit together although they had time to: an outcome without its checkpoint, a checkpoint
 * without its outcome, an action without its run. Each half answers for itself; they are compared here.
 */

import { type ActionState, isFinal } from "@/lib/ledger/action";
import type { AgedAction } from "@/lib/ledger/store";
import type { KeptActions } from "@/lib/progress/store";
import type { Engine } from "./engine";

export type GapKind = "not_checkpointed" | "not_final" | "no_run";

export type Gap = {
  kind: GapKind;
  action: { id: string; type: string; object: string; state: ActionState };
  /** Null when it is the run that is missing. */
  run: { id: string; subject: string | null } | null;
  since: number;
  /** What does not fit, and what to do. */
  sentence: string;
};

/** A crash between outcome and checkpoint is harmless and mended by the next execution; longer than this it is not. */
export const gapAgeMs = 5 * 60_000;
/** What ended longer ago was seen by then, or is told by its run's own state. */
const lookBackMs = 7 * 24 * 3_600_000;
/** The newest are compared; a page is no place for more. */
const actionsMax = 300;

export async function readGaps(engine: Engine, ageMs = gapAgeMs): Promise<Gap[]> {
  const before = (await engine.ledger.now()) - ageMs;
  const actions = await engine.ledger.agedActions({ from: before - lookBackMs, before, limit: actionsMax });
  const kept = await engine.progress.keptActions([...new Set(actions.map(({ runId }) => runId))]);
  return findGaps(actions, kept, before);
}

/** Pure. `before`: outcomes younger than this had no time yet to become a checkpoint. */
export function findGaps(actions: readonly AgedAction[], kept: readonly KeptActions[], before: number): Gap[] {
  const runs = new Map(kept.map((run) => [run.runId, run]));
  return actions.flatMap((action) => {
    const run = runs.get(action.runId);
    const found = kindOf(action, run, before);
    if (found === null) return [];
    const { id, type, object, state } = action;
    return [
      {
        kind: found,
        action: { id, type, object, state },
        run: run ? { id: run.runId, subject: run.subject } : null,
        since: found === "not_checkpointed" ? (action.settledAt ?? action.createdAt) : action.createdAt,
        sentence: sentences[found](`${type} for ${object}`, state),
      },
    ];
  });
}

function kindOf(action: AgedAction, run: KeptActions | undefined, before: number): GapKind | null {
  if (run === undefined) return "no_run";
  const isKept = run.actionIds.includes(action.id);
  if (isKept) return isFinal(action.state) ? null : "not_final";
  // A cancelled run takes no further checkpoint, and says so itself.
  const isDue = action.state === "confirmed" && action.settledAt !== null && action.settledAt < before;
  return isDue && run.state !== "cancelled" ? "not_checkpointed" : null;
}

const sentences: Record<GapKind, (what: string, state: ActionState) => string> = {
  not_checkpointed: (what) =>
    `${what} is confirmed, and its run has no checkpoint of it. A resume reuses the outcome and sends nothing.`,
  not_final: (what, state) =>
    `${what} has a checkpoint in its run, and is ${state} in the ledger. Settle it before anything relies on it.`,
  no_run: (what, state) =>
    `${what} is ${state}, and its run is not there: the progress database may have been restored from a backup.`,
};
