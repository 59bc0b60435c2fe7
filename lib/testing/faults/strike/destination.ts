/** The outside world answers badly, late, twice or never, once per run. */

import { intentStruck, type Play, wait } from "../play";
import type { WorldTreatment } from "../proxy/world-proxy";
import type { Misbehaviour } from "../world/control";
import { readOracle } from "../world/oracle";
import { allCame } from "./gather";

const treatments: Record<string, WorldTreatment> = {
  request_lost: "request_lost",
  reply_lost: "reply_lost",
  reply_late: "reply_late",
  reply_twice: "reply_twice",
  reply_never: "reply_never",
  reply_reordered: "reply_reordered",
  deaf_sender: "reply_late",
};
const misbehaviours: Record<string, Misbehaviour> = {
  refused: "refused",
  error_before: "error_before",
  error_after: "error_after",
};

export async function strikeDestination(play: Play): Promise<void> {
  const { fault } = play.scenario.cell;
  const intents = play.scenario.runs.map(intentStruck);
  const treatment = treatments[fault];
  const misbehaviour = misbehaviours[fault];
  if (misbehaviour) await play.misbehave(Object.fromEntries(intents.map((intent) => [intent, misbehaviour])));
  const worker = await play.startWorker();
  const helper = await play.startWorker();
  const both = [worker, helper];
  if (treatment) {
    const how = new Map(intents.map((intent) => [intent, treatment]));
    for (const { world } of both) world.treat(how);
  }
  await play.startRuns();
  const met = () =>
    treatment
      ? both.flatMap(({ world }) => world.treated())
      : readOracle(play.oracleFile)
          .filter(({ event }) => event === "arrived")
          .map(({ intent }) => intent);
  const reachable = play.scenario.runs.filter(({ shape }) => shape !== "held" && shape !== "held_drift").length;
  // Of several actions a later one may be meant.
  await allCame(() => met().length, reachable, 1_500);
  const deliverHalf = () => {
    for (const { world } of both) world.deliverHalfReversed();
  };
  deliverHalf();
  // Late replies come within this, and deadlines pass.
  await wait(treatment === "reply_late" ? 3_500 : 1_600);
  deliverHalf();
  const struck = new Set(met());
  for (const [runId, run] of play.planned) if (struck.has(intentStruck(run))) play.struck.add(runId);
}
