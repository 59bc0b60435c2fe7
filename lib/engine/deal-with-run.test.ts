import { describe, expect, it } from "vitest";
import type { ProgressWrite } from "@/lib/progress/store";
import { anEngineWorld, anOperator, type EngineWorld } from "@/lib/testing/engine-world";
import { anId } from "@/lib/testing/factories";
import { aClaimedRun, aResume, finish, mustRecord } from "@/lib/testing/progress-world";
import { type DealAsk, dealWithRun } from "./deal-with-run";
import type { Engine } from "./engine";
import { readNow } from "./read-now";
import { readRun } from "./read-run";

const fail: ProgressWrite = {
  end: { kind: "failed", error: { name: "Error", message: "Broken." }, text: "Broken." },
};

async function aRunThat(world: EngineWorld, write: ProgressWrite, subject = "T-1") {
  world.pass(1_000);
  const claimed = await aClaimedRun(world.engine.progress, { subject });
  world.pass(1_000);
  await mustRecord(world.engine.progress, claimed.lease, write);
  return claimed;
}

const anAsk = (runId: string, over: Partial<DealAsk> = {}): DealAsk => ({
  runId,
  as: "accepted",
  supersededBy: null,
  number: 0,
  reason: "The customer left.",
  nonce: anId(),
  operator: anOperator(),
  ...over,
});

const howOf = async (engine: Engine, runId: string) => (await readRun(engine, runId))?.dealt.how;
const openOf = async ({ engine, now }: EngineWorld) =>
  (await readNow(engine, { from: now() - 1_000, to: now(), zone: "UTC" })).openCount;

