/**
 * The progress port in memory, for tests of what stands on it. Time is given from outside; nothing waits, and each
 * verb is atomic because JavaScript runs it without a break.
 */

import { createHash, randomUUID } from "node:crypto";
import type { Lease } from "@/lib/progress/execution";
import type { Claimed, NewRun, OutboxRow, ProgressStore, ProgressWrite, Recorded, Refused } from "@/lib/progress/store";
import type { WorkerRecord, WorkerShape, WorkerState } from "@/lib/progress/worker";
import { cancelKept, decideKept, expireKept, resumeKept } from "./memory-progress-people";
import { memoryProtection } from "./memory-progress-protection";
import { purgeKept, removeDelivered } from "./memory-progress-purge";
import * as reads from "./memory-progress-reads";
import { applyWrite } from "./memory-progress-record";
import { interrupt, recover, requeue } from "./memory-progress-recovery";
import {
  type KeptRun,
  leaseRefusal,
  newKept,
  openSteps,
  queueAgain,
  recordedSteps,
  toValidation,
} from "./memory-progress-run";
import { memoryTroubles } from "./memory-progress-troubles";
import * as week from "./memory-progress-week";

type KeptOutbox = OutboxRow & { tries: number; nextTryAt: number; deliveredAt: number | null };
type KeptWorker = WorkerState & { exitSeen: boolean };

class MemoryProgressStore implements ProgressStore {
  readonly #clock: () => number;
  readonly #runs = new Map<string, KeptRun>();
  readonly #workers = new Map<string, KeptWorker>();
  readonly #outbox: KeptOutbox[] = [];

  constructor(now: () => number) {
    this.#clock = now;
  }

  async now(): Promise<number> {
    return this.#clock();
  }

  async startRun(start: NewRun) {
    const known = this.#all().find(
      ({ run }) => run.workflow === start.workflow && run.logicalRunId === start.logicalRunId,
    );
    const kept = known ?? newKept(start, this.#clock());
    this.#runs.set(kept.run.id, kept);
    return { run: structuredClone(kept.run), created: kept.run.id === start.id };
  }

