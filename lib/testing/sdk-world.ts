/**
 * Workers as processes that can die at any boundary, over stores in memory and one clock in the test's hands, with a
 * destination that counts what it really executed.
 */

import { onTestFinished } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import type { Action } from "@/lib/ledger/action";
import type { RunRecord } from "@/lib/progress/store";
import { type AnyAction, action } from "@/lib/sdk/action";
import type { Attempt, ProbeAnswer } from "@/lib/sdk/attempt/attempt";
import type { Backend } from "@/lib/sdk/backend";
import type { OnBoundary } from "@/lib/sdk/boundary";
import type { Clock } from "@/lib/sdk/clock";
import { type DestinationDeclaration, destination } from "@/lib/sdk/destination";
import { directBackend } from "@/lib/sdk/direct/direct-backend";
import { inProcessHeartbeats } from "@/lib/sdk/heartbeat/in-process-heartbeats";
import { newId } from "@/lib/sdk/new-id";
import type { Schema } from "@/lib/sdk/schema";
import { start } from "@/lib/sdk/start";
import { createWorker, type Worker, type WorkerOptions } from "@/lib/sdk/worker/worker";
import type { AnyWorkflow } from "@/lib/sdk/workflow";
import { hash } from "@/lib/wiring";
import { FakeClock } from "./fake-clock";
import { memoryCommandStore } from "./memory-command-store";
import { memoryLedgerStore } from "./memory-ledger-store";
import { memoryMessageStore } from "./memory-message-store";
import { memoryProgressStore } from "./memory-progress-store";
import { memoryStopDecisionStore } from "./memory-stop-decision-store";

export type TestProcess = { worker: Worker; die(): void; isDead(): boolean };

export type SdkWorld = ReturnType<typeof sdkWorld>;

export function sdkWorld() {
  const clock = new FakeClock();
  const { now } = clock;
  const engine: Engine = {
    progress: memoryProgressStore(clock),
    ledger: memoryLedgerStore(now),
    commands: memoryCommandStore(now),
    messages: memoryMessageStore(now),
    stopDecisions: memoryStopDecisionStore(now),
    hash,
    newId,
  };
  const backendOn = (of: Clock): Backend =>
    directBackend(engine, () => inProcessHeartbeats((lease) => engine.progress.renew(lease), of));
  const processes: TestProcess[] = [];

  /** Registers and starts to claim. At `diesAt` it stops for good, as a killed process does. */
  async function startProcess(
    options: Pick<WorkerOptions, "workflows" | "actions" | "onBoundary" | "concurrency">,
    diesAt: { boundary: string; step?: string } | null = null,
    around: (backend: Backend) => Backend = (backend) => backend,
  ): Promise<TestProcess> {
    let dead = false;
    const own: Clock = {
      monotonicMs: clock.monotonicMs,
      wallMs: clock.wallMs,
      after: (ms, then) => clock.after(ms, () => dead || then()),
    };
    const process: TestProcess = {
      worker: createWorker({
        ...options,
        clock: own,
        backend: mortal(around(backendOn(own)), () => dead),
        name: `worker-${processes.length + 1}`,
        onBoundary: mortalBoundary(options.onBoundary, diesAt, () => {
          dead = true;
        }),
      }),
      die() {
        dead = true;
      },
      isDead: () => dead,
    };
    processes.push(process);
    await process.worker.start();
    await clock.advance(0);
    return process;
  }

  onTestFinished(async () => {
    for (const { worker, isDead, die } of processes) {
      if (isDead()) continue;
      const stopped = worker.stop({ graceMs: 0 });
      await clock.advance(5_000);
      await stopped;
      die();
    }
  });

  return {
    clock,
    engine,
    backend: backendOn(clock),
    startProcess,
    start: async (workflow: AnyWorkflow, input: unknown = {}, logicalRunId = "event-1"): Promise<string> =>
      (await start(workflow, input, { logicalRunId, backend: backendOn(clock) })).runId,
    async run(runId: string): Promise<RunRecord> {
      const record = await engine.progress.readRun(runId);
      if (record === null) throw new Error(`There is no run ${runId}.`);
      return record;
    },
    actions: async (runId: string): Promise<Action[]> =>
      (await engine.ledger.readRunActions(runId)).map(({ action: found }) => found),
    async approve(runId: string, verdict: "approve" | "reject" = "approve"): Promise<void> {
      const { validations } = await this.run(runId);
      const pending = validations.find(({ state }) => state === "pending");
      if (pending === undefined) throw new Error("Nothing is pending.");
      await engine.progress.decide({
        validationId: pending.id,
        decisionId: newId(),
        verdict,
        by: "Ana",
        role: "approver",
        reason: verdict === "reject" ? "wrong customer" : null,
        answer: { amount: 8 },
        from: null,
      });
    },
    async resume(runId: string, fromCheckpoint?: number): Promise<void> {
      const { run, checkpoints } = await this.run(runId);
      const latest = checkpoints.findLast(({ supersededBy }) => supersededBy === null)?.number ?? 0;
      await engine.progress.resume({
        runId,
        expectedToken: run.token,
        fromCheckpoint: fromCheckpoint ?? latest,
        executionId: newId(),
        by: "Ola",
        reason: "looked at it",
      });
    },
  };
}

/** An outside system that knows what it executed. `behave` runs in place of a well-behaved send. */
type Payload = { object: string; text?: string };

export function countingDestination(over: Partial<DestinationDeclaration> = {}) {
  const effects: { object: string; key: string; payload: unknown }[] = [];
  const declared = destination({
    name: "crm",
    title: "the CRM",
    effect: "compensatable",
    impact: "pollutes_data",
    deadline: "3s",
    ...over,
  });
  let behave: (attempt: Attempt<Payload>, execute: () => string) => unknown = (_, execute) => execute();
  const send = (type: string, probe?: () => ProbeAnswer, schema?: Schema<Payload>): AnyAction =>
    action(type, {
      destination: declared,
      payload: schema ?? ((value) => value as Payload),
      perform: async (attempt: Attempt<Payload>) =>
        behave(attempt, () => {
          const { payload, idempotencyKey: key } = attempt;
          const known = declared.deduplicates !== null && effects.some((effect) => effect.key === key);
          if (!known) effects.push({ object: payload.object, key, payload });
          return `id-${effects.length}`;
        }),
      probe,
    });
  return {
    effects,
    send,
    behave(next: typeof behave) {
      behave = next;
    },
  };
}

/** Workflows of a test share everything but their code. */
export const testOptions = {
  version: 1,
  input: (value: unknown) => value,
  recovery: "automatic",
  leaseMs: "5s",
} as const;

/** Nothing of a dead process reaches the backend, and nothing of the backend reaches it. */
function mortal(backend: Backend, isDead: () => boolean): Backend {
  const never = new Promise<never>(() => {});
  return new Proxy(backend, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== "function" || name === "encode") return member;
      return (...args: unknown[]) => {
        if (isDead()) return never;
        const answer: unknown = Reflect.apply(member, target, args);
        return answer instanceof Promise ? answer.then((value) => (isDead() ? never : value)) : answer;
      };
    },
  });
}

function mortalBoundary(
  onBoundary: OnBoundary | undefined,
  diesAt: { boundary: string; step?: string } | null,
  die: () => void,
): OnBoundary | undefined {
  if (diesAt === null) return onBoundary;
  return (boundary, info) => {
    if (boundary !== diesAt.boundary || (diesAt.step !== undefined && info.step !== diesAt.step)) return;
    die();
    return new Promise(() => {});
  };
}
