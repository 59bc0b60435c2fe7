/** How long things took, and what did not have to be done again, in memory. */

import type { ProgressLatencies } from "@/lib/progress/store";
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
  const took = runs.flatMap(({ executions, steps, checkpoints }) => {
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
          .map(({ startedAt, endedAt }) => (endedAt ?? startedAt) - startedAt),
      );
  });
  return { steps: took.length, tookMs: took.reduce((sum, ms) => sum + ms, 0) };
}

export const firstRunAt = (runs: KeptRun[]): number | null =>
  runs.length === 0 ? null : Math.min(...runs.map(({ run }) => run.createdAt));
