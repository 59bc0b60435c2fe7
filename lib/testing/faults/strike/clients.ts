/** Many at once: workers that die in turn while others claim, and people who press the same at the same time. */

import { type Play, until, wait } from "../play";
import { decideAll, pending } from "./decide";
import { heldRuns } from "./gather";
import { strikeWorker } from "./process";

export async function strikeClients(play: Play): Promise<void> {
  if (play.scenario.cell.boundary === "B11a") return decideWhileSuspending(play);
  const workers = [await play.startWorker(), await play.startWorker(), await play.startWorker()];
  await play.startRuns();
  for (const worker of workers) {
    // The first takes as long to begin as a loaded machine needs; later ones may find nothing left.
    await until(async () => (await heldRuns(play, worker)).length > 0, worker === workers[0] ? 15_000 : 3_000);
    await wait(play.scenario.afterMs / 4);
    for (const runId of await heldRuns(play, worker)) play.struck.add(runId);
    await strikeWorker(play, worker, "kill", async () => {});
    await play.startWorker();
  }
}

/** Two people decide in the moment in which the question appears, while its run is still giving back its lease. */
async function decideWhileSuspending(play: Play): Promise<void> {
  await play.startWorker();
  await play.startWorker();
  await play.startRuns();
  await until(async () => (await pending(play)).length > 0, 8_000);
  const decideThose = async () => {
    for (const { runId } of await pending(play)) play.struck.add(runId);
    await decideAll(play, 2);
    return play.struck.size >= play.planned.size;
  };
  await until(decideThose, 3_000);
}
