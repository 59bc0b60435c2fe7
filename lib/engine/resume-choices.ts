/** Where a run can be resumed from, and what is recommended. Pure. */

import { type CheckpointFit, canOpen, fitUpTo } from "@/lib/progress/checkpoint-fit";
import type { StepKind } from "@/lib/progress/step";
import type { RunRecord } from "@/lib/progress/store";

export type ResumeChoice = {
  checkpoint: number;
  stepName: string | null;
  at: number | null;
  recommended: boolean;
  /** Whether the state up to it can be opened; null for zero, which opens nothing. */
  fit: CheckpointFit | null;
};

type Planned = { name: string; kind: StepKind; tookMs: number | null };

/** The latest first, zero last. */
export function resumeChoices(live: RunRecord["checkpoints"], fits: readonly CheckpointFit[]): ResumeChoice[] {
  const best = latestUsable(live, fits);
  const latestFirst = [...live].sort((a, b) => b.number - a.number);
  return [
    ...latestFirst.map((checkpoint) => ({
      checkpoint: checkpoint.number,
      stepName: checkpoint.stepName,
      at: checkpoint.createdAt,
      recommended: checkpoint.number === best,
      fit: fitUpTo(fits, checkpoint.number),
    })),
    { checkpoint: 0, stepName: null, at: null, recommended: best === 0, fit: null },
  ];
}

function latestUsable(live: RunRecord["checkpoints"], fits: readonly CheckpointFit[]): number {
  const usable = live.filter((checkpoint) => canOpen(fitUpTo(fits, checkpoint.number)));
  return Math.max(0, ...usable.map((checkpoint) => checkpoint.number));
}

/** What is said for or against the chosen one. */
export function recommendation(
  live: RunRecord["checkpoints"],
  from: number,
  facts: { reused: readonly Planned[]; rerun: readonly Planned[]; fits: readonly CheckpointFit[] },
): string {
  const { reused, rerun, fits } = facts;
  const latest = live.reduce((highest, checkpoint) => Math.max(highest, checkpoint.number), 0);
  const best = latestUsable(live, fits);
  if (from === best && best < latest) {
    const bad = fitUpTo(fits, latest);
    const name = best === 0 ? "Zero" : `Checkpoint ${best}`;
    return `Recommended: ${name} is the last good place, since checkpoint ${bad?.checkpoint} cannot be opened. What was sent since is listed below, and is not sent again.`;
  }
  if (from === latest) {
    return latest === 0
      ? "There is no checkpoint: everything is computed from the start."
      : `Recommended: it keeps all ${reused.length} results, so nothing that finished is computed or paid twice.${begun(rerun)}`;
  }
  const again = rerun.filter((step) => step.tookMs !== null);
  const ms = again.reduce((sum, step) => sum + (step.tookMs ?? 0), 0);
  return `Computes ${again.length} finished ${again.length === 1 ? "step" : "steps"} again (${(ms / 1000).toFixed(1)} s before). Take ${best === latest ? "the latest checkpoint" : `checkpoint ${best}`} unless their results are wrong.`;
}

/** What had begun and left no result is begun again, and may cost again. */
function begun(rerun: readonly Planned[]): string {
  const names = rerun.filter((step) => step.kind === "step" && step.tookMs === null).map((step) => step.name);
  return names.length === 0 ? "" : ` ${names.join(", ")} had begun and begins again, at its cost.`;
}
