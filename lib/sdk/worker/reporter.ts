/** Stores the reports of attempts, however long it takes: without one, what is known becomes an unknown. */

import type { ReportResult } from "@/lib/ledger/store";
import type { Backend, ReportAsk } from "../backend";
import type { Clock } from "../clock";
import type { WorkerLog } from "../execution/execution";

const firstDelayMs = 100;
const longestDelayMs = 5_000;

export class Reporter {
  private readonly underWay = new Set<Promise<unknown>>();
  private readonly cancels = new Set<() => void>();
  private givenUp = false;

  constructor(
    private readonly backend: Backend,
    private readonly clock: Clock,
    private readonly log: WorkerLog,
  ) {}

  /** Resolves once it is stored; never, if the worker gave up before. */
  readonly report = (ask: ReportAsk): Promise<ReportResult> => {
    const stored = this.store(ask);
    this.underWay.add(stored);
    void stored.finally(() => this.underWay.delete(stored));
    return stored;
  };

  async flushed(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  giveUp(): void {
    this.givenUp = true;
    for (const cancel of this.cancels) cancel();
  }

  private async store(ask: ReportAsk): Promise<ReportResult> {
    for (let delayMs = firstDelayMs; ; delayMs = Math.min(longestDelayMs, 2 * delayMs)) {
      try {
        return await this.backend.report(ask);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        this.log("error", `The outcome of an attempt (${ask.outcome}) is not stored yet: ${why}`, { ...ask });
        await this.pause(delayMs);
      }
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.givenUp) return;
      const cancel = this.clock.after(ms, () => {
        this.cancels.delete(cancel);
        resolve();
      });
      this.cancels.add(cancel);
    });
  }
}
