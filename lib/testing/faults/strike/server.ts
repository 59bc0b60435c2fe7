/** Postgres itself goes away under load, or makes a worker wait; and a worker makes itself wait. */

import { type Play, until, wait } from "../play";
import { readWorkerLog } from "../worker/worker-log";
import { gather, heldRuns } from "./gather";

export async function restartServer(play: Play, how: "immediate" | "fast"): Promise<void> {
  const first = await play.startWorker();
  const second = await play.startWorker();
  await play.startRuns();
  const workers = [first, second];
  const held = () => Promise.all(workers.map((worker) => heldRuns(play, worker)));
  await until(async () => (await held()).flat().length > 0, 6_000);
  await wait(play.scenario.afterMs);
  for (const worker of workers) for (const runId of await heldRuns(play, worker)) play.struck.add(runId);
  await play.stage.restartPostgres(how);
}

/** Somebody else's transaction keeps the lease rows beyond the lease, while checkpoints wait for them. */
export async function lockLeases(play: Play): Promise<void> {
  const { worker, runIds, release } = await gather(play, "B9");
  await play.startWorker();
  await play.sql.begin(async (tx) => {
    await tx`select from progress.lease where run_id = any(${runIds}::uuid[]) order by run_id for update`;
    const from = Date.now();
    // The checkpoints leave now, and wait for the lock.
    await release();
    await wait(play.scenario.outageMs);
    // A little less than it was, since the lock ends with the commit that follows.
    for (const runId of runIds) play.locks.push({ runId, from, until: Date.now() - 1 });
  });
  play.killedAt.set(worker.workerId, Date.now());
  for (const runId of runIds) play.struck.add(runId);
}

/** The runs' own code keeps the event loop for three leases; heartbeats come from another thread. */
export async function blockLoop(play: Play): Promise<void> {
  const worker = await play.startWorker();
  await play.startWorker();
  await play.startRuns();
  const blocked = () =>
    play.workerFiles
      .flatMap(readWorkerLog)
      .some((line) => line.event === "body" && play.planned.get(line.runId)?.shape === "busy");
  await until(blocked, 8_000);
  for (const runId of await heldRuns(play, worker)) play.struck.add(runId);
  for (const [runId, { shape }] of play.planned) if (shape === "busy") play.struck.add(runId);
  await wait(3 * play.scenario.leaseMs);
}
