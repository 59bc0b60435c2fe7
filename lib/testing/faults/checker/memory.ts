/** I7 to I9: what a run remembers. Nothing acknowledged is lost, nothing finished runs again, nothing rests on a guess. */

import { groupBy, type Observed, type Violation } from "./observed";

export function acknowledgedCheckpointsAreKept(seen: Observed): Violation[] {
  const kept = new Set(seen.checkpoints.map(({ id }) => id));
  const lost = seen.workers.flatMap((line) =>
    line.event === "recorded"
      ? line.checkpointIds
          .filter((id) => !kept.has(id))
          .map((id) => ({ invariant: "I7", runId: line.runId, says: `The acknowledged checkpoint ${id} is gone.` }))
      : [],
  );
  const gaps = [...groupBy(seen.checkpoints, ({ runId }) => runId)].flatMap(([runId, checkpoints]) => {
    const numbers = checkpoints.map(({ number }) => number).sort((a, b) => a - b);
    return numbers.some((number, i) => number !== i + 1)
      ? [{ invariant: "I7", runId, says: `Its checkpoints are numbered ${numbers.join(", ")}.` }]
      : [];
  });
  return [...lost, ...gaps];
}

/** A zombie may still be inside a body; who came after its checkpoint may not begin it. */
export function finishedStepsDoNotStartAgain(seen: Observed): Violation[] {
  const tokens = new Map(seen.executions.map(({ id, token }) => [id, token]));
  const names = new Map(seen.steps.map((step) => [step.id, step.name]));
  const live = seen.checkpoints.filter(({ supersededBy }) => supersededBy === null);
  const finishedBy = new Map(
    live.map((c) => [`${c.runId}/${names.get(c.stepId)}`, tokens.get(c.executionId) ?? Number.POSITIVE_INFINITY]),
  );
  return seen.workers.flatMap((line) => {
    if (line.event !== "body") return [];
    const finished = finishedBy.get(`${line.runId}/${line.step}`);
    if (finished === undefined || line.token <= finished) return [];
    const says = `"${line.step}" began again under token ${line.token}, though token ${finished} had finished it.`;
    return [{ invariant: "I8", runId: line.runId, says }];
  });
}

export function checkpointsRestOnFinalActions(seen: Observed): Violation[] {
  const actions = new Map(seen.actions.map((action) => [action.id, action]));
  const steps = new Map(seen.steps.map((step) => [step.id, step]));
  return seen.checkpoints.flatMap((checkpoint) => {
    const step = steps.get(checkpoint.stepId);
    if (step?.kind !== "action" || step.actionId === null) return [];
    const action = actions.get(step.actionId);
    const isFinal = action !== undefined && ["confirmed", "refused", "withdrawn"].includes(action.state);
    // Milliseconds of the one, microseconds of the other.
    if (isFinal && Math.floor(action.settledAt ?? 0) <= checkpoint.createdAt) return [];
    const says = `Checkpoint ${checkpoint.number} (${step.name}) rests on an action that was ${action?.state ?? "lost"}.`;
    return [{ invariant: "I9", runId: checkpoint.runId, says }];
  });
}
