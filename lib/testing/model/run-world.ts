/**
 * One run, its workers and the outside world, beside what must be true of them: who holds the lease until when, what was
 * acknowledged, what really happened outside. The expectations are kept here by hand and never read from the engine.
 */

import { expect } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { recordProgress } from "@/lib/engine/record-progress";
import type { Lease } from "@/lib/progress/execution";
import type { Claimed, ProgressWrite } from "@/lib/progress/store";
import { anId, monday } from "../factories";
import { aNewRun, leaseMs } from "../progress-world";
import { Outside } from "./outside";
import { WorkerProcess } from "./worker-process";

export type MakeEngine = () => Promise<{ engine: Engine; setNow(at: number): Promise<void> }>;

type Held = { executionId: string; workerId: string; token: number; expiresAt: number };

export class RunWorld {
  readonly outside = new Outside(() => this.at);
  readonly workers = [new WorkerProcess(this), new WorkerProcess(this)] as const;
  runId = "";
  /** Who may write, until when. */
  held: Held | null = null;
  private claimedToken = 0;
  /** Live steps whose checkpoint was acknowledged, in their order. */
  acknowledged: string[] = [];
  private at = monday;

  private constructor(
    readonly engine: Engine,
    private readonly setNow: (at: number) => Promise<void>,
  ) {}

  static async open(make: MakeEngine, recovery: "automatic" | "manual"): Promise<RunWorld> {
    const { engine, setNow } = await make();
    const world = new RunWorld(engine, setNow);
    await setNow(world.at);
    // Of its own workflow, since a database is shared by many worlds.
    const { run } = await engine.progress.startRun(aNewRun({ recovery, workflow: `model-${anId()}` }));
    world.runId = run.id;
    for (const worker of world.workers) worker.serve(run.workflow);
    return world;
  }

  now(): number {
    return this.at;
  }

  async pass(ms: number): Promise<void> {
    this.at += ms;
    await this.setNow(this.at);
  }

  granted({ lease }: Claimed, workerId: string): void {
    expect(this.held === null || this.at >= this.held.expiresAt, "nobody else may hold a lease").toBe(true);
    expect(lease.token, "a token is never given twice").toBeGreaterThan(this.claimedToken);
    this.claimedToken = lease.token;
    this.held = { executionId: lease.executionId, workerId, token: lease.token, expiresAt: this.at + leaseMs };
  }

  /** Writes, and says whether it was accepted, which must be as the lease says. */
  async write(lease: Lease, write: ProgressWrite): Promise<boolean> {
    const may = this.held?.executionId === lease.executionId && this.at < this.held.expiresAt;
    const answer = await recordProgress(this.engine, lease, { id: anId(), ...write });
    expect("recorded" in answer, `a write with token ${lease.token} at ${this.at}`).toBe(may);
    if (!("recorded" in answer)) return false;
    if (write.checkpoints) this.acknowledged.push(...(write.steps ?? []).map(({ name }) => name));
    if (write.end && !answer.resumeNow) this.held = null;
    return true;
  }

  async check(): Promise<void> {
    const record = await this.engine.progress.readRun(this.runId);
    const live = record?.checkpoints.filter(({ supersededBy }) => supersededBy === null) ?? [];
    const names = live.map(({ stepId }) => record?.steps.find(({ id }) => id === stepId)?.name);
    expect(names, "an acknowledged checkpoint is never lost").toEqual(this.acknowledged);
    const numbers = record?.checkpoints.map(({ number }) => number) ?? [];
    expect(numbers, "numbers have no gap").toEqual(numbers.map((_, i) => i + 1));
    const tokens = record?.executions.map(({ token }) => token) ?? [];
    expect(tokens, "tokens rise with each execution").toEqual(tokens.map((_, i) => i + 1));

    for (const { action, attempts } of await this.engine.ledger.readRunActions(this.runId)) {
      const effects = this.outside.effects(action.providerKey);
      expect(effects, `${action.object} happened more than once`).toBeLessThanOrEqual(1);
      if (action.state === "confirmed") expect(effects, `${action.object} is confirmed`).toBe(1);
      else if (action.state !== "unknown" && action.state !== "sending")
        expect(effects, `${action.object} is ${action.state}`).toBe(0);
      const attemptNumbers = attempts.map(({ number }) => number);
      expect(attemptNumbers, "attempts have no gap").toEqual(attemptNumbers.map((_, i) => i + 1));
      expect(attempts.filter(({ outcome }) => outcome === null).length, "open attempts").toBeLessThanOrEqual(1);
    }
  }

  async isOver(): Promise<boolean> {
    const run = await this.engine.progress.findRun(this.runId);
    return run !== null && ["succeeded", "failed", "cancelled"].includes(run.state);
  }
}
