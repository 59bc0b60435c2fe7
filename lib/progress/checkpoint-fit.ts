/**
 * Whether a resume could open a checkpoint, judged before anybody presses it: against the shapes that the workers which
 * are there have said they read. What no worker has met yet is not known, and is said to be so.
 */

import type { Checkpoint } from "./checkpoint";
import type { Run } from "./run";
import { misfitText, shapeFit } from "./schema-fit";
import { ableVersion, isPresent, type WorkerShape, type WorkerState } from "./worker";

/** From the best to the worst. */
export const checkpointFits = ["valid", "not_known", "incompatible", "corrupt"] as const;
export type CheckpointFit = { checkpoint: number; fit: (typeof checkpointFits)[number]; text: string | null };

type Judged = Pick<Checkpoint, "number" | "stepName" | "schemaName" | "schemaVersion" | "supersededBy">;

/** The fits of the live ones. `damaged`: numbers whose content is not what was kept. */
export function judgeCheckpoints(
  run: Pick<Run, "workflow" | "workflowVersion">,
  checkpoints: readonly Judged[],
  facts: { workers: readonly WorkerState[]; damaged: readonly number[]; now: number },
): CheckpointFit[] {
  const present = facts.workers.filter((worker) => isPresent(worker, facts.now));
  const versions = shapesByVersion(run, present);
  const damaged = new Set(facts.damaged);
  return checkpoints
    .filter(({ supersededBy }) => supersededBy === null)
    .map((checkpoint) => {
      const fit = damaged.has(checkpoint.number) ? corrupt(checkpoint) : judge(checkpoint, run.workflow, versions);
      return { checkpoint: checkpoint.number, ...fit };
    });
}

type Fit = Omit<CheckpointFit, "checkpoint">;
type Shapes = Map<string, WorkerShape>;

const corrupt = (checkpoint: Judged): Fit => ({
  fit: "corrupt",
  text: misfitText(checkpoint, { why: "checkpoint_corrupt", have: "", need: "", missing: null, newer: false }),
});

/** Workers of one version have the same code: what one of them met holds for all. The newest word wins. */
function shapesByVersion(run: Pick<Run, "workflow" | "workflowVersion">, present: readonly WorkerState[]) {
  const versions = new Map<number, Shapes>();
  for (const worker of present.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const version = ableVersion(worker, run);
    if (version === null) continue;
    const shapes = versions.get(version) ?? new Map();
    for (const shape of worker.shapes) if (shape.workflow === run.workflow) shapes.set(shape.step, shape);
    versions.set(version, shapes);
  }
  return versions;
}

function judge(checkpoint: Judged, workflow: string, versions: ReadonlyMap<number, Shapes>): Fit {
  // Results of actions, validations and sleeps, and failures that the code caught: the SDK's own shapes.
  if (checkpoint.schemaName.startsWith("reprise.")) return { fit: "valid", text: null };
  if (versions.size === 0) return { fit: "not_known", text: "Not known until a worker that has its code is there." };
  let unmet: number | null = null;
  let migrates: string | null = null;
  for (const [version, shapes] of versions) {
    const shape = shapes.get(checkpoint.stepName);
    if (shape === undefined) {
      unmet = version;
      continue;
    }
    const fit = shapeFit(checkpoint, { ...shape, schemaName: checkpoint.stepName });
    if (fit.fits === "no") {
      const whose = versions.size > 1 ? ` Said by workers with ${workflow} v${version}.` : "";
      return { fit: "incompatible", text: `${misfitText(checkpoint, fit)}${whose}` };
    }
    if (fit.fits === "migrated")
      migrates = `Migrated from v${checkpoint.schemaVersion} to v${shape.schemaVersion} when it is opened.`;
  }
  return unmet === null
    ? { fit: "valid", text: migrates }
    : { fit: "not_known", text: `Not known until a worker with ${workflow} v${unmet} opens it.` };
}

/** A state is opened whole: one result that cannot be opened spoils every checkpoint from it on. */
export function fitUpTo(fits: readonly CheckpointFit[], number: number): CheckpointFit | null {
  const rank = ({ fit }: CheckpointFit) => checkpointFits.indexOf(fit);
  return fits
    .filter(({ checkpoint }) => checkpoint <= number)
    .reduce<CheckpointFit | null>((worst, fit) => (worst === null || rank(fit) > rank(worst) ? fit : worst), null);
}

export const canOpen = (fit: CheckpointFit | null): boolean => fit?.fit !== "incompatible" && fit?.fit !== "corrupt";

/**
 * The latest of these checkpoints that can be opened as far as is known; 0 when there is none. `refused`: a kept result
 * stopped the run before, so only what is known to open by now counts.
 */
export function latestOpenable(numbers: readonly number[], fits: readonly CheckpointFit[], refused = false): number {
  const usable = numbers.filter((number) => {
    const fit = fitUpTo(fits, number);
    return canOpen(fit) && !(refused && fit?.fit === "not_known");
  });
  return Math.max(0, ...usable);
}
