/**
 * Collects what an execution writes to its run and sends it in order, one write at a time: whatever was added while a
 * write is under way goes with the next. Hints ride along; alone they leave after a moment.
 */

import type { Lease } from "@/lib/progress/execution";
import type { ProgressWrite, Recorded, RunEnd } from "@/lib/progress/store";
import { newId } from "../new-id";

/** A step that ends sooner needs no write of its own for its start; one that runs longer should be seen running. */
const hintMs = 50;

type Lists = Required<Omit<ProgressWrite, "end" | "id">>;
const nothing = (): Lists => ({ steps: [], attempts: [], validations: [], copies: [], checkpoints: [], journal: [] });

type Port = {
  lease: Lease;
  /** Rejects when the lease is lost: then nothing further is written. */
  send(write: ProgressWrite): Promise<Recorded>;
  after(ms: number, then: () => void): () => void;
  /** Told of each write that was acknowledged, before those who wait for it. */
  onRecorded(write: ProgressWrite): Promise<void> | void;
  onError(error: unknown): void;
};

export class ProgressWriter {
  private waiting = nothing();
  private current: Promise<unknown> = Promise.resolve();
  private next: Promise<number> | null = null;
  private cancelHint: (() => void) | null = null;
  private ending = false;

  constructor(private readonly port: Port) {}

  add(part: Partial<Lists>): void {
    this.waiting.steps.push(...(part.steps ?? []));
    this.waiting.attempts.push(...(part.attempts ?? []));
    this.waiting.validations.push(...(part.validations ?? []));
    this.waiting.copies.push(...(part.copies ?? []));
    this.waiting.checkpoints.push(...(part.checkpoints ?? []));
    this.waiting.journal.push(...(part.journal ?? []));
  }

  hint(part: Partial<Lists>): void {
    this.add(part);
    if (this.ending) return;
    this.cancelHint ??= this.port.after(hintMs, () => {
      this.cancelHint = null;
      this.flush().catch(this.port.onError);
    });
  }

  /** Once the code has gone on: its next begin is under way by then, or its end takes this along. */
  soon(): void {
    setImmediate(() => {
      if (Object.values(this.waiting).some((list) => list.length > 0)) this.flush().catch(this.port.onError);
    });
  }

  /** Resolves with the database's time once everything added so far is durable. */
  flush(): Promise<number> {
    // What is added while the end is under way belongs to nobody any more.
    if (this.ending) return new Promise(() => {});
    if (this.next === null) {
      const sent = this.current.then(() => {
        this.next = null;
        return this.send(this.take());
      });
      this.next = sent.then(({ at }) => at);
      this.current = sent;
    }
    return this.next;
  }

  /** The last write; takes along whatever waits. Nothing may be added after it. */
  async end(end: RunEnd): Promise<Recorded> {
    this.ending = true;
    this.stop();
    await (this.next ?? this.current);
    return this.send({ ...this.take(), end });
  }

  stop(): void {
    this.cancelHint?.();
    this.cancelHint = null;
  }

  private take(): ProgressWrite {
    this.stop();
    const taken = Object.entries(this.waiting).filter(([, list]) => list.length > 0);
    this.waiting = nothing();
    return Object.fromEntries(taken);
  }

  private async send(write: ProgressWrite): Promise<Recorded> {
    const recorded = await this.port.send({ id: newId(), ...write });
    await this.port.onRecorded(write);
    return recorded;
  }
}
