/** In memory, what a workflow's runs cost and kept. */

import type { ProgressProtection, WorkflowRange, WorkflowUse } from "@/lib/progress/protection";
import { isLive, type KeptRun } from "./memory-progress-run";

export const memoryProtection = (all: () => KeptRun[]): ProgressProtection => ({
  async workflowRuns({ from, to }) {
    const begun = all().filter(({ run }) => run.createdAt >= from && run.createdAt < to);
    const names = [...new Set(begun.map(({ run }) => run.workflow))].sort();
    return names.map((workflow) => ({ workflow, runs: begun.filter(({ run }) => run.workflow === workflow).length }));
  },
  workflowUse: async (range) => countUse(newest(all(), range)),
});

const newest = (all: KeptRun[], { workflow, from, to, runsMax }: WorkflowRange): KeptRun[] =>
  all
    .filter(({ run }) => run.workflow === workflow && run.createdAt >= from && run.createdAt < to)
    .sort((a, b) => b.run.createdAt - a.run.createdAt || (a.run.id < b.run.id ? 1 : -1))
    .slice(0, runsMax);

function countUse(runs: KeptRun[]): WorkflowUse {
  const plain = ({ steps }: KeptRun) => steps.filter((step) => step.kind === "step" && isLive(step));
  const worked = runs.filter((kept) => plain(kept).length > 0);
  const took = worked
    .filter(({ run }) => run.state === "succeeded")
    .map((kept) => plain(kept).reduce((ms, { startedAt, endedAt }) => ms + (endedAt ?? startedAt) - startedAt, 0));
  const died = ({ executions }: KeptRun) => executions.filter(({ state }) => state === "lost" || state === "crashed");
  const reused = runs.flatMap(reusedSteps);
  const kept = runs.flatMap(({ checkpoints }) => checkpoints.filter(({ parentId }) => parentId === null));
  const gaps = runs.flatMap(gapsOf);
  return {
    runIds: runs.map(({ run }) => run.id),
    plainSteps: Math.max(0, ...runs.map((one) => plain(one).length)),
    computedP50Ms: nearest(took, 0.5),
    lost: { executions: runs.flatMap(died).length, runIds: idsOf(runs.filter((one) => died(one).length > 0)) },
    reused: { steps: reused.length, tookMs: reused.reduce((ms, one) => ms + one, 0) },
    checkpoints: { rows: kept.length, bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0) },
    validations: {
      asked: runs.flatMap(({ validations }) => validations).length,
      madeVoid: runs.flatMap(voidOf).length,
      runIds: idsOf(runs.filter((one) => voidOf(one).length > 0)),
    },
    betweenSteps: { n: gaps.length, p50Ms: nearest(gaps, 0.5), p95Ms: nearest(gaps, 0.95) },
  };
}

const idsOf = (runs: KeptRun[]): string[] => runs.map(({ run }) => run.id).sort();

function voidOf({ steps, validations }: KeptRun) {
  const live = new Set(steps.filter(isLive).map(({ id }) => id));
  return validations.filter(({ stepId }) => !live.has(stepId));
}

/** How long each step took that an execution took from what an older one had kept. */
function reusedSteps({ executions, steps, checkpoints }: KeptRun): number[] {
  const numberOf = (id: string | null) => executions.find((e) => e.id === id)?.number;
  return executions
    .filter(({ kind }) => kind === "resume" || kind === "recovery")
    .flatMap((e) =>
      steps
        .filter(({ kind, state, supersededBy }) => {
          const isThere = supersededBy === null || (numberOf(supersededBy) ?? 0) > e.number;
          return kind === "step" && state === "done" && isThere;
        })
        .filter((s) =>
          checkpoints.some((c) => c.stepId === s.id && c.parentId === null && numberOf(c.executionId)! < e.number),
        )
        .map((s) => (s.endedAt ?? s.startedAt) - s.startedAt),
    );
}

function gapsOf({ steps }: KeptRun): number[] {
  const asked = steps
    .filter(({ kind }) => kind === "step" || kind === "action")
    .sort((a, b) => a.startedAt - b.startedAt || a.ordinal - b.ordinal);
  return asked.flatMap((step) => {
    const before = asked.filter(({ executionId }) => executionId === step.executionId);
    const ended = before[before.indexOf(step) - 1]?.endedAt ?? null;
    return ended !== null && step.startedAt >= ended ? [step.startedAt - ended] : [];
  });
}

/** The nearest rank, as percentile_disc gives it. */
function nearest(values: number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
