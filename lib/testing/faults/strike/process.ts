/** A worker process is killed, stopped beyond its lease, or terminated with a grace, at a boundary or anywhere. */

import { workerExitSeen } from "@/lib/engine/worker-exit";
import { type Play, type PlayedWorker, until, wait } from "../play";
import { decideInProgressOnly } from "./decide";
import { type Gathered, gather, heldRuns } from "./gather";

export type ProcessFault = "kill" | "stop" | "terminate";

export async function strikeProcess(play: Play, fault: ProcessFault): Promise<void> {
  const { boundary } = play.scenario.cell;
  const gathered = boundary === "anytime" ? await gatherAnywhere(play) : await gather(play, boundary);
  if (boundary === "B12") await decideInProgressOnly(play);
  for (const runId of gathered.runIds) play.struck.add(runId);
  // Whoever takes over is there before the fault, so that the time to the next claim is the product's own.
  await play.startWorker();
  await strikeWorker(play, gathered.worker, fault, gathered.release);
}

export async function strikeWorker(
  play: Play,
  worker: PlayedWorker,
  fault: ProcessFault,
  release: () => Promise<void>,
): Promise<void> {
  const { outageMs, graceMs, exitSeen } = play.scenario;
  play.killedAt.set(worker.workerId, Date.now());
  switch (fault) {
    case "kill":
      process.kill(worker.pid, "SIGKILL");
      await worker.exited;
      if (exitSeen) await workerExitSeen(play.engine, worker.workerId);
      // What had reached the destination may be executed after its sender's death.
      await wait(300);
      return release();
    case "stop":
      process.kill(worker.pid, "SIGSTOP");
      await wait(outageMs);
      await release();
      process.kill(worker.pid, "SIGCONT");
      return wait(300);
    case "terminate":
      process.kill(worker.pid, "SIGTERM");
      // Within the grace for some seeds, after it for others.
      await wait(exitSeen ? graceMs / 2 : graceMs + 300);
      await release();
      if (!(await until(() => !worker.isAlive(), graceMs + 4_000))) process.kill(worker.pid, "SIGKILL");
      await worker.exited;
  }
}

async function gatherAnywhere(play: Play): Promise<Gathered> {
  const worker = await play.startWorker();
  await play.startRuns();
  await until(async () => (await heldRuns(play, worker)).length > 0, 15_000);
  await wait(play.scenario.afterMs);
  return { worker, runIds: await heldRuns(play, worker), release: async () => {} };
}
