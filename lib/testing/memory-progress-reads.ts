/** Lists and figures over runs in memory. */

import { isSuccessor, type StopMarks, type Successor, stoppedAt, stoppedForGood } from "@/lib/progress/dealt-with";
import type { ExecutionKind } from "@/lib/progress/execution";
import { foldCopies } from "@/lib/progress/migrated-copies";
import { type Run, type RunState, runStates } from "@/lib/progress/run";
import type {
  KeptActions,
  Page,
  ReadyRuns,
  ResumeFigure,
  RetryFigure,
  RetryRow,
  RunQuery,
  RunRecord,
  RunRow,
  TypicalStep,
} from "@/lib/progress/store";
import type { Validation } from "@/lib/progress/validation";
import { cursorText, parseCursor } from "@/lib/store/cursor";
import { isLive, type KeptRun, toValidation } from "./memory-progress-run";

type Range = { from: number; to: number };
const within = (at: number, { from, to }: Range): boolean => at >= from && at < to;

/** Rows come sorted by `place`, then by id, ascending or descending alike. Throws BadCursor. */
export function page<T extends { id: string }>(
  rows: T[],
  order: { by: (row: T) => number; descending: boolean },
  { cursor, pageSize }: { cursor?: string; pageSize: number },
): Page<T> {
  const compare = (a: [number, string], b: [number, string]) => a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0);
  const sign = order.descending ? -1 : 1;
  const place = (row: T): [number, string] => [order.by(row), row.id];
  const sorted = rows.toSorted((a, b) => sign * compare(place(a), place(b)));
  const after = cursor === undefined ? null : parseCursor(cursor);
  const rest = after
    ? sorted.filter((row) => sign * compare(place(row), [Number(after.micros) / 1000, after.id]) > 0)
    : sorted;
  const shown = rest.slice(0, pageSize);
  const last = shown.at(-1);
  const next =
    last && rest.length > shown.length ? cursorText({ micros: `${order.by(last) * 1000}`, id: last.id }) : null;
  return { rows: structuredClone(shown), next };
}

export function listRuns(runs: KeptRun[], query: RunQuery): Page<RunRow> {
  const rows = runs.filter((kept) => matches(kept, query) && matchesOpen(runs, kept, query.open)).map(toRow);
  return page(rows, { by: (run) => run.createdAt, descending: true }, query);
}

export function listOver(
  runs: KeptRun[],
  query: { before: number; purged: boolean; cursor?: string; pageSize: number },
): Page<Run> {
  const over = runs
    .map(({ run }) => run)
    .filter(
      ({ endedAt, purgedAt }) => endedAt !== null && endedAt < query.before && query.purged === (purgedAt !== null),
    );
  return page(over, { by: (run) => run.endedAt ?? 0, descending: false }, query);
}

function toRow({ run, steps }: KeptRun): RunRow {
  const live = steps.filter(isLive).sort((a, b) => a.ordinal - b.ordinal);
  const current = live.findLast((step) => step.state !== "done") ?? live.at(-1);
  const waits = ["queued", "waiting", "needs_person", "interrupted", "blocked"].includes(run.state);
  return {
    ...run,
    currentStep: run.state === "succeeded" ? null : (current?.name ?? null),
    stepsDone: live.filter((step) => step.state === "done").length,
    waitingSince: waits ? run.lastActivityAt : null,
  };
}

function matches(kept: KeptRun, { states, workflow, text, from, to, retried, executed }: RunQuery): boolean {
  const { run } = kept;
  const asked = text?.toLowerCase() ?? "";
  return (
    (!states || states.includes(run.state)) &&
    (workflow === undefined || run.workflow === workflow) &&
    (run.id.startsWith(asked) || [run.logicalRunId, run.subject].some((id) => id?.toLowerCase().includes(asked))) &&
    within(run.createdAt, { from: from ?? 0, to: to ?? Number.POSITIVE_INFINITY }) &&
    (!retried || retries(kept).some((retry) => retry.reason === retried.reason && within(retry.at, retried))) &&
    (!executed || kept.executions.some((e) => e.kind === executed.kind && within(e.startedAt, executed)))
  );
}

