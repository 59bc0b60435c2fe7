/**
 * One worker's tenure of one run, while it lasts: what was recorded before, what is asked for now, and the lease under
 * which it may act. It ends once, in one of the ways of `Ended`; after that nothing it started has any further effect on
 * the run, and promises the code still waits for never settle.
 */

import type { ReportResult } from "@/lib/ledger/store";
import { stepIdentity } from "@/lib/progress/step";
import type { Claimed, OpenStep, ProgressWrite, Recorded, RecordedStep, RunEnd } from "@/lib/progress/store";
import type { WorkerShape } from "@/lib/progress/worker";
import type { Backend, Holder, ReportAsk } from "../backend";
import type { Boundary, OnBoundary } from "../boundary";
import type { Clock } from "../clock";
import { ValueRefused } from "../errors";
import { type HeldLease, mayAct } from "../heartbeat/heartbeats";
import type { AnyWorkflow } from "../workflow";
import { Deliveries } from "./delivery";
import { Deterministic } from "./deterministic";
import { Pending, type Wait } from "./pending";
import { ProgressWriter } from "./progress-writer";

export type Ended = RunEnd["kind"] | "abandoned";

export type WorkerLog = (level: "debug" | "info" | "warn" | "error", text: string, facts?: object) => void;

export type Surroundings = {
  backend: Backend;
  clock: Clock;
  workerId: string;
  onBoundary: OnBoundary | undefined;
  /** Keeps trying until the report is stored: it is evidence, whatever became of the lease. */
  report(ask: ReportAsk): Promise<ReportResult>;
  /** Told of the shape in which the code asks for a result. */
  meet(shape: WorkerShape): void;
  log: WorkerLog;
};

/** The run belongs to somebody else, or the lease ran out: nothing further may be written. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
}

/** Code without a timeout of its own counts as hung after this, and its lease is given up. */
const hungAfterMs = 10 * 60_000;
/** A timeout that has not ended its code this long after its time cannot: the code blocks its process. */
const timeoutGraceMs = 5_000;
/** Shorter waits are not worth another claim and another replay. */
const waitInProcessMs = 5_000;

export class Execution {
  readonly deliveries: Deliveries;
  readonly pending: Pending;
  readonly writer: ProgressWriter;
  readonly values: Deterministic;
  readonly asked = new Set<string>();
  readonly askedActionIds = new Set<string>();
  readonly stepNames = new Map<string, string>();
  readonly holder: Holder;
  /** Errors that the code was given and that are kept only once it went on after them. */
  readonly caught: NonNullable<ProgressWrite["checkpoints"]> = [];
  stopping = false;
  /** The code asked for something that no earlier execution finished. */
  sawNew = false;
  codeReturned = false;

  private over = false;
  private parked = 0;
  private readonly abort = new AbortController();
  private readonly timers = new Set<() => void>();
  private readonly onStopping = new Set<() => void>();
  private readonly recorded: Map<string, RecordedStep>;
  private readonly open: Map<string, OpenStep>;
  private readonly claimedAtMs: number;
  private resolveEnded: (ended: Ended) => void = () => {};
  readonly ended = new Promise<Ended>((resolve) => {
    this.resolveEnded = resolve;
  });

