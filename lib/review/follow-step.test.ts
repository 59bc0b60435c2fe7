import { describe, expect, it } from "vitest";
import { aBlockedRun, anEngineWorld, anOperator } from "@/lib/testing/engine-world";
import { anId } from "@/lib/testing/factories";
import { followStep, stepsOf, unfollowStep } from "./follow-step";
import { readRunbookUses } from "./read-runbooks";
import { type Runbook, readRunbook } from "./runbook";
import { readRunbookContext } from "./runbook-context";

function aRunbook(step = "Press [Check now]({check})."): Runbook {
  const text = `---\ntitle: Notes\nowner: Ada\nreviewed: 2026-11-30\ndestination: crm\n---\n## When to resume\n\nNow.\n\n## When to verify by hand\n\n1. ${step}\n2. Wait.\n`;
  const read = readRunbook("crm.md", text);
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  return read.runbook;
}

async function aStoppedWorld() {
  const world = anEngineWorld();
  const { runId, actionId } = await aBlockedRun(world);
  const runbook = aRunbook();
  const [first] = stepsOf(world.engine, runbook);
  return { ...world, runId, actionId, runbook, hash: first!.hash };
}

const ask = (over: {
  runbook: Runbook;
  hash: string;
  object: { kind: "run" | "action" | "incident"; id: string };
}) => ({
  nonce: anId(),
  operator: anOperator(),
  ...over,
});

describe("a step of a runbook", () => {
  it("is followed about a run or an action, by whom and when, and counts its runbook as used", async () => {
    const { engine, now, runId, actionId, runbook, hash } = await aStoppedWorld();
    for (const object of [
      { kind: "run", id: runId },
      { kind: "action", id: actionId },
    ] as const) {
      expect(await followStep(engine, ask({ runbook, hash, object }))).toMatchObject({
        ok: true,
        step: { by: "Dana", at: now(), object, section: "When to verify by hand" },
      });
    }
    const { uses } = await readRunbookUses(engine, [runbook]);
    expect(uses).toEqual([{ slug: "crm", objects: 2, lastAt: now() }]);
    const context = await readRunbookContext(engine, { kind: "run", id: runId }, runbook);
    expect(context).toMatchObject({ runId, actionId, destination: "crm", followed: [{ hash }] });
  });

  it("that was changed since it was read is not ticked, and the former words stay with their tick", async () => {
    const { engine, actionId, runbook, hash } = await aStoppedWorld();
    const object = { kind: "action", id: actionId } as const;
    await followStep(engine, ask({ runbook, hash, object }));
    const changed = aRunbook("Do not press anything.");
    expect(stepsOf(engine, changed).map((step) => step.hash)).not.toContain(hash);
    expect(await followStep(engine, ask({ runbook: changed, hash, object }))).toMatchObject({
      ok: false,
      code: "changed_since_shown",
    });
    expect(await engine.runbookSteps.list(object)).toMatchObject([{ text: "Press [Check now]({check})." }]);
  });

  it("touches neither the run nor the action", async () => {
    const { engine, runId, actionId, runbook, hash } = await aStoppedWorld();
    const before = [await engine.progress.readRun(runId), await engine.ledger.readAction(actionId)];
    await followStep(engine, ask({ runbook, hash, object: { kind: "action", id: actionId } }));
    expect([await engine.progress.readRun(runId), await engine.ledger.readAction(actionId)]).toEqual(before);
  });

  it("is taken back by name, and by nobody under another object", async () => {
    const { engine, runId, actionId, runbook, hash } = await aStoppedWorld();
    const object = { kind: "action", id: actionId } as const;
    const done = await followStep(engine, ask({ runbook, hash, object }));
    const followedId = done.ok ? done.step.id : "";
    const undo = { slug: "crm", followedId, nonce: anId(), operator: anOperator() };
    expect(await unfollowStep(engine, { ...undo, object: { kind: "run", id: runId } })).toMatchObject({
      ok: false,
      code: "tick_not_found",
    });
    expect(await unfollowStep(engine, { ...undo, object })).toMatchObject({
      ok: true,
      step: { undone: { by: "Dana" } },
    });
    expect((await readRunbookUses(engine, [runbook])).uses).toEqual([]);
  });

  it.each(["viewer", "approver"] as const)("is not ticked by a %s, and the try is kept", async (role) => {
    const { engine, actionId, runbook, hash } = await aStoppedWorld();
    const object = { kind: "action", id: actionId } as const;
    const refused = await followStep(engine, { ...ask({ runbook, hash, object }), operator: anOperator(role) });
    expect(refused).toMatchObject({ ok: false, code: "role_missing" });
    expect(await engine.commands.listByObject(actionId)).toMatchObject([{ kind: "follow", state: "refused" }]);
  });

  it.each(["run", "action", "incident"] as const)("is not ticked about a %s that is not there", async (kind) => {
    const { engine, runbook, hash } = await aStoppedWorld();
    const object = { kind, id: anId() };
    expect(await followStep(engine, ask({ runbook, hash, object }))).toMatchObject({
      ok: false,
      code: `${kind}_not_found`,
    });
    expect(await readRunbookContext(engine, object, runbook)).toBeNull();
  });
});

describe("a runbook is missing", () => {
  it("where an outcome is unknown and none fits, and no longer once one does", async () => {
    const { engine, runbook } = await aStoppedWorld();
    const { missing } = await readRunbookUses(engine, []);
    expect(missing).toMatchObject([{ matter: { destination: ["crm"], step: ["crm.note"] }, actions: 1, runs: 0 }]);
    expect((await readRunbookUses(engine, [runbook])).missing).toEqual([]);
  });
});