export function countRuns(runs: KeptRun[]): Record<RunState, number> {
  const count = (state: RunState) => runs.filter(({ run }) => run.state === state).length;
  // The keys are exactly the states.
  return Object.fromEntries(runStates.map((state) => [state, count(state)])) as Record<RunState, number>;
}

function matchesOpen(runs: KeptRun[], { run }: KeptRun, open: RunQuery["open"]): boolean {
  if (!open) return true;
  return stoppedForGood(run) ? !isDealtWith(runs, run, open.marks) : !open.only;
}

function isDealtWith(runs: KeptRun[], run: Run, { settled, reopened }: StopMarks): boolean {
  const among = (marks: StopMarks["settled"]) =>
    marks.some(({ runId, execution }) => runId === run.id && execution === run.executionCount);
  return stoppedForGood(run) && (among(settled) || (!among(reopened) && firstSuccessor(runs, run) !== null));
}

export function countStopped(runs: KeptRun[], marks: StopMarks) {
  const left = runs.map(({ run }) => run).filter((run) => !isDealtWith(runs, run, marks));
  const of = (state: RunState) => left.filter((run) => run.state === state).length;
  return {
    interrupted: of("interrupted"),
    blocked: of("blocked"),
    failed: of("failed"),
    open: left.filter(stoppedForGood).length,
  };
}

export function findSuccessor(runs: KeptRun[], runId: string): Successor | null {
  const kept = runs.find(({ run }) => run.id === runId);
  return kept && stoppedForGood(kept.run) ? firstSuccessor(runs, kept.run) : null;
}

function firstSuccessor(runs: KeptRun[], run: Run): Successor | null {
  const [first] = runs
    .map((kept) => kept.run)
    .filter((later) => isSuccessor(run, later))
    .sort((a, b) => stoppedAt(a) - stoppedAt(b) || (a.id < b.id ? -1 : 1));
  if (first === undefined) return null;
  const { id, workflow, subject, logicalRunId, createdAt, endedAt } = first;
  return { id, workflow, subject, logicalRunId, createdAt, endedAt };
}

export function countReady(runs: KeptRun[], now: number): ReadyRuns[] {
  const ready = new Map<string, ReadyRuns>();
  for (const { run, readyAt } of runs) {
    if (readyAt === null || readyAt > now) continue;
    const { workflow, workflowVersion: version } = run;
    const known = ready.get(`${workflow} ${version}`) ?? { workflow, version, runs: 0, since: readyAt };
    const since = Math.min(known.since, readyAt);
    ready.set(`${workflow} ${version}`, { ...known, runs: known.runs + 1, since });
  }
  return [...ready.values()].sort(
    (a, b) => a.since - b.since || (a.workflow < b.workflow ? -1 : a.workflow > b.workflow ? 1 : a.version - b.version),
  );
}

export function listValidations(
  runs: KeptRun[],
  query: { states: Validation["state"][]; cursor?: string; pageSize: number },
): Page<Validation> {
  const rows = runs.flatMap((kept) => kept.validations.map(toValidation)).filter((v) => query.states.includes(v.state));
  const descending = !query.states.every((state) => state === "pending");
  return page(rows, { by: (validation) => validation.deadlineAt, descending }, query);
}

export function readRun(kept: KeptRun): RunRecord {
  const { run, input, output, error, lease, executions, attempts, journal } = kept;
  const validationOf = (stepId: string) => kept.validations.findLast((v) => v.stepId === stepId)?.id ?? null;
  return structuredClone({
    run,
    input,
    output,
    error,
    lease: lease.holder,
    executions,
    steps: kept.steps
      .toSorted((a, b) => a.ordinal - b.ordinal || a.startedAt - b.startedAt)
      .map(({ wakeAt: _, ...step }) => ({ ...step, validationId: validationOf(step.id) })),
    attempts,
    checkpoints: foldCopies(kept.checkpoints.map(({ body: _, ...checkpoint }) => checkpoint)),
    validations: kept.validations.map(toValidation),
    journal,
  });
}

/** A retry is an attempt numbered above 1; its reason and its time are those of the attempt before it. */
function retries({ run, steps, attempts }: KeptRun): RetryRow[] {
  return attempts.flatMap(({ stepId, number }) => {
    const before = attempts.find((earlier) => earlier.stepId === stepId && earlier.number === number - 1);
    const counts = before?.endedAt && before.reason && before.result !== "done";
    if (!counts) return [];
    const step = steps.find(({ id }) => id === stepId)?.name ?? "";
    const { id: attemptId, endedAt, reason } = before;
    return [{ attemptId, runId: run.id, stepId, step, number: before.number, at: endedAt!, reason: reason! }];
  });
}