  async claim({ worker, executionId }: { worker: WorkerRecord; executionId: string }): Promise<Claimed | null> {
    const now = this.#clock();
    const repeated = this.#all().find((kept) => kept.lease.executionId === executionId && kept.lease.holder !== null);
    if (repeated) return toClaimed(repeated, now);
    let kept = this.#nextReady(worker, now);
    while (kept?.run.state === "running" && !recover(kept, this.#exitSeen(kept), now)) {
      kept = this.#nextReady(worker, now);
    }
    if (!kept) return null;

    const { run, lease } = kept;
    const recovers = ["lost", "crashed"].includes(kept.executions.at(-1)?.state ?? "");
    const prepared = kept.executions.find((e) => e.id === lease.executionId && e.state === "starting");
    if (prepared) {
      Object.assign(prepared, { state: "alive", workerId: worker.id, workerName: worker.name });
    } else {
      run.executionCount += 1;
      run.token += 1;
      const kind = run.executionCount === 1 ? "first" : recovers ? "recovery" : "wake";
      const numbers = { id: executionId, runId: run.id, number: run.executionCount, token: run.token };
      const holder = { kind, state: "alive", workerId: worker.id, workerName: worker.name, startedAt: now } as const;
      const unended = { endedAt: null, endReason: null, resumedFrom: null, resumedBy: null, resumeReason: null };
      kept.executions.push({ ...numbers, ...holder, ...unended });
    }
    queueAgain(kept, now, null);
    Object.assign(run, { state: "running", startedAt: run.startedAt ?? now });
    kept.readyAt = null;
    const times = { renewedAt: now, expiresAt: now + run.leaseMs };
    const holder = { workerId: worker.id, workerName: worker.name, ...times };
    kept.lease = { executionId: prepared?.id ?? executionId, holder, writeId: null };
    return toClaimed(kept, now);
  }

  async renew(lease: Lease): Promise<{ leaseLeftMs: number } | Refused> {
    const now = this.#clock();
    const kept = this.#runs.get(lease.runId);
    const refusal = leaseRefusal(kept, lease, now);
    if (refusal) return refusal;
    // Not refused: the run is there and its lease is held.
    const { run, lease: held } = kept!;
    Object.assign(held.holder!, { renewedAt: now, expiresAt: now + run.leaseMs });
    return { leaseLeftMs: run.leaseMs };
  }

  async record(lease: Lease, write: ProgressWrite): Promise<Recorded | Refused> {
    const now = this.#clock();
    const kept = this.#runs.get(lease.runId);
    const refusal = leaseRefusal(kept, lease, now);
    if (!refusal) return applyWrite(kept!, structuredClone(write), now);
    // The reply to its end was lost, and the same end comes again.
    const ended = kept?.executions.find((e) => e.id === lease.executionId && e.endReason === write.end?.kind);
    return ended?.endedAt ? { recorded: true, at: ended.endedAt, resumeNow: false } : refusal;
  }

  async wake(runId: string, because: Parameters<ProgressStore["wake"]>[1]): Promise<boolean> {
    const kept = this.#runs.get(runId);
    if (!kept || !isWokenBy(kept, because)) return false;
    queueAgain(kept, this.#clock(), null);
    return true;
  }

  resume: ProgressStore["resume"] = async (ask) =>
    resumeKept(this.#runs.get(ask.runId), ask, this.#clock(), this.#tell);

  cancel: ProgressStore["cancel"] = async (ask) =>
    cancelKept(this.#runs.get(ask.runId), ask, this.#clock(), this.#tell);

  decide: ProgressStore["decide"] = async (ask) => {
    const found = this.#validations().find(({ validation }) => validation.id === ask.validationId);
    if (!found) return { decided: false, why: "validation_not_found", validation: null };
    return structuredClone(decideKept(found.kept, found.validation, ask, this.#clock(), this.#tell));
  };

  async sweep(limit: number): Promise<{ interrupted: string[]; expired: string[] }> {
    const now = this.#clock();
    const expiredBy = (graceMs: number) => (kept: KeptRun) =>
      kept.lease.holder !== null && kept.lease.holder.expiresAt <= now - graceMs;
    const [manual, automatic] = (["manual", "automatic"] as const).map((recovery) =>
      this.#all().filter(({ run }) => run.recovery === recovery),
    );
    const silent = manual!.filter(expiredBy(0)).slice(0, limit);
    for (const kept of silent) interrupt(kept, this.#exitSeen(kept), now);
    // A claim takes them over as soon as their lease ends, if there is a worker for them.
    for (const kept of automatic!.filter(expiredBy(5_000)).slice(0, limit)) {
      if (recover(kept, this.#exitSeen(kept), now)) requeue(kept, now);
    }
    const overdue = this.#validations()
      .filter(({ validation }) => validation.state === "pending" && validation.deadlineAt <= now)
      .slice(0, limit);
    for (const { kept, validation } of overdue) expireKept(kept, validation, now, this.#tell);
    return { interrupted: silent.map(({ run }) => run.id), expired: overdue.map(({ validation }) => validation.id) };
  }

  listOver: ProgressStore["listOver"] = async (query) => reads.listOver(this.#all(), query);

  purgeRun: ProgressStore["purgeRun"] = async (ask) =>
    purgeKept(this.#runs.get(ask.runId), ask, this.#clock(), this.#tell);

  removeRun: ProgressStore["removeRun"] = async (runId) =>
    this.#runs.get(runId)?.run.purgedAt != null && this.#runs.delete(runId);

  removeDelivered: ProgressStore["removeDelivered"] = async (ask) => removeDelivered(this.#outbox, ask);

  async takeOutbox(limit: number): Promise<OutboxRow[]> {
    const now = this.#clock();
    const due = this.#outbox.filter((row) => row.deliveredAt === null && row.nextTryAt <= now).slice(0, limit);
    for (const row of due) {
      row.nextTryAt = now + Math.min(60_000, 5_000 * 2 ** row.tries);
      row.tries += 1;
    }
    return due.map(({ id, kind, body }) => structuredClone({ id, kind, body }));
  }

  async outboxDelivered(id: string): Promise<void> {
    for (const row of this.#outbox) if (row.id === id) row.deliveredAt ??= this.#clock();
  }

  async registerWorker(worker: WorkerRecord): Promise<void> {
    const now = this.#clock();
    const startedAt = this.#workers.get(worker.id)?.startedAt ?? now;
    this.#workers.set(worker.id, {
      ...structuredClone(worker),
      startedAt,
      seenAt: now,
      endedAt: null,
      exitSeen: false,
    });
  }

  async workerSeen(workerId: string): Promise<void> {
    const worker = this.#workers.get(workerId);
    if (worker) worker.seenAt = this.#clock();
  }

  async workerLearned(workerId: string, shapes: WorkerShape[]): Promise<void> {
    const worker = this.#workers.get(workerId);
    if (worker) worker.shapes = structuredClone(shapes);
  }

  async workerEnded(workerId: string, exitSeen: boolean): Promise<void> {
    const now = this.#clock();
    const worker = this.#workers.get(workerId);
    if (worker) Object.assign(worker, { endedAt: worker.endedAt ?? now, exitSeen: worker.exitSeen || exitSeen });
    for (const { lease } of exitSeen ? this.#all() : []) {
      if (lease.holder?.workerId === workerId) lease.holder.expiresAt = Math.min(lease.holder.expiresAt, now);
    }
  }

  findRun: ProgressStore["findRun"] = async (id) => structuredClone(this.#runs.get(id)?.run ?? null);

  findRunByLogicalId: ProgressStore["findRunByLogicalId"] = async (workflow, logicalRunId) =>
    structuredClone(
      this.#all().find(({ run }) => run.workflow === workflow && run.logicalRunId === logicalRunId)?.run ?? null,
    );

  readRun: ProgressStore["readRun"] = async (id) => {
    const kept = this.#runs.get(id);
    return kept ? reads.readRun(kept) : null;
  };

  readCheckpoints: ProgressStore["readCheckpoints"] = async (runId, upTo) => {
    const kept = this.#runs.get(runId);
    return kept ? recordedSteps(kept, upTo) : [];
  };

  findDamaged: ProgressStore["findDamaged"] = async (runId) =>
    (this.#runs.get(runId)?.checkpoints ?? [])
      .filter((checkpoint) => checkpoint.supersededBy === null && checkpoint.purgedAt === null)
      .filter(({ body, hash }) => createHash("sha256").update(body).digest("hex") !== hash)
      .map(({ number }) => number)
      .sort((a, b) => a - b);

  findValidation: ProgressStore["findValidation"] = async (id) => {
    const found = this.#validations().find(({ validation }) => validation.id === id);
    return found ? structuredClone(toValidation(found.validation)) : null;
  };

  listRuns: ProgressStore["listRuns"] = async (query) => reads.listRuns(this.#all(), query);
  countReady: ProgressStore["countReady"] = async () => reads.countReady(this.#all(), this.#clock());
  countStopped: ProgressStore["countStopped"] = async (marks) => reads.countStopped(this.#all(), marks);
  findSuccessor: ProgressStore["findSuccessor"] = async (runId) => reads.findSuccessor(this.#all(), runId);
  countRuns: ProgressStore["countRuns"] = async () => reads.countRuns(this.#all());
  listValidations: ProgressStore["listValidations"] = async (query) => reads.listValidations(this.#all(), query);
  retryFigures: ProgressStore["retryFigures"] = async (range) => reads.retryFigures(this.#all(), range);
  retryRows: ProgressStore["retryRows"] = async (ask) => reads.retryRows(this.#all(), ask);
  savedSteps: ProgressStore["savedSteps"] = async (ask) => week.savedSteps(this.#all(), ask);
  resumeFigures: ProgressStore["resumeFigures"] = async (range) => reads.resumeFigures(this.#all(), range);
  latencies: ProgressStore["latencies"] = async (range) => week.latencies(this.#all(), range);
  workSaved: ProgressStore["workSaved"] = async (range) => week.workSaved(this.#all(), range);
  firstRunAt: ProgressStore["firstRunAt"] = async () => week.firstRunAt(this.#all());
  readonly #protection = memoryProtection(() => this.#all());
  workflowRuns = this.#protection.workflowRuns;
  workflowUse = this.#protection.workflowUse;
  keptActions: ProgressStore["keptActions"] = async (runIds) =>
    runIds.flatMap((id) => {
      const kept = this.#runs.get(id);
      return kept ? [reads.keptActions(kept)] : [];
    });
  typicalSteps: ProgressStore["typicalSteps"] = async (workflow) => reads.typicalSteps(this.#all(), workflow);

  listWorkers: ProgressStore["listWorkers"] = async () =>
    [...this.#workers.values()]
      .sort((a, b) => b.seenAt - a.seenAt)
      .map(({ exitSeen: _, ...worker }) => structuredClone(worker));

  readonly #troubles = memoryTroubles(() => this.#all());
  computedAgain = this.#troubles.computedAgain;
  blockedExecutions = this.#troubles.blockedExecutions;
  runsWithoutLogs = this.#troubles.runsWithoutLogs;
  longWaits = this.#troubles.longWaits;
  unreasonedRetries = this.#troubles.unreasonedRetries;
  workflowsOf = this.#troubles.workflowsOf;

  readonly #tell = (kind: string, body: Record<string, unknown>): void => {
    const row = { id: randomUUID(), kind, body: structuredClone(body) };
    this.#outbox.push({ ...row, tries: 0, nextTryAt: this.#clock(), deliveredAt: null });
  };

  #all(): KeptRun[] {
    return [...this.#runs.values()];
  }

  #validations() {
    return this.#all().flatMap((kept) => kept.validations.map((validation) => ({ kept, validation })));
  }

  #exitSeen({ lease }: KeptRun): boolean {
    return lease.holder !== null && (this.#workers.get(lease.holder.workerId)?.exitSeen ?? false);
  }

  #nextReady(worker: WorkerRecord, now: number): KeptRun | undefined {
    const [next] = this.#all()
      .filter(({ run }) => worker.workflows.some((w) => w.name === run.workflow && run.workflowVersion <= w.version))
      .map((kept) => ({ kept, since: readySince(kept) }))
      .filter(({ since }) => since !== null && since <= now)
      .sort((a, b) => a.since! - b.since!);
    return next?.kept;
  }
}

export const memoryProgressStore = (options: { now: () => number }): ProgressStore =>
  new MemoryProgressStore(options.now);

/** Since when a worker may take it; null when none may. */
function readySince({ run, readyAt, lease }: KeptRun): number | null {
  if (run.state === "queued" || run.state === "waiting") return readyAt;
  return run.state === "running" && run.recovery === "automatic" ? (lease.holder?.expiresAt ?? null) : null;
}

function isWokenBy({ run }: KeptRun, because: Parameters<ProgressStore["wake"]>[1]): boolean {
  const stopped = run.state === "blocked" || run.state === "waiting";
  if ("actionId" in because) return stopped && run.waitsFor.actionIds.includes(because.actionId);
  if ("validationId" in because) {
    return (stopped || run.state === "needs_person") && run.waitsFor.validationIds.includes(because.validationId);
  }
  return run.state === "blocked" && run.cause === because.blocked;
}

function toClaimed(kept: KeptRun, now: number): Claimed {
  const { run, input } = kept;
  // A claimed run has an execution, which its lease names, and a holder.
  const execution = kept.executions.find((candidate) => candidate.id === kept.lease.executionId)!;
  return structuredClone({
    run,
    input,
    lease: { runId: run.id, executionId: execution.id, token: execution.token },
    kind: execution.kind,
    leaseLeftMs: kept.lease.holder!.expiresAt - now,
    recorded: recordedSteps(kept, run.checkpointCount),
    open: openSteps(kept),
  });
}
