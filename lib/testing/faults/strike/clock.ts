/** A worker's wall clock is wrong from the beginning, or is set ten minutes ahead or back while it holds runs. */

import { clockOffMs, type Play, wait } from "../play";
import { gather } from "./gather";
import { strikeProcess } from "./process";

export async function strikeClock(play: Play): Promise<void> {
  const { cell, outageMs } = play.scenario;
  // What differs from one clock to the next shows when one worker goes on where the other was.
  if (cell.fault === "clock_wrong") return strikeProcess(play, "kill");
  const { worker, runIds, release } = await gather(play, cell.boundary);
  for (const runId of runIds) play.struck.add(runId);
  await play.startWorker();
  play.killedAt.set(worker.workerId, Date.now());
  if (cell.fault === "clock_ahead") {
    worker.setClock(clockOffMs);
    await release();
    return wait(outageMs);
  }
  process.kill(worker.pid, "SIGSTOP");
  await wait(outageMs);
  // By its wall clock its leases now have ten minutes left.
  worker.setClock(-clockOffMs);
  await release();
  process.kill(worker.pid, "SIGCONT");
  await wait(300);
}
