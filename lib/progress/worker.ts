/**
 * A worker is a process that executes runs. It says which workflows it has code for, in which versions, and which
 * shapes of results that code reads: those declared with the workflow, and those it met while it executed runs.
 */

import type { Run } from "./run";
import type { AskedShape } from "./schema-fit";

export type WorkerShape = Pick<AskedShape, "schemaVersion" | "migratesFrom"> & { workflow: string; step: string };

export type WorkerRecord = {
  id: string;
  name: string;
  host: string;
  pid: number;
  workflows: { name: string; version: number }[];
  destinations: string[];
  shapes: WorkerShape[];
};

export type WorkerState = WorkerRecord & { startedAt: number; seenAt: number; endedAt: number | null };

/** Workers are seen every few seconds; silence for longer means that none is there. */
export const workerSilentMs = 15_000;

export const isPresent = (worker: Pick<WorkerState, "seenAt" | "endedAt">, now: number): boolean =>
  worker.endedAt === null && now - worker.seenAt <= workerSilentMs;

type Needing = Pick<Run, "workflow" | "workflowVersion">;

/** The version in which the worker has the run's workflow; null when it cannot go on with the run. */
export function ableVersion(worker: Pick<WorkerRecord, "workflows">, run: Needing): number | null {
  const found = worker.workflows.find(({ name }) => name === run.workflow);
  return found !== undefined && found.version >= run.workflowVersion ? found.version : null;
}

/** What a run lacks that would be claimed, if only a worker for it were there. */
export type WorkerGap = { workflow: string; version: number; since: number; lastSeenAt: number | null };

export function workerGap(
  run: Needing & Pick<Run, "state" | "wakeAt" | "lastActivityAt">,
  workers: readonly WorkerState[],
  now: number,
): WorkerGap | null {
  const due = run.state === "queued" || (run.state === "waiting" && run.wakeAt !== null && run.wakeAt <= now);
  if (!due) return null;
  const able = workers.filter((worker) => ableVersion(worker, run) !== null);
  if (able.some((worker) => isPresent(worker, now))) return null;
  const lastSeenAt = able.length === 0 ? null : Math.max(...able.map(({ seenAt }) => seenAt));
  const since = Math.max(run.wakeAt ?? run.lastActivityAt, lastSeenAt ?? 0);
  return { workflow: run.workflow, version: run.workflowVersion, since, lastSeenAt };
}

/** Whether one that has it in this version or a newer one is there. */
export const isServed = (
  { workflow, version }: { workflow: string; version: number },
  workers: readonly WorkerState[],
  now: number,
): boolean =>
  workers.some(
    (worker) => isPresent(worker, now) && ableVersion(worker, { workflow, workflowVersion: version }) !== null,
  );

export const gapText = ({ workflow, version }: Pick<WorkerGap, "workflow" | "version">): string =>
  `No compatible worker: none that has ${workflow} v${version} or newer is there.`;
