/**
 * Executes runs: claims those that its workflows can go on with, keeps their leases alive, takes look-ups, sweeps. Any
 * number of workers may run side by side; a worker may die at any point.
 */

import os from "node:os";
import type { Claimed } from "@/lib/progress/store";
import type { WorkerRecord } from "@/lib/progress/worker";
import type { AnyAction } from "../action";
import type { Backend } from "../backend";
import type { OnBoundary } from "../boundary";
import { type Clock, systemClock } from "../clock";
import { OptionRefused } from "../errors";
import { executeRun } from "../execution/execute-run";
import { Execution, type WorkerLog } from "../execution/execution";
import type { Heartbeats } from "../heartbeat/heartbeats";
import { newId } from "../new-id";
import type { AnyWorkflow } from "../workflow";
import { ClaimLoop } from "./claim-loop";
import { MetShapes } from "./met-shapes";
import { probeOnce } from "./probe-once";
import { Reporter } from "./reporter";
import { sendSecond } from "./send-second";
import { every, type Ticking } from "./ticking";

export type WorkerOptions = {
  backend: Backend;
  workflows: readonly AnyWorkflow[];
  /** Their destinations are registered, and their look-ups taken. */
  actions?: readonly AnyAction[];
  /** Runs at once; 10 by default. */
  concurrency?: number;
  name?: string;
  /** A UUID that a supervisor knows it by; new by default. */
  id?: string;
  clock?: Clock;
  onBoundary?: OnBoundary;
  log?: WorkerLog;
};

export type Worker = {
  readonly id: string;
  readonly name: string;
  start(): Promise<void>;
  /** Looks for runs now, instead of at the next poll. */
  nudge(): void;
  /** Executes a run that was claimed for this worker; false for one it already executes. */
  execute(claimed: Claimed, sentAt?: { monotonicMs: number; wallMs: number }): boolean;
  /** Resolves when nothing is executed any more. */
  idle(): Promise<void>;
  /**
   * Claims nothing further, lets what runs end for `graceMs`, records the rest as not done and gives the runs back.
   * Reports under way are stored first. No timer is left.
   */
  stop(options?: { graceMs?: number }): Promise<void>;
};

const concurrencyDefault = 10;
const sweepEveryMs = 1_000;
/** Older than a few of these, a worker is shown as gone. */
const seenEveryMs = 5_000;
const graceMsDefault = 10_000;
/** After the grace: what was cut short is recorded and reported, or left to the lease. */
const cutMs = 2_000;

/** Throws OptionRefused when two workflows share a name. */
export function createWorker(options: WorkerOptions): Worker {
  return new RunningWorker(options);
}

class RunningWorker implements Worker {
  readonly id: string;
  readonly name: string;
  private readonly record: WorkerRecord;
  private readonly clock: Clock;
  private readonly log: WorkerLog;
  private readonly byName: Map<string, AnyWorkflow>;
  private readonly probed: Map<string, AnyAction>;
  private readonly sendable: Map<string, AnyAction>;
  private readonly executions = new Map<string, Execution>();
  private readonly reporter: Reporter;
  private readonly shapes: MetShapes;
  private readonly loop: ClaimLoop;
  private heartbeats: Heartbeats | null = null;
  private tickings: Ticking[] = [];
  private whenIdle: (() => void)[] = [];
  private stopping = false;

  constructor(private readonly options: WorkerOptions) {
    const { backend, workflows, actions = [] } = options;
    this.id = options.id ?? newId();
    this.name = options.name ?? `${os.hostname()}-${process.pid}`;
    this.clock = options.clock ?? systemClock;
    this.log = options.log ?? (() => {});
    this.byName = new Map(workflows.map((workflow) => [workflow.name, workflow]));
    if (this.byName.size < workflows.length) throw new OptionRefused("Two workflows of this worker share a name.");
    this.probed = new Map(actions.filter(({ probe }) => probe !== null).map((action) => [action.type, action]));
    this.sendable = new Map(actions.map((action) => [action.type, action]));
    this.shapes = new MetShapes(workflows);
    this.record = {
      id: this.id,
      name: this.name,
      host: os.hostname(),
      pid: process.pid,
      workflows: workflows.map(({ name, version }) => ({ name, version })),
      destinations: [...new Set(actions.map(({ destination }) => destination.name))],
      shapes: this.shapes.all(),
    };
    this.reporter = new Reporter(backend, this.clock, this.log);
    this.loop = new ClaimLoop({
      clock: this.clock,
      claim: () => backend.claim(this.record),
      freeSlots: () => (options.concurrency ?? concurrencyDefault) - this.executions.size,
      take: (claimed, sentAt) => this.execute(claimed, sentAt),
      onError: (error) => this.complain("No run could be claimed", error),
    });
  }

