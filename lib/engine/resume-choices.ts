/** Where a run can be resumed from, and what is recommended. Pure. */

import { type CheckpointFit, canOpen, fitUpTo, latestOpenable } from "@/lib/progress/checkpoint-fit";
import type { StepKind } from "@/lib/progress/step";
import type { RunRecord } from "@/lib/progress/store";

export type ResumeChoice = {
  checkpoint: number;
  stepName: string | null;
  at: number | null;
  recommended: boolean;
  /** Something behind it was attempted already, whose payload may come out different when it is computed again. */
  discouraged: boolean;
  again: Again;
  /** Whether the state up to it can be opened; null for zero, which opens nothing. */
  fit: CheckpointFit | null;
};

/** What a resume from there does a second time. */
export type Again = {
  /** Finished steps that are computed again. */
  steps: number;
  /** How long those took before. */
  tookMs: number;
  /** Types of the actions that were attempted already, and took effect or may have. They are protected by their keys, not by a checkpoint. */
  sent: string[];
};

/** What was done after which checkpoint; null for what no live checkpoint holds. */
export type Done = { checkpoint: number | null; tookMs: number | null; sent: string | null };

type Planned = { name: string; kind: StepKind; tookMs: number | null };

/** The latest first, zero last. */
export function resumeChoices(
  live: RunRecord["checkpoints"],
  fits: readonly CheckpointFit[],
  done: readonly Done[],
  refused = false,
): ResumeChoice[] {
  const best = latestOpenable(numbersOf(live), fits, refused);
  const judged = (checkpoint: number) => {
    const again = againFrom(checkpoint, done);
    const recommended = checkpoint === best;
    return { checkpoint, recommended, discouraged: !recommended && again.sent.length > 0, again };
  };
  const latestFirst = [...live].sort((a, b) => b.number - a.number);
  return [
    ...latestFirst.map((checkpoint) => ({
      ...judged(checkpoint.number),
      stepName: checkpoint.stepName,
      at: checkpoint.createdAt,
      fit: fitUpTo(fits, checkpoint.number),
    })),
    { ...judged(0), stepName: null, at: null, fit: null },
  ];
}

function againFrom(checkpoint: number, done: readonly Done[]): Again {
  const beyond = done.filter((each) => each.checkpoint === null || each.checkpoint > checkpoint);
  const steps = beyond.filter((each) => each.sent === null && each.tookMs !== null);
  return {
    steps: steps.length,
    tookMs: steps.reduce((sum, { tookMs }) => sum + (tookMs ?? 0), 0),
    sent: [...new Set(beyond.flatMap(({ sent }) => sent ?? []))],
  };
}

const numbersOf = (live: RunRecord["checkpoints"]): number[] => live.map(({ number }) => number);

/** What is said for or against the chosen one. */
export function recommendation(
  live: RunRecord["checkpoints"],
  from: number,
  facts: {
    reused: readonly Planned[];
    rerun: readonly Planned[];
    fits: readonly CheckpointFit[];
    done: readonly Done[];
    refused?: boolean;
  },
): string {
  const { reused, rerun, fits, done, refused = false } = facts;
  const latest = Math.max(0, ...numbersOf(live));
  const best = latestOpenable(numbersOf(live), fits, refused);
  if (from === best && best < latest) {
    const bad = fitUpTo(fits, latest);
    const name = best === 0 ? "Zero" : `Checkpoint ${best}`;
    const why = bad && canOpen(bad) ? "is not known to open by now" : "cannot be opened";
    const sent = againFrom(from, done).sent.length > 0 ? " What was confirmed since is not sent again." : "";
    return `Recommended: ${name} is the last good place, since checkpoint ${bad?.checkpoint} ${why}.${sent}`;
  }
  if (from > best && refused) {
    return "It stopped because it could not open what was kept. From here it stops there again, unless its code was changed since.";
  }
  if (from === latest) {
    return latest === 0
      ? "There is no checkpoint: everything is computed from the start."
      : `Recommended: it keeps ${reused.length === 1 ? "the one result" : `all ${reused.length} results`}, so nothing that finished is computed or paid twice.${begun(rerun)}`;
  }
  const { steps, tookMs, sent } = againFrom(from, done);
  const better = best === latest ? "the latest checkpoint" : `checkpoint ${best}`;
  const computed = `${steps} finished ${steps === 1 ? "step" : "steps"} again (${(tookMs / 1000).toFixed(1)} s before)`;
  if (sent.length === 0) {
    return `Computes ${computed}; what they do outside by themselves, they do again. Take ${better} unless their results are wrong.`;
  }
  return `Discouraged: it computes ${computed}, and ${sent.join(", ")} was attempted already. What was confirmed is not sent again; if what is computed differs, the run stops for a person. What plain steps do outside by themselves, they do again. Take ${better} unless their results are wrong.`;
}

/** What had begun and left no result is begun again, and may cost again. */
function begun(rerun: readonly Planned[]): string {
  const names = rerun.filter((step) => step.kind === "step" && step.tookMs === null).map((step) => step.name);
  return names.length === 0 ? "" : ` ${names.join(", ")} had begun and begins again, at its cost.`;
}
