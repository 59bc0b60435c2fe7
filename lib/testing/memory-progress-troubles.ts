/** What went wrong with the progress of runs, in memory. */

import type { ComputedAgain, LongWait, ProgressTroubles, TroubleRange } from "@/lib/progress/trouble";
import type { KeptRun } from "./memory-progress-run";

export function memoryTroubles(all: () => KeptRun[]): ProgressTroubles {
  return {
    computedAgain: async (range) =>
      bounded(
        all().flatMap((kept) => [...lostWork(kept), ...voidWork(kept)]),
        range,
      ),

    blockedExecutions: async (range) =>
      bounded(
        all().flatMap((kept) =>
          kept.executions.flatMap((execution) => {
            const cause = kept.blockedFor.get(execution.id);
            if (cause === undefined || execution.endedAt === null) return [];
            const line = kept.journal.findLast((one) => one.executionId === execution.id && one.kind === "run");
            const open = kept.steps
              .filter((one) => one.executionId === execution.id && one.state !== "done" && one.state !== "cancelled")
              .sort((a, b) => a.ordinal - b.ordinal)
              .at(-1);
            const { id: executionId, endedAt: at } = execution;
            const named = { executionId, runId: kept.run.id, workflow: kept.run.workflow };
            return [{ ...named, step: open?.name ?? null, cause, text: line?.text ?? "", at }];
          }),
        ),
        range,
      ),

    runsWithoutLogs: async (range) =>
      bounded(
        all().flatMap(({ run, executions, journal }) => {
          const lost = executions.some(({ state }) => state === "lost" || state === "crashed");
          const failed = run.state === "failed";
          const isTold = journal.some(({ kind }) => kind === "log") || run.state === "cancelled";
          if (run.endedAt === null || isTold || (!failed && !lost)) return [];
          return [{ runId: run.id, workflow: run.workflow, at: run.endedAt, failed }];
        }),
        range,
      ),

    async longWaits({ from, to, limit, longerThanMs }) {
      const waits = all().flatMap((kept) => [...waited(kept), ...waiting(kept)]);
      return waits
        .filter(({ since, until }) => (until ?? to) - since > longerThanMs)
        .filter(({ until }) => until === null || (until >= from && until < to))
        .sort((a, b) => a.since - b.since || (a.runId < b.runId ? -1 : 1))
        .slice(0, limit);
    },

    unreasonedRetries: async (range) =>
      bounded(
        all().flatMap((kept) =>
          retries(kept).flatMap(({ attempt, before, step }) => {
            const isSilent = (before.error?.message ?? "").trim() === "";
            if (before.result !== "failed" || before.reason !== "error" || !isSilent) return [];
            const { id: attemptId, executionId } = before;
            const named = { attemptId, executionId, runId: kept.run.id, workflow: kept.run.workflow };
            return [{ ...named, step: step.name, at: attempt.startedAt }];
          }),
        ),
        range,
      ),

    async workflowsOf(runIds) {
      const found = all().filter(({ run }) => runIds.includes(run.id));
      return Object.fromEntries(found.map(({ run }) => [run.id, run.workflow]));
    },
  };
}

function bounded<T extends { at: number }>(rows: T[], { from, to, limit }: TroubleRange): T[] {
  const inRange = rows.filter(({ at }) => at >= from && at < to).sort((a, b) => a.at - b.at);
  return structuredClone(inRange.slice(0, limit));
}

function retries({ attempts, steps }: KeptRun) {
  return attempts.flatMap((attempt) => {
    const before = attempts.find((one) => one.stepId === attempt.stepId && one.number === attempt.number - 1);
    const step = steps.find(({ id }) => id === attempt.stepId);
    return before && step ? [{ attempt, before, step }] : [];
  });
}

function lostWork(kept: KeptRun): ComputedAgain[] {
  return retries(kept).flatMap(({ attempt, before, step }) => {
    const inVain = before.result === "done" || before.reason === "lease_lost" || before.reason === "worker_crash";
    if (!inVain || step.kind !== "step" || before.executionId === attempt.executionId) return [];
    const lost = kept.executions.find(({ id }) => id === before.executionId);
    return [
      {
        ...again(kept, step.id, before.executionId),
        id: before.id,
        step: step.name,
        why: "execution_lost",
        by: lost?.workerName ?? null,
        at: attempt.startedAt,
        tookMs: Math.max(0, (before.endedAt ?? before.startedAt) - before.startedAt),
      },
    ];
  });
}

function voidWork(kept: KeptRun): ComputedAgain[] {
  return kept.steps.flatMap((step) => {
    const resume = kept.executions.find(({ id, kind }) => id === step.supersededBy && kind === "resume");
    const hadResult = kept.checkpoints.some(({ stepId }) => stepId === step.id);
    if (!resume || !hadResult || step.kind !== "step" || step.state !== "done") return [];
    return [
      {
        ...again(kept, step.id, step.executionId),
        id: step.id,
        step: step.name,
        why: "resumed",
        by: resume.resumedBy,
        at: resume.startedAt,
        tookMs: Math.max(0, (step.endedAt ?? step.startedAt) - step.startedAt),
      },
    ];
  });
}

function again({ run, journal }: KeptRun, stepId: string, executionId: string) {
  const used = journal.flatMap((line) => {
    if (line.kind !== "log" || line.stepId !== stepId || line.executionId !== executionId) return [];
    const [, tokens = "0", usd = "0"] = /^Used (?:(\d+) tokens)?(?:, )?(?:(\d+\.\d+) USD)?\.$/.exec(line.text) ?? [];
    return [{ tokens: Number(tokens), microUsd: Math.round(Number(usd) * 1_000_000) }];
  });
  return {
    runId: run.id,
    workflow: run.workflow,
    executionId,
    tokens: used.reduce((sum, { tokens }) => sum + tokens, 0),
    microUsd: used.reduce((sum, { microUsd }) => sum + microUsd, 0),
  };
}

function waited({ run, executions }: KeptRun): LongWait[] {
  return executions.flatMap(({ number, kind, startedAt }) => {
    if (kind !== "first" && !(kind === "recovery" && run.recovery === "automatic")) return [];
    const since = executions.find((one) => one.number === number - 1)?.endedAt ?? run.createdAt;
    return [{ runId: run.id, workflow: run.workflow, executionNumber: number, since, until: startedAt }];
  });
}

function waiting({ run, readyAt }: KeptRun): LongWait[] {
  if (readyAt === null || (run.state !== "queued" && run.state !== "waiting")) return [];
  const executionNumber = run.executionCount + (run.cause === "resumed" ? 0 : 1);
  const since = Math.max(readyAt, run.lastActivityAt);
  return [{ runId: run.id, workflow: run.workflow, executionNumber, since, until: null }];
}