  constructor(
    readonly around: Surroundings,
    readonly claimed: Claimed,
    readonly workflow: AnyWorkflow,
    readonly held: HeldLease,
  ) {
    const { run, lease, kind, recorded, open } = claimed;
    this.claimedAtMs = around.clock.monotonicMs();
    this.holder = { ...lease, workerId: around.workerId, executionKind: kind };
    this.values = new Deterministic(run.id, run.createdAt);
    this.recorded = new Map(recorded.map((step) => [stepIdentity(step.name, step.occurrence), step]));
    this.open = new Map(open.map((step) => [stepIdentity(step.name, step.occurrence), step]));
    this.pending = new Pending(
      () => this.keepLease(),
      () => void this.endAtRest(),
    );
    this.deliveries = new Deliveries(
      recorded.map(({ number }) => number),
      () => this.pending.touch(),
    );
    this.writer = new ProgressWriter({
      lease,
      send: (write) => this.send(write),
      after: (ms, then) => this.after(ms, then),
      onRecorded: (write) => this.announceCheckpoints(write),
      onError: (error) => this.crashed(error),
    });
    this.keepLease();
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  get isOver(): boolean {
    return this.over;
  }

  /** From the second execution on a step's start is durable before its body runs, so that a crash loop is seen. */
  get isLater(): boolean {
    return this.claimed.run.executionCount > 1;
  }

  mayAct(): boolean {
    return !this.over && mayAct(this.held, this.around.clock);
  }

  /** The database's time, as far as it can be told without asking. */
  databaseNow(): number {
    return this.claimed.run.lastActivityAt + (this.around.clock.monotonicMs() - this.claimedAtMs);
  }

  findRecorded(name: string, occurrence: string): RecordedStep | null {
    return this.recorded.get(stepIdentity(name, occurrence)) ?? null;
  }

  findOpen(name: string, occurrence: string): OpenStep | null {
    return this.open.get(stepIdentity(name, occurrence)) ?? null;
  }

  /** A step recorded after all that the code was given, and not asked for: earlier ones are no longer in the code. */
  findUnasked(): RecordedStep | null {
    for (const [identity, step] of this.recorded) {
      if (step.number > this.deliveries.latest && !this.asked.has(identity)) return step;
    }
    return null;
  }

  async boundary(boundary: Boundary, step: string | null): Promise<void> {
    const { onBoundary } = this.around;
    if (onBoundary === undefined) return;
    const { run, lease } = this.claimed;
    await onBoundary(boundary, { runId: run.id, executionId: lease.executionId, subject: run.subject, step });
  }

  /** Runs work that the end of the execution waits for. It is told how long each part of it may take. */
  start(work: (keepFor: (timeoutMs: number | null) => void) => Promise<void>, isAction = false): void {
    const { clock } = this.around;
    const until = (timeoutMs: number | null) =>
      clock.monotonicMs() + (timeoutMs === null ? hungAfterMs : timeoutMs + timeoutGraceMs);
    const id = this.pending.start(isAction, until(null));
    void work((timeoutMs) => this.pending.keep(id, until(timeoutMs)))
      .catch((error) => this.crashed(error))
      .finally(() => this.pending.end(id));
  }

  /** Work that a stopping worker leaves to the next one. */
  park(): void {
    this.parked += 1;
    this.pending.touch();
  }

  /**
   * Waits: a short while in process, longer by giving the lease back. False when the ask must not go on here; then this
   * execution is about to end.
   */
  async delay(ms: number, wait: Pick<Wait, "cause" | "text">): Promise<boolean> {
    if (ms >= waitInProcessMs) {
      this.pending.wait({ ...wait, wakeAtMs: this.around.clock.monotonicMs() + ms });
      return false;
    }
    await this.pause(ms);
    if (!this.stopping) return true;
    this.park();
    return false;
  }

  /** Repeats a call whose answer is not known until the lease ends. Throws ValueRefused and LeaseLost. */
  async persist<T>(call: () => Promise<T>): Promise<T> {
    for (let delayMs = 100; ; delayMs = Math.min(2 * delayMs, 2_000)) {
      if (this.over) throw new LeaseLost();
      try {
        return await call();
      } catch (error) {
        if (error instanceof ValueRefused) throw error;
        if (!this.mayAct()) throw new LeaseLost("The lease ended before the backend answered.", { cause: error });
        this.around.log("warn", `No answer, asking again: ${error instanceof Error ? error.message : error}`);
        await new Promise<void>((resolve) => this.after(delayMs, resolve));
      }
    }
  }

  /** Stops starting things; what runs may end. */
  stop(): void {
    this.stopping = true;
    for (const wake of this.onStopping) wake();
    this.pending.touch();
  }

  /** Ends what still runs, so that it can be recorded as not done. */
  cutShort(): void {
    this.abort.abort(new DOMException("The worker stops.", "AbortError"));
  }

  /** Without a word to the backend: the run belongs to somebody else, or soon will. */
  abandon(why: string): void {
    if (this.over) return;
    this.around.log("warn", `Left the run to others: ${why}`, { runId: this.claimed.run.id });
    this.close("abandoned");
  }

  /** The last write of this execution. */
  async end(end: RunEnd): Promise<void> {
    if (this.over) return;
    this.codeReturned = true;
    try {
      const { resumeNow } = await this.writer.end(end);
      if (resumeNow) await this.writer.end({ kind: "released", text: "What it waited for came meanwhile." });
      this.close(end.kind);
    } catch (error) {
      this.crashed(error);
    }
  }

  crashed(error: unknown): void {
    if (this.over) return;
    const isLost = error instanceof LeaseLost;
    if (!isLost) this.around.log("error", "The SDK failed", { error });
    this.abandon(isLost ? error.message || "its lease ended" : "an error of the SDK itself");
  }

  after(ms: number, then: () => void): () => void {
    const cancel = this.around.clock.after(ms, () => {
      this.timers.delete(cancel);
      then();
    });
    this.timers.add(cancel);
    return () => {
      this.timers.delete(cancel);
      cancel();
    };
  }

  private async send(write: ProgressWrite): Promise<Recorded> {
    const answer = await this.persist(() => this.around.backend.record(this.claimed.lease, write));
    if ("refused" in answer) throw new LeaseLost(answer.refused);
    return answer;
  }

  private async announceCheckpoints(write: ProgressWrite): Promise<void> {
    if (this.around.onBoundary === undefined) return;
    for (const { stepId } of write.checkpoints ?? []) {
      await this.boundary("after_checkpoint", this.stepNames.get(stepId) ?? null);
    }
    if (write.end?.kind === "finished") await this.boundary("finished", null);
    if (write.end?.kind === "suspended" || write.end?.kind === "blocked") await this.boundary("suspended", null);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        cancel();
        this.onStopping.delete(done);
        resolve();
      };
      const cancel = this.after(ms, done);
      this.onStopping.add(done);
    });
  }

  private keepLease(): void {
    const untilMs = this.pending?.keepUntilMs ?? this.around.clock.monotonicMs() + hungAfterMs;
    if (!this.over) this.held.keepUntil(untilMs);
  }

  /** Nothing runs and the code asks for nothing more. */
  private async endAtRest(): Promise<void> {
    if (this.over || this.codeReturned || !this.deliveries.empty) return;
    const blocked = this.pending.blockedEnd();
    if (blocked !== null) return this.end(blocked);
    const released = this.stopping && (this.parked > 0 || !this.pending.isWaiting);
    if (released) return this.end({ kind: "released", text: "Its worker was stopped." });
    const suspended = this.pending.suspendedEnd(this.around.clock.monotonicMs());
    if (suspended !== null) await this.end(suspended);
  }

  private close(ended: Ended): void {
    this.over = true;
    this.writer.stop();
    for (const cancel of this.timers) cancel();
    this.timers.clear();
    if (ended === "abandoned") this.abort.abort(new DOMException("The lease was lost.", "AbortError"));
    this.held.release();
    this.resolveEnded(ended);
  }
}
