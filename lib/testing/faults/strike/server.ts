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
  await until(async () => (await held()).flat().length > 0, 15_000);
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

/** One run's own code keeps the event loop for three leases while its worker holds others; a second worker waits for them. */
export async function blockLoop(play: Play): Promise<void> {
  const worker = await play.startWorker();
  await play.startRuns();
  const busy = () =>
    play.workerFiles
      .flatMap(readWorkerLog)
      .flatMap((line) => (line.event === "body" ? (play.planned.get(line.runId) ?? []) : []))
      .find(({ shape }) => shape === "busy");
  await until(() => busy() !== undefined, 15_000);
  await wait((busy()?.thinkMs ?? 0) + 200);
  for (const runId of await heldRuns(play, worker)) play.struck.add(runId);
  await play.startWorker();
  await wait(3 * play.scenario.leaseMs);
}
