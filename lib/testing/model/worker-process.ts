/**
 * A worker process that does one phase at each turn, so that anything may happen between two of them. It is more
 * careless than the SDK: it writes without asking whether its lease still stands, and once it has decided to send, it
 * sends, however long it slept in between.
 */

import { beginAttempt } from "@/lib/engine/begin-attempt";
import { claimRun } from "@/lib/engine/claim-run";
import type { Engine } from "@/lib/engine/engine";
import type { Destination } from "@/lib/ledger/destination";
import type { Lease } from "@/lib/progress/execution";
import type { Claimed, ProgressWrite } from "@/lib/progress/store";
import type { WorkerRecord } from "@/lib/progress/worker";
import { anId } from "../factories";
import { aReport } from "../ledger-world";
import { aDoneStep, aWorker } from "../progress-world";
import type { Outside } from "./outside";

/** Where it works; what it is granted and what it writes is compared there with what must be. */
type Surroundings = {
  engine: Engine;
  outside: Outside;
  now(): number;
  granted(claimed: Claimed, workerId: string): void;
  write(lease: Lease, write: ProgressWrite): Promise<boolean>;
};

type Sending = { attemptId: string; actionId: string; providerKey: string; deadlineAt: number };
type Execution = {
  claimed: Claimed;
  leaseEndsAt: number;
  done: Set<string>;
  phase: "idle" | "checked" | "sent" | "confirmed";
  sending: Sending | null;
};

export class WorkerProcess {
  record: WorkerRecord;
  execution: Execution | null = null;
  private readonly steps: readonly string[];

  constructor(private readonly world: Surroundings) {
    const destinations = world.outside.destinations.map(({ name }) => name);
    this.record = aWorker({ destinations });
    this.steps = ["read", ...destinations];
  }

  serve(workflow: string): void {
    this.record = { ...this.record, workflows: [{ name: workflow, version: 1 }] };
  }

  async claim(): Promise<void> {
    const { world } = this;
    const sentAt = world.now();
    const claimed = await claimRun(world.engine, this.record);
    if (claimed === null) return;
    world.granted(claimed, this.record.id);
    this.execution = {
      claimed,
      leaseEndsAt: sentAt + claimed.leaseLeftMs,
      done: new Set(claimed.recorded.map(({ name }) => name)),
      phase: "idle",
      sending: null,
    };
  }

  /** The process is gone, and another with an id of its own takes its place. */
  die(): void {
    this.execution = null;
    this.record = { ...this.record, id: anId() };
  }

  /** It decided to send, or is about to decide, and nobody can call it back. */
  maySendYet(actionId: string): boolean {
    const { sending = null, phase } = this.execution ?? { phase: "idle" as const };
    return sending?.actionId === actionId && (phase === "idle" || phase === "checked");
  }

  async turn(replyIsLost: boolean): Promise<void> {
    const { execution } = this;
    if (execution === null) return;
    const name = this.steps.find((step) => !execution.done.has(step));
    if (name === undefined) return this.end({ end: { kind: "finished", output: "null" } });
    const destination = this.world.outside.destinations.find((each) => each.name === name);
    if (destination === undefined) return this.checkpoint(execution, name, null);
    await this.act(execution, destination, replyIsLost);
  }

  private async act(execution: Execution, destination: Destination, replyIsLost: boolean): Promise<void> {
    const { world } = this;
    const { sending } = execution;
    if (execution.phase === "confirmed") {
      execution.phase = "idle";
      return this.checkpoint(execution, destination.name, sending?.actionId ?? null);
    }
    if (sending === null) return this.begin(execution, destination);
    if (execution.phase === "idle") {
      if (world.now() < execution.leaseEndsAt && world.now() < sending.deadlineAt) {
        execution.phase = "checked";
        return;
      }
      await world.engine.ledger.report(aReport(sending.attemptId, "not_sent"));
      execution.sending = null;
      return;
    }
    if (execution.phase === "checked") {
      world.outside.receive(destination, sending.providerKey);
      execution.phase = "sent";
      return;
    }
    const unseen = replyIsLost || world.now() > sending.deadlineAt;
    await world.engine.ledger.report(
      aReport(sending.attemptId, unseen ? "unknown" : "confirmed", { response: '"ok"' }),
    );
    execution.phase = unseen ? "idle" : "confirmed";
    if (unseen) execution.sending = null;
  }

  private async begin(execution: Execution, destination: Destination): Promise<void> {
    const { world } = this;
    const { claimed } = execution;
    const answer = await beginAttempt(world.engine, {
      holder: { ...claimed.lease, workerId: this.record.id, executionKind: claimed.kind },
      logicalRunId: claimed.run.logicalRunId,
      intent: {
        type: "send",
        object: destination.name,
        occurrence: "",
        payload: { text: "Hello" },
        volatileFields: [],
        declaration: destination,
        needsGrant: false,
      },
      actionId: anId(),
      attemptId: anId(),
      deadlineMs: destination.deadlineMs,
      validationId: null,
    });
    switch (answer.answer) {
      case "proceed": {
        const { id, providerKey, deadlineMs } = answer.attempt;
        const deadlineAt = world.now() + deadlineMs;
        execution.sending = { attemptId: id, actionId: answer.actionId, providerKey, deadlineAt };
        return;
      }
      case "stored":
        execution.sending = { attemptId: "", actionId: answer.actionId, providerKey: "", deadlineAt: 0 };
        execution.phase = "confirmed";
        return;
      case "in_flight":
        return this.end({
          end: {
            kind: "suspended",
            cause: "action_in_flight",
            text: "It waits for another attempt.",
            validationIds: [],
            actionIds: [answer.actionId],
            wakeInMs: answer.retryAfterMs,
          },
        });
      case "outcome_unknown": {
        const actionIds = [answer.actionId];
        return this.end({ end: { kind: "blocked", cause: "outcome_unknown", text: "Nobody knows.", actionIds } });
      }
      case "stale_lease":
        this.execution = null;
        return;
      default:
        throw new Error(`The ledger answered ${answer.answer}, which nothing in this model can cause.`);
    }
  }

  private async checkpoint(execution: Execution, name: string, actionId: string | null): Promise<void> {
    const ordinal = this.steps.indexOf(name) + 1;
    const write = aDoneStep(name, { kind: actionId === null ? "step" : "action", actionId, ordinal });
    execution.sending = null;
    if (await this.world.write(execution.claimed.lease, write)) execution.done.add(name);
    else this.execution = null;
  }

  private async end(write: ProgressWrite): Promise<void> {
    const { execution } = this;
    if (execution === null) return;
    await this.world.write(execution.claimed.lease, write);
    // One that may go on at once claims again like everybody else, once its lease has run out.
    this.execution = null;
  }
}
