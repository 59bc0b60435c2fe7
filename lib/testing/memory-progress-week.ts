/** How long things took, and what did not have to be done again, in memory. */

import type { ProgressLatencies, SavedStep } from "@/lib/progress/store";
import type { KeptRun } from "./memory-progress-run";
import { percentilesOf } from "./percentiles";

type Range = { from: number; to: number };
const within = (at: number, { from, to }: Range): boolean => at >= from && at < to;

export function latencies(runs: KeptRun[], range: Range): ProgressLatencies {
  const succeeded = runs.filter(({ run }) => run.state === "succeeded" && within(run.endedAt ?? -1, range));
  const steps = runs
    .flatMap((kept) => kept.steps)
    .filter((step) => step.kind === "step" && step.state === "done" && within(step.startedAt, range));
  const waits = runs
    .flatMap((kept) => kept.validations)
    .filter(({ state }) => state === "approved" || state === "rejected")
    .map(({ requestedAt, decisions }) => ({ requestedAt, decidedAt: decisions.at(-1)?.decidedAt ?? -1 }))
    .filter(({ decidedAt }) => within(decidedAt, range));
  return {
    run: percentilesOf(succeeded.map(({ run }) => (run.endedAt ?? 0) - (run.startedAt ?? 0))),
    step: percentilesOf(steps.map(({ startedAt, endedAt }) => (endedAt ?? startedAt) - startedAt)),
    validation: percentilesOf(waits.map(({ requestedAt, decidedAt }) => decidedAt - requestedAt)),
  };
}

export function workSaved(runs: KeptRun[], range: Range): { steps: number; tookMs: number } {
  const took = runs.flatMap((kept) => savedOf(kept, range));
  return { steps: took.length, tookMs: took.reduce((sum, { tookMs }) => sum + tookMs, 0) };
}

export const savedSteps = (runs: KeptRun[], { limit, ...range }: Range & { limit: number }): SavedStep[] =>
  runs
    .flatMap((kept) => savedOf(kept, range).toReversed())
    .sort((a, b) => b.at - a.at || (a.executionId < b.executionId ? 1 : a.executionId > b.executionId ? -1 : 0))
    .slice(0, limit);

function savedOf({ run, executions, steps, checkpoints }: KeptRun, range: Range): SavedStep[] {
  const numberOf = (id: string | null) => executions.find((execution) => execution.id === id)?.number ?? null;
  return executions
    .filter((e) => (e.kind === "resume" || e.kind === "recovery") && within(e.startedAt, range))
    .flatMap((e) =>
      steps
        .filter((step) => step.kind === "step" && step.state === "done")
        .filter((step) => (numberOf(step.supersededBy) ?? Number.POSITIVE_INFINITY) > e.number)
        .filter((step) =>
          checkpoints.some(
            (c) => c.stepId === step.id && c.parentId === null && (numberOf(c.executionId) ?? e.number) < e.number,
          ),
        )
        .sort((a, b) => a.ordinal - b.ordinal || (a.id < b.id ? -1 : 1))
        .map(({ name, startedAt, endedAt }) => ({
          runId: run.id,
          executionId: e.id,
          step: name,
          tookMs: (endedAt ?? startedAt) - startedAt,
          at: e.startedAt,
        })),
    );
}

export const firstRunAt = (runs: KeptRun[]): number | null =>
  runs.length === 0 ? null : Math.min(...runs.map(({ run }) => run.createdAt));