const newestFirst = (a: RetryRow, b: RetryRow): number => b.at - a.at || (a.attemptId < b.attemptId ? 1 : -1);

export const retryRows = (
  runs: KeptRun[],
  { from, to, reason, firstOnly, limit }: Range & { reason?: RetryRow["reason"]; firstOnly?: boolean; limit: number },
): RetryRow[] =>
  runs
    .flatMap(retries)
    .filter((row) => within(row.at, { from, to }) && (!reason || row.reason === reason))
    .filter((row) => !firstOnly || row.number === 1)
    .sort(newestFirst)
    .slice(0, limit);

export function retryFigures(runs: KeptRun[], range: Range & { zone: string; firstOnly?: boolean }): RetryFigure[] {
  // Swedish writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: range.zone, dateStyle: "short" });
  const figures = new Map<string, RetryFigure & { seen: Set<string>; seenSteps: Set<string> }>();
  for (const { runId, stepId, at, reason } of retryRows(runs, { ...range, limit: Number.POSITIVE_INFINITY })) {
    const day = format.format(at);
    const key = `${day} ${reason}`;
    const figure = figures.get(key) ?? {
      ...{ day, reason, attempts: 0, steps: 0, runs: 0 },
      ...{ seen: new Set<string>(), seenSteps: new Set<string>() },
    };
    figure.attempts += 1;
    figure.runs = figure.seen.add(runId).size;
    figure.steps = figure.seenSteps.add(stepId).size;
    figures.set(key, figure);
  }
  return [...figures.keys()].sort().map((key) => {
    const { seen: _, seenSteps: __, ...figure } = figures.get(key)!;
    return figure;
  });
}

export function resumeFigures(runs: KeptRun[], range: Range): ResumeFigure[] {
  const counted = (kind: ExecutionKind) => kind === "resume" || kind === "recovery";
  return runs
    .flatMap(({ run, executions, checkpoints }) =>
      executions
        .filter((e) => counted(e.kind) && within(e.startedAt, range))
        .map((e) => {
          const next = executions.find((x) => x.number > e.number && (x.kind === "resume" || x.kind === e.kind));
          const reach = executions.filter((x) => x.number >= e.number && x.number < (next?.number ?? Infinity));
          const finished = reach.some((x) => x.endReason === "finished");
          const stored = checkpoints.some((c) => reach.some((x) => x.id === c.executionId));
          // The filter above leaves only the two kinds.
          const kind = e.kind as ResumeFigure["kind"];
          return { runId: run.id, executionId: e.id, at: e.startedAt, kind, passed: finished || stored, finished };
        }),
    )
    .sort((a, b) => a.at - b.at || (a.executionId < b.executionId ? -1 : 1));
}

export function typicalSteps(runs: KeptRun[], workflow: string): TypicalStep[] {
  const succeeded = runs.filter(({ run }) => run.workflow === workflow && run.state === "succeeded");
  const recent = succeeded.sort((a, b) => b.run.createdAt - a.run.createdAt).slice(0, 10);
  const liveCount = ({ steps }: KeptRun) => steps.filter(isLive).length;
  const [longest] = recent.sort((a, b) => liveCount(b) - liveCount(a));
  return (longest?.steps ?? [])
    .filter((step) => isLive(step) && step.endedAt !== null)
    .sort((a, b) => a.ordinal - b.ordinal)
    .map(({ name, kind, actionId, startedAt, endedAt }) => ({ name, kind, actionId, tookMs: endedAt! - startedAt }));
}

export function keptActions({ run, steps, checkpoints }: KeptRun): KeptActions {
  const done = new Set(checkpoints.filter(isLive).map(({ stepId }) => stepId));
  const actionIds = steps.flatMap((step) =>
    step.kind === "action" && isLive(step) && done.has(step.id) ? (step.actionId ?? []) : [],
  );
  return { runId: run.id, subject: run.subject, state: run.state, actionIds };
}