  async start(): Promise<void> {
    const { backend, actions = [] } = this.options;
    const destinations = new Map(actions.map(({ destination }) => [destination.name, destination]));
    await backend.registerWorker(this.record, [...destinations.values()]);
    this.heartbeats = backend.openHeartbeats();
    await this.heartbeats.ready();
    const onError = (error: unknown) => this.complain("A periodic task failed", error);
    this.tickings = [
      every(sweepEveryMs, () => backend.sweep(onError), this.clock, onError),
      every(sweepEveryMs, () => this.probe(), this.clock, onError),
      every(sweepEveryMs, () => this.sendSecond(), this.clock, onError),
      every(seenEveryMs, () => backend.workerSeen(this.id), this.clock, onError),
      every(sweepEveryMs, () => this.shapes.tell((met) => backend.workerLearned(this.id, met)), this.clock, onError),
    ];
    this.loop.start();
  }

  nudge(): void {
    this.loop.nudge();
  }

  execute(claimed: Claimed, sentAt = { monotonicMs: this.clock.monotonicMs(), wallMs: this.clock.wallMs() }): boolean {
    const { lease, run, leaseLeftMs } = claimed;
    const workflow = this.byName.get(run.workflow);
    if (this.heartbeats === null || workflow === undefined || this.executions.has(lease.executionId)) {
      this.log("warn", "Refused a run that was delivered twice, or that this worker has no code for", {
        runId: run.id,
        executionId: lease.executionId,
      });
      return false;
    }
    const granted = {
      lease,
      leaseMs: run.leaseMs,
      leaseLeftMs,
      sentAtMs: sentAt.monotonicMs,
      sentWallMs: sentAt.wallMs,
    };
    const held = this.heartbeats.hold(granted, () =>
      this.executions.get(lease.executionId)?.abandon("its lease was lost"),
    );
    const around = {
      backend: this.options.backend,
      clock: this.clock,
      workerId: this.id,
      onBoundary: this.options.onBoundary,
      report: this.reporter.report,
      meet: this.shapes.meet,
      log: this.log,
    };
    const execution = new Execution(around, claimed, workflow, held);
    this.executions.set(lease.executionId, execution);
    void executeRun(execution)
      .catch((error) => execution.crashed(error))
      .then(() => this.ended(lease.executionId));
    return true;
  }

  idle(): Promise<void> {
    if (this.executions.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.whenIdle.push(resolve));
  }

  async stop({ graceMs = graceMsDefault }: { graceMs?: number } = {}): Promise<void> {
    this.stopping = true;
    await this.loop.stop();
    for (const ticking of this.tickings) await ticking.stop();
    for (const execution of this.executions.values()) execution.stop();
    await this.within(graceMs, this.idle());
    for (const execution of this.executions.values()) execution.cutShort();
    await this.within(cutMs, Promise.all([this.idle(), this.reporter.flushed()]));
    for (const execution of this.executions.values()) execution.abandon("the worker was stopped");
    this.reporter.giveUp();
    await this.heartbeats?.stop();
    await this.options.backend.workerEnded(this.id).catch((error) => this.complain("It could not sign off", error));
  }

  private ended(executionId: string): void {
    this.executions.delete(executionId);
    this.loop.nudge();
    if (this.executions.size > 0) return;
    for (const resolve of this.whenIdle.splice(0)) resolve();
  }

  /** One after the other until none is due: an outage leaves many behind at once. */
  private async probe(): Promise<void> {
    const { backend } = this.options;
    if (this.probed.size === 0) return;
    while (!this.stopping && (await probeOnce(backend, this.id, this.probed, this.clock)));
  }

  private async sendSecond(): Promise<void> {
    const { backend } = this.options;
    if (this.sendable.size > 0) await sendSecond(backend, this.sendable, this.clock, this.reporter.report);
  }

  private within(ms: number, work: Promise<unknown>): Promise<unknown> {
    let cancel = () => {};
    const elapsed = new Promise<void>((resolve) => {
      cancel = this.clock.after(ms, resolve);
    });
    return Promise.race([work, elapsed]).finally(() => cancel());
  }

  private complain(text: string, error: unknown): void {
    this.log("warn", `${text}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
