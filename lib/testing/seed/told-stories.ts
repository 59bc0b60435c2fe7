/**
 * The three stories of the first page, really lived by a worker against the live outside world: one that died before it
 * sent anything, one whose reply was lost, one that waits for a person. Their order is the order of the world's log.
 */

import { actions, workflows } from "@/lib/demo/agents";
import { startTicket } from "@/lib/demo/start-ticket";
import { worldClient } from "@/lib/demo/world/client";
import { setWorldUrl } from "@/lib/demo/world-url";
import { sweep } from "@/lib/engine/sweep";
import { workerExitSeen } from "@/lib/engine/worker-exit";
import type { Run, RunState } from "@/lib/progress/run";
import type { OnBoundary } from "@/lib/sdk/boundary";
import { systemClock, wait } from "@/lib/sdk/clock";
import { directBackend } from "@/lib/sdk/direct/direct-backend";
import { newId } from "@/lib/sdk/new-id";
import { createWorker } from "@/lib/sdk/worker/worker";
import type { Database } from "@/lib/store/database";
import { mortalProcess } from "./mortal-process";
import { engineOn } from "./simulation";

export async function tellStories(database: Database, worldUrl: string): Promise<void> {
  setWorldUrl(worldUrl);
  const engine = engineOn(database);
  const world = worldClient(worldUrl);

  async function employ(name: string, dieAt: (at: { boundary: string; step: string | null }) => boolean) {
    const process = mortalProcess(systemClock);
    const onBoundary: OnBoundary = async (boundary, { step }) => {
      if (!dieAt({ boundary, step })) return;
      process.kill();
      await process.alive(async () => {});
    };
    const heartbeats = () => process.heartbeats((lease) => engine.progress.renew(lease));
    const backend = process.wrap(directBackend(engine, heartbeats));
    const worker = createWorker({ backend, workflows, actions, id: newId(), name, clock: process.clock, onBoundary });
    await worker.start();
    return worker;
  }

  async function begin(ticketId: string, eventId: string): Promise<string> {
    const backend = directBackend(engine, () => {
      throw new Error("Whoever only starts runs holds no lease.");
    });
    return (await startTicket(backend, ticketId, eventId)).runId;
  }

  async function until(runId: string, comesTrue: (run: Run) => boolean): Promise<void> {
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await wait(systemClock, 50)) {
      const run = await engine.progress.findRun(runId);
      if (run !== null && comesTrue(run)) return;
    }
    throw new Error(`Run ${runId} of the told stories did not come to its point within ${patienceMs / 1000} s.`);
  }

  const doomed = await employ(
    "support-worker-east",
    (at) => at.boundary === "after_checkpoint" && at.step === "recommend",
  );
  const interrupted = await begin("T-1041", "desk-event-88121");
  await until(interrupted, ({ checkpointCount }) => checkpointCount === stepsBeforeSending);
  await workerExitSeen(engine, doomed.id);
  await sweep(engine, throwIt);
  await until(interrupted, isIn("interrupted"));

  const worker = await employ("support-worker-west", () => false);
  await world.armFault({ system: "crm", fault: "reply_lost_after_effect", object: "T-1038" });
  await until(await begin("T-1038", "desk-event-88128"), isIn("blocked"));
  await until(await begin("T-1042", "desk-event-88135"), isIn("needs_person"));
  await worker.stop();
}

/** Ticket, history, recommendation. */
const stepsBeforeSending = 3;
const patienceMs = 30_000;

const isIn =
  (state: RunState) =>
  (run: Run): boolean =>
    run.state === state;

function throwIt(error: unknown): never {
  throw error;
}
