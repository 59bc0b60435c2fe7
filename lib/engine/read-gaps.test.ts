import { describe, expect, it } from "vitest";
import type { ActionState } from "@/lib/ledger/action";
import { aBlockedRun, anEngineWorld, askNote, mustProceed } from "@/lib/testing/engine-world";
import { anId, monday } from "@/lib/testing/factories";
import { aReport } from "@/lib/testing/ledger-world";
import { aClaimedRun, aDoneStep, mustRecord } from "@/lib/testing/progress-world";
import { findGaps, gapAgeMs, readGaps } from "./read-gaps";

const action = (state: ActionState, settledAt: number | null = monday) => ({
  ...{ id: "a", runId: "r", type: "crm.note", object: "T-1", state, createdAt: monday, settledAt },
});
const run = (actionIds: string[], state = "interrupted" as const) => ({ runId: "r", subject: "T-1", state, actionIds });
const later = monday + 1;

describe("a gap between the halves", () => {
  it.each([
    ["confirmed", "not_checkpointed"],
    ["refused", null],
    ["planned", null],
    ["held", null],
    ["sending", null],
    ["unknown", null],
    ["withdrawn", null],
  ] as const)("is an action without a checkpoint that is %s: %s", (state, kind) => {
    expect(findGaps([action(state)], [run([])], later).map((gap) => gap.kind)).toEqual(kind ? [kind] : []);
  });

  it.each([
    ["confirmed", null],
    ["refused", null],
    ["withdrawn", null],
    ["planned", "not_final"],
    ["held", "not_final"],
    ["sending", "not_final"],
    ["unknown", "not_final"],
  ] as const)("is a checkpoint whose action is %s: %s", (state, kind) => {
    expect(findGaps([action(state)], [run(["a"])], later).map((gap) => gap.kind)).toEqual(kind ? [kind] : []);
  });

  it("is an action whose run is not there", () => {
    expect(findGaps([action("confirmed")], [], later)).toMatchObject([{ kind: "no_run", run: null }]);
  });

  it("is none while the outcome is young, nor in a run that was cancelled", () => {
    expect(findGaps([action("confirmed", later)], [run([])], later)).toEqual([]);
    expect(findGaps([action("confirmed")], [{ ...run([]), state: "cancelled" }], later)).toEqual([]);
  });
});

describe("the gaps of both halves", () => {
  it("show an outcome that never became a checkpoint, once it is old enough", async () => {
    const world = anEngineWorld();
    const claimed = await aClaimedRun(world.engine.progress);
    const note = await mustProceed(world.engine, askNote(claimed));
    await world.engine.ledger.report(aReport(note.attempt.id, "confirmed"));
    world.pass(gapAgeMs);
    expect(await readGaps(world.engine)).toEqual([]);
    world.pass(1);
    expect(await readGaps(world.engine)).toMatchObject([
      { kind: "not_checkpointed", action: { id: note.actionId }, run: { id: claimed.run.id } },
    ]);
  });

  it("show nothing where each outcome has its checkpoint", async () => {
    const world = anEngineWorld();
    const claimed = await aClaimedRun(world.engine.progress);
    const note = await mustProceed(world.engine, askNote(claimed));
    await world.engine.ledger.report(aReport(note.attempt.id, "confirmed"));
    const done = aDoneStep("crm.note", { kind: "action", actionId: note.actionId });
    await mustRecord(world.engine.progress, claimed.lease, done);
    world.pass(gapAgeMs + 1);
    expect(await readGaps(world.engine)).toEqual([]);
  });

  it("show a checkpoint that stands on an unknown outcome, and an action without its run", async () => {
    const world = anEngineWorld();
    const claimed = await aClaimedRun(world.engine.progress);
    const note = await mustProceed(world.engine, askNote(claimed));
    await world.engine.ledger.report(aReport(note.attempt.id, "unknown"));
    const done = aDoneStep("crm.note", { kind: "action", actionId: note.actionId });
    await mustRecord(world.engine.progress, claimed.lease, done);
    const orphan = askNote(claimed, { logicalRunId: "elsewhere" });
    const holder = { ...orphan.holder, runId: anId() };
    const intent = { ...orphan.intent, object: "T-7" };
    await mustProceed(world.engine, { ...orphan, holder, intent });
    world.pass(gapAgeMs + 1);
    expect((await readGaps(world.engine)).map(({ kind }) => kind)).toEqual(["not_final", "no_run"]);
  });

  it("leave alone what waits for a person to settle it", async () => {
    const world = anEngineWorld();
    await aBlockedRun(world);
    world.pass(gapAgeMs + 1);
    expect(await readGaps(world.engine)).toEqual([]);
  });
});
