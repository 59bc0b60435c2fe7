/** The workers of the simulation, one after the other: each works until nothing is left to do, is replaced, or dies. */

import { actions, workflows } from "@/lib/demo/agents";
import type { Engine } from "@/lib/engine/engine";
import { sweep } from "@/lib/engine/sweep";
import type { Backend } from "@/lib/sdk/backend";
import type { BoundaryInfo } from "@/lib/sdk/boundary";
import { newId } from "@/lib/sdk/new-id";
import { createWorker, type Worker } from "@/lib/sdk/worker/worker";
import type { AnyWorkflow } from "@/lib/sdk/workflow";
import { day } from "./arrivals";
import { formerWorkflows } from "./former-code";
import type { Death } from "./mishap";
import { type MortalProcess, mortalProcess } from "./mortal-process";
import type { Network } from "./simulated-network";
import type { VirtualClock } from "./virtual-clock";

export type Fleet = {
  /** The workers that take up this run will die like this, one after the other. */
  doom(runId: string, object: string, deaths: readonly Death[]): void;
  /** Until nothing is left that a worker could do now, or the worker died. */
  work(): Promise<Died | null>;
  /** As it is deployed now. */
  workflow(name: string): AnyWorkflow;
  /** Workers that start from now on have its newer code. */
  deploy(name: string): Promise<void>;
  /** Workers that start from now on have no code for it, or have it again. */
  leaveOut(name: string, isOut: boolean): Promise<void>;
  isLeftOut(name: string): boolean;
  /** The next work includes that many look-ups more. */
  expectLookUps(count: number): void;
  stop(): Promise<void>;
};

/** `wake`, for a worker that only slept: it goes on with what it had under way. */
export type Died = { death: Death; workerId: string; wake: () => Promise<void> };

type Alive = { worker: Worker; process: MortalProcess; since: number };

/** A new version is rolled out twice a week. */
const deployEveryMs = 3.5 * day;

export function createFleet(around: {
  engine: Engine;
  backend: Backend;
  clock: VirtualClock;
  network: Network;
  onError: (error: unknown) => void;
}): Fleet {
  const { engine, backend, clock, network, onError } = around;
  const doomed = new Map<string, Death[]>();
  const former = new Map(formerWorkflows.map((workflow) => [workflow.name, workflow]));
  const leftOut = new Set<string>();
  let alive: Alive | null = null;
  let died: Death | null = null;
  let started = 0;
  let lookUps = 0;
  let isExecuting = false;
  let foundNothing = false;
  let lookedUp = false;

  function die(death: Death): void {
    died = death;
    if (death.sleepsMs === undefined) alive?.process.kill();
    else alive?.process.freeze();
  }

  const deployed = (): AnyWorkflow[] =>
    workflows.filter(({ name }) => !leftOut.has(name)).map((workflow) => former.get(workflow.name) ?? workflow);

  function takeDeath(): Death | null {
    const taken = died;
    died = null;
    return taken;
  }

  async function onBoundary(process: MortalProcess, boundary: string, { runId, step }: BoundaryInfo): Promise<void> {
    const next = doomed.get(runId)?.[0];
    if (next === undefined || !("boundary" in next.at)) return;
    if (next.at.boundary !== boundary || next.at.step !== step) return;
    doomed.get(runId)?.shift();
    if (next.at.afterMs !== undefined) {
      clock.after(next.at.afterMs, () => alive?.process === process && die(next));
      return;
    }
    die(next);
    await process.alive(async () => {});
  }

  /** Sweeps are made between two bursts of work; look-ups only when somebody asked for one. */
  const watched = (process: MortalProcess, worker: () => Worker): Backend => ({
    ...backend,
    openHeartbeats: () => process.heartbeats((lease) => engine.progress.renew(lease)),
    async claim(record) {
      // A zombie ends what it has; by then others have taken whatever there is.
      if (alive?.process !== process) return null;
      const claimed = await backend.claim(record);
      foundNothing = claimed === null;
      if (claimed !== null) {
        isExecuting = true;
        setImmediate(
          () =>
            void worker()
              .idle()
              .then(() => {
                isExecuting = false;
              }),
        );
      }
      return claimed;
    },
    takeProbe: async (...ask) => (lookUps > 0 ? backend.takeProbe(...ask) : null),
    async reportProbe(task, answer) {
      await backend.reportProbe(task, answer);
      lookedUp = true;
      const record = await engine.ledger.readAction(task.action.id);
      // An "absent" that came too early is asked again.
      if (!record?.probes.some(({ state }) => state === "queued")) lookUps -= 1;
    },
    // Nobody in the history asks for a second one.
    takeSecond: async () => null,
    sweep: async () => {},
    workerSeen: async () => {},
    workerLearned: async () => {},
  });

  async function startWorker(): Promise<Alive> {
    started += 1;
    const process = mortalProcess(clock);
    const worker: Worker = createWorker({
      backend: process.wrap(watched(process, () => worker)),
      workflows: deployed(),
      actions,
      // One run at a time: which one meets which trouble must not depend on how fast this machine is.
      concurrency: 1,
      id: newId(),
      name: `support-worker-${started}`,
      clock: process.clock,
      onBoundary: (boundary, info) => onBoundary(process, boundary, info),
      log: (level, text, facts) => level === "error" && onError(new Error(`${text} ${JSON.stringify(facts)}`)),
    });
    isExecuting = false;
    await worker.start();
    return { worker, process, since: clock.wallMs() };
  }

  async function replace(): Promise<void> {
    await alive?.worker.stop();
    alive = null;
  }

  async function wake({ worker, process }: Alive): Promise<void> {
    process.thaw();
    let isIdle = false;
    void worker.idle().then(() => {
      isIdle = true;
    });
    await clock.runUntil(() => isIdle);
    await worker.stop();
  }

  return {
    doom(runId, object, deaths) {
      doomed.set(
        runId,
        deaths.filter(({ at }) => "boundary" in at),
      );
      for (const death of deaths) {
        if (!("call" in death.at)) continue;
        const { call, afterMs } = death.at;
        network.trouble(call, object, { kind: "meanwhile", afterMs, happens: () => die(death) });
      }
    },
    async work() {
      if (alive !== null && clock.wallMs() - alive.since > deployEveryMs) await replace();
      do {
        lookedUp = false;
        // What is looked up without anybody's click.
        lookUps += (await sweep(engine, onError)).lookedUp;
        alive ??= await startWorker();
        const { worker, process } = alive;
        foundNothing = false;
        worker.nudge();
        const isGone = () => process.isDead() || process.isFrozen();
        await clock.runUntil(() => isGone() || (foundNothing && !isExecuting && lookUps === 0));
        const death = takeDeath();
        if (isGone() && death !== null) {
          const gone = alive;
          alive = null;
          return { death, workerId: worker.id, wake: () => wake(gone) };
        }
      } while (lookedUp);
      return null;
    },
    workflow(name) {
      const found = former.get(name) ?? workflows.find((workflow) => workflow.name === name);
      if (found === undefined) throw new Error(`No agent of the demo is called ${name}.`);
      return found;
    },
    async deploy(name) {
      former.delete(name);
      await replace();
    },
    async leaveOut(name, isOut) {
      if (isOut) leftOut.add(name);
      else leftOut.delete(name);
      await replace();
    },
    isLeftOut: (name) => leftOut.has(name),
    expectLookUps(count) {
      lookUps += count;
    },
    async stop() {
      await sweep(engine, onError);
      await replace();
    },
  };
}