describe("a failed run", () => {
  it("is open until a person accepts it, and again when that is taken back, with both in its history", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const { run } = await aRunThat(world, fail);
    expect([await howOf(engine, run.id), await openOf(world)]).toEqual([{ as: "open" }, 1]);
    expect(await dealWithRun(engine, anAsk(run.id))).toMatchObject({ ok: true, as: "accepted", number: 1 });
    expect(await howOf(engine, run.id)).toMatchObject({ as: "accepted", by: "Dana", reason: "The customer left." });
    expect(await openOf(world)).toBe(0);
    const undo = anAsk(run.id, { as: "reopened", number: 1, reason: "It was another customer." });
    expect(await dealWithRun(engine, undo)).toMatchObject({ ok: true });
    expect([await howOf(engine, run.id), await openOf(world)]).toEqual([{ as: "open" }, 1]);
    const view = await readRun(engine, run.id);
    expect(view?.dealt.decisions.map(({ as }) => as)).toEqual(["reopened", "accepted"]);
    expect(view?.commands.map(({ kind, state }) => [kind, state])).toEqual([
      ["reopen", "applied"],
      ["accept", "applied"],
    ]);
  });

  it("is superseded by itself once another run for its subject succeeded, and says which", async () => {
    const world = anEngineWorld();
    const { run } = await aRunThat(world, fail);
    const { run: later } = await aRunThat(world, finish);
    const view = await readRun(world.engine, run.id);
    expect(view?.dealt).toMatchObject({
      how: { as: "superseded", runId: later.id, by: null },
      other: { id: later.id, name: "T-1", state: "succeeded" },
    });
    expect(await openOf(world)).toBe(0);
    expect(await dealWithRun(world.engine, anAsk(run.id))).toMatchObject({ ok: false, code: "already_dealt_with" });
  });

  it("is superseded by hand by the run that a person names", async () => {
    const world = anEngineWorld();
    const { run } = await aRunThat(world, fail);
    const { run: other } = await aRunThat(world, finish, "T-99");
    const ask = anAsk(run.id, { as: "superseded", supersededBy: other.id });
    expect(await dealWithRun(world.engine, ask)).toMatchObject({ ok: true });
    expect(await howOf(world.engine, run.id)).toMatchObject({ as: "superseded", runId: other.id, by: "Dana" });
  });

  it.each([
    ["that does not exist", "missing", "run_not_found"],
    ["that is the run itself", "itself", "other_run_not_fit"],
    ["that failed too", "failed", "other_run_not_fit"],
  ] as const)("is not superseded by one %s", async (_, which, code) => {
    const world = anEngineWorld();
    const { run } = await aRunThat(world, fail);
    const { run: failedToo } = await aRunThat(world, fail, "T-2");
    const supersededBy = { missing: anId(), itself: run.id, failed: failedToo.id }[which];
    const ask = anAsk(run.id, { as: "superseded", supersededBy });
    expect(await dealWithRun(world.engine, ask)).toMatchObject({ ok: false, code });
    expect(await openOf(world)).toBe(2);
  });

  it("that was accepted, resumed and failed again is open again", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const claimed = await aRunThat(world, fail);
    await dealWithRun(engine, anAsk(claimed.run.id));
    await engine.progress.resume(aResume(claimed, 0));
    expect(await howOf(engine, claimed.run.id)).toMatchObject({ as: "resumed", by: "Mia", from: 0 });
    const again = await engine.progress.claim({ worker: { ...aWorkerOf(claimed), id: anId() }, executionId: anId() });
    await mustRecord(engine.progress, again!.lease, fail);
    expect([await howOf(engine, claimed.run.id), await openOf(world)]).toEqual([{ as: "open" }, 1]);
  });

  it("is decided about once by one click, and by one of two people at once", async () => {
    const world = anEngineWorld();
    const { run } = await aRunThat(world, fail);
    const click = anAsk(run.id);
    expect(await dealWithRun(world.engine, click)).toEqual(await dealWithRun(world.engine, click));
    const late = anAsk(run.id, { as: "reopened", number: 0 });
    expect(await dealWithRun(world.engine, late)).toMatchObject({ ok: false, code: "changed_meanwhile" });
    expect((await world.engine.stopDecisions.list(run.id)).length).toBe(1);
  });

  it("whose click was answered but not stored is answered the same when it comes again", async () => {
    const world = anEngineWorld();
    const { run } = await aRunThat(world, fail);
    const click = anAsk(run.id);
    const { nonce: id, operator, reason } = click;
    // As a process leaves it that died between the row and the command's answer.
    await world.engine.commands.accept({
      id,
      kind: "accept",
      objectKind: "run",
      objectId: run.id,
      by: operator.name,
      role: operator.role,
      reason,
      shown: null,
      before: null,
    });
    const { name: by, role } = operator;
    const row = {
      id,
      runId: run.id,
      execution: 1,
      number: 1,
      as: "accepted",
      supersededBy: null,
      by,
      role,
      reason,
    } as const;
    await world.engine.stopDecisions.record(row);
    expect(await dealWithRun(world.engine, click)).toMatchObject({ ok: true, as: "accepted", number: 1 });
  });
});

it.each(["viewer", "approver"] as const)("a %s accepts nothing, and the try is kept", async (role) => {
  const world = anEngineWorld();
  const { run } = await aRunThat(world, fail);
  const ask = anAsk(run.id, { operator: anOperator(role) });
  expect(await dealWithRun(world.engine, ask)).toMatchObject({ ok: false, code: "role_missing" });
  expect(await world.engine.commands.listByObject(run.id)).toMatchObject([{ kind: "accept", state: "refused" }]);
});

it("a run that goes on, or waits for what has a waker of its own, is not to be accepted", async () => {
  const world = anEngineWorld();
  const { run } = await aRunThat(world, finish);
  expect(await dealWithRun(world.engine, anAsk(run.id))).toMatchObject({ ok: false, code: "not_stopped" });
  const unknown = await aRunThat(world, {
    end: { kind: "blocked", cause: "outcome_unknown", text: "Unknown.", actionIds: [] },
  });
  expect(await dealWithRun(world.engine, anAsk(unknown.run.id))).toMatchObject({ ok: false, code: "not_stopped" });
});

const aWorkerOf = ({ run }: { run: { workflow: string; workflowVersion: number } }) => ({
  id: anId(),
  name: "worker-b",
  host: "host-1",
  pid: 4712,
  workflows: [{ name: run.workflow, version: run.workflowVersion }],
  destinations: [],
  shapes: [],
});
