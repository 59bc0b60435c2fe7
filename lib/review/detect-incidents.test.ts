import { expect, test } from "vitest";
import { aBlockedRun, anEngineWorld } from "@/lib/testing/engine-world";
import { monday } from "@/lib/testing/factories";
import { aClaimedRun, mustRecord } from "@/lib/testing/progress-world";
import { detectedMark, detectIn, detectIncidents } from "./detect-incidents";
import type { ReviewEngine } from "./review-engine";

const hour = 3_600_000;
const day = 24 * hour;
const error = { name: "Error", message: "No such ticket." };

const causesOf = async (engine: ReviewEngine) =>
  (await engine.incidents.list({ pageSize: 99 })).rows.map(({ cause, evidence }) => `${cause} x${evidence}`).sort();

async function aFailedRun(engine: ReviewEngine) {
  const { lease } = await aClaimedRun(engine.progress);
  await mustRecord(engine.progress, lease, { end: { kind: "failed", error, text: "No such ticket." } });
}

test("an unknown that nobody settles becomes an incident after an hour, with its run and workflow", async () => {
  const world = anEngineWorld();
  const { engine } = world;
  const { runId, actionId } = await aBlockedRun(world);
  world.pass(hour - 1);
  expect(await detectIncidents(engine, [])).toEqual({ opened: 0, added: 0 });
  world.pass(2);
  expect(await detectIncidents(engine, [])).toEqual({ opened: 2, added: 2 });
  expect(await causesOf(engine)).toEqual(["no_runbook x1", "unknown_unsettled x1"]);
  const [incident] = (await engine.incidents.list({ runId, cause: "unknown_unsettled", pageSize: 9 })).rows;
  expect(incident).toMatchObject({
    place: { workflow: "support-ticket", step: "crm.note", destination: "crm" },
    severity: "s2",
    startedAt: monday + hour,
  });
  // Of one event the trouble itself stands above what was missing to deal with it.
  const rows = (await engine.incidents.list({ actionId, pageSize: 9 })).rows;
  expect(rows.map(({ cause, severity }) => [cause, severity])).toEqual([
    ["unknown_unsettled", "s2"],
    ["no_runbook", "s3"],
  ]);
});

test("looking twice, or in several processes at once, finds everything once", async () => {
  const world = anEngineWorld();
  const { engine } = world;
  await aBlockedRun(world);
  await aFailedRun(engine);
  world.pass(2 * hour);
  await Promise.all([detectIncidents(engine, []), detectIncidents(engine, []), detectIncidents(engine, [])]);
  const found = await causesOf(engine);
  expect(found).toEqual(["no_runbook x1", "run_without_logs x1", "unknown_unsettled x1"]);
  await detectIn(engine, { from: monday - day, to: monday + day, runbooks: [] });
  expect(await detectIncidents(engine, [])).toEqual({ opened: 0, added: 0 });
  expect(await causesOf(engine)).toEqual(found);
});

test("after downtime it catches up from where the last look ended, and the first look goes back five weeks", async () => {
  const world = anEngineWorld();
  const { engine } = world;
  await aFailedRun(engine);
  world.pass(35 * day);
  expect(await detectIncidents(engine, [])).toEqual({ opened: 1, added: 1 });
  await aFailedRun(engine);
  world.pass(50 * day);
  expect(await detectIncidents(engine, [])).toEqual({ opened: 0, added: 1 });
  expect(await engine.commands.getMark(detectedMark)).toBe(world.now());
});

test("more trouble than one read takes is found by looking at shorter ranges", async () => {
  const world = anEngineWorld();
  const { engine } = world;
  for (let i = 0; i < 620; i++) {
    await aFailedRun(engine);
    world.pass(60_000);
  }
  await detectIncidents(engine, []);
  expect(await causesOf(engine)).toEqual(["run_without_logs x620"]);
});
