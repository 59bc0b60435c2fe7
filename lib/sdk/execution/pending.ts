/**
 * What the workflow's code waits for. While something runs the execution goes on; once the code is at rest and only
 * waits are left, it ends: blocked if something needs a person, else suspended until the first of its waits.
 */

import type { RunCause } from "@/lib/progress/run";
import type { RunEnd } from "@/lib/progress/store";

export type Wait = {
  cause: "validation" | "timer" | "retry" | "action_in_flight" | "destination_held";
  text: string;
  validationId?: string;
  actionId?: string;
  /** On the monotonic clock. */
  wakeAtMs?: number;
};

export type Stuck = { cause: RunCause; text: string; actionIds: string[] };

const wokenByAction: ReadonlySet<RunCause> = new Set(["outcome_unknown", "payload_mismatch", "approval_mismatch"]);

export class Pending {
  private readonly running = new Map<symbol, { isAction: boolean; keepUntilMs: number }>();
  private readonly waits: Wait[] = [];
  private readonly stuck: Stuck[] = [];
  private actionsIdle: (() => void)[] = [];
  private touches = 0;

  /** `onChange` is called with each change, `onQuiet` one turn of the event loop after the last one if nothing runs. */
  constructor(
    private readonly onChange: () => void,
    private readonly onQuiet: () => void,
  ) {}

  get runningCount(): number {
    return this.running.size;
  }

  get isWaiting(): boolean {
    return this.waits.length > 0;
  }

  get blockedBy(): Stuck | null {
    return this.stuck[0] ?? null;
  }

  /** The earliest time at which something that runs counts as hung. */
  get keepUntilMs(): number | null {
    return this.running.size === 0 ? null : Math.min(...[...this.running.values()].map((r) => r.keepUntilMs));
  }

  start(isAction: boolean, keepUntilMs: number): symbol {
    const id = Symbol("running");
    this.running.set(id, { isAction, keepUntilMs });
    this.touch();
    return id;
  }

  keep(id: symbol, keepUntilMs: number): void {
    const running = this.running.get(id);
    if (running === undefined) return;
    running.keepUntilMs = keepUntilMs;
    this.onChange();
  }

  end(id: symbol): void {
    this.running.delete(id);
    if (![...this.running.values()].some(({ isAction }) => isAction)) {
      for (const resolve of this.actionsIdle.splice(0)) resolve();
    }
    this.touch();
  }

  wait(wait: Wait): void {
    this.waits.push(wait);
    this.touch();
  }

  stick(stuck: Stuck): void {
    this.stuck.push(stuck);
    this.touch();
  }

  /** Resolves when no action is being begun, sent or reported. */
  whenActionsIdle(): Promise<void> {
    if (![...this.running.values()].some(({ isAction }) => isAction)) return Promise.resolve();
    return new Promise((resolve) => this.actionsIdle.push(resolve));
  }

  touch(): void {
    this.onChange();
    const seen = ++this.touches;
    setImmediate(() => {
      if (seen === this.touches && this.running.size === 0) this.onQuiet();
    });
  }

  blockedEnd(): RunEnd | null {
    const first = this.stuck[0];
    if (first === undefined) return null;
    // Only for these is it what becomes of the action that wakes the run; for the others it is a person's resume.
    const settled = this.stuck.filter(({ cause }) => wokenByAction.has(cause));
    const actionIds = [...new Set(settled.flatMap((stuck) => stuck.actionIds))];
    return { kind: "blocked", cause: first.cause, text: this.stuck.map(({ text }) => text).join(" "), actionIds };
  }

  /** Whoever comes first wakes it: with a timer beside a decision it waits under the timer's cause. */
  suspendedEnd(nowMs: number): RunEnd | null {
    const timed = this.waits
      .filter((wait) => wait.wakeAtMs !== undefined)
      .sort((a, b) => (a.wakeAtMs ?? 0) - (b.wakeAtMs ?? 0));
    const first = timed[0] ?? this.waits[0];
    if (first === undefined) return null;
    return {
      kind: "suspended",
      cause: first.cause,
      text: [...new Set(this.waits.map(({ text }) => text))].join(" "),
      validationIds: this.waits.flatMap((wait) => wait.validationId ?? []),
      actionIds: this.waits.flatMap((wait) => wait.actionId ?? []),
      wakeInMs: first.wakeAtMs === undefined ? null : Math.max(0, Math.ceil(first.wakeAtMs - nowMs)),
    };
  }
}
