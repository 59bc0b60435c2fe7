import { describe, expect, it } from "vitest";
import { decideValidation } from "@/lib/engine/decide-validation";
import { keepOutcome } from "@/lib/engine/keep-outcome";
import { markSecond } from "@/lib/engine/mark-second";
import { readRun } from "@/lib/engine/read-run";
import { reviseAction } from "@/lib/engine/revise-action";
import { countingDestination, type SdkWorld, sdkWorld, testOptions } from "@/lib/testing/sdk-world";
import { ActionRefused, Refused } from "../errors";
import { newId } from "../new-id";
import { workflow } from "../workflow";

const dana = { id: "p1", name: "Dana", role: "lead" } as const;
const press = () => ({ reason: "It is a genuine second one.", nonce: newId(), operator: dana });

const wayOutOf = async ({ engine }: SdkWorld, runId: string) =>
  (await readRun(engine, runId))?.answers.retry.wayOut ?? null;

async function decide(world: SdkWorld, runId: string, verdict: "approve" | "reject") {
  const { validations } = await world.run(runId);
  const pending = validations.find(({ state }) => state === "pending");
  if (!pending) throw new Error("Nothing is pending.");
  const shown = pending.subjects.map(({ fingerprint }) => fingerprint);
  return decideValidation(world.engine, {
    ...{ validationId: pending.id, verdict, answer: null, shown, from: null },
    ...press(),
  });
}

describe("two runs for one ticket", () => {
  async function twoRuns() {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    const flow = workflow("notes", testOptions, async (run) => {
      await run.action(note, "T-1", { object: "T-1" });
      await run.validation("then", { ask: "And now?", role: "approver", within: "1h" });
      return "sent";
    });
    await world.startProcess({ workflows: [flow] });
    const first = await world.start(flow, {}, "event-1");
    await world.clock.advance(1_000);
    const second = await world.start(flow, {}, "event-2");
    await world.clock.advance(1_000);
    return { world, crm, first, second, flow };
  }

  it("send one action; the second waits for a person, who is told about the first", async () => {
    const { world, crm, second } = await twoRuns();
    expect(crm.effects).toHaveLength(1);
    expect(await world.run(second)).toMatchObject({
      run: { state: "needs_person" },
      validations: [
        {
          ask: expect.stringMatching(
            /^crm\.note for T-1 is confirmed by another run \(event-1\) and was sent on \d{4}-.* UTC\. Send it as a second one\?$/,
          ),
        },
      ],
    });
  });

  it("send both once a person let the second go, and no replay takes that answer for another question", async () => {
    const { world, crm, second, flow } = await twoRuns();
    await decide(world, second, "approve");
    await world.clock.advance(2_000);
    expect(crm.effects).toHaveLength(2);
    await world.startProcess({ workflows: [flow] });
    const { validations } = await world.run(second);
    expect(validations.map(({ stepName, state }) => [stepName, state])).toEqual([
      ["approval of crm.note/T-1", "approved"],
      ["then", "pending"],
    ]);
    await decide(world, second, "approve");
    await world.clock.advance(2_000);
    expect((await world.run(second)).run.state).toBe("succeeded");
    expect(crm.effects).toHaveLength(2);
  });

  it("send one for good when a person withdraws the second", async () => {
    const { world, crm, second } = await twoRuns();
    await decide(world, second, "reject");
    await world.clock.advance(2_000);
    expect((await world.run(second)).run.state).toBe("failed");
    expect(crm.effects).toHaveLength(1);
    expect(await world.actions(second)).toMatchObject([{ state: "withdrawn", withdrawnWhy: "denied" }]);
  });
});

/** Code whose text changes while nobody looks: the note is confirmed, then the worker dies before its checkpoint. */
async function aChangedText() {
  const world = sdkWorld();
  const crm = countingDestination();
  const note = crm.send("crm.note");
  const code = { text: "Hello" };
  const flow = workflow("changing", testOptions, (run) => run.action(note, "T-1", { object: "T-1", text: code.text }));
  const runId = await world.start(flow);
  await world.startProcess({ workflows: [flow] }, { boundary: "after_report" });
  await world.clock.advance(1_000);
  code.text = "Hello, again";
  await world.startProcess({ workflows: [flow] });
  world.clock.skip(5_000);
  await world.clock.advance(2_000);
  const [record] = await world.engine.ledger.readRunActions(runId);
  if (!record) throw new Error("Nothing was declared.");
  const near = record.nearMisses.find(({ state }) => state === "open");
  const ask = { actionId: record.action.id, version: record.action.version, nearMissId: near?.id ?? "", ...press() };
  return { world, crm, runId, ask };
}

describe("an action whose payload changed under its key", () => {
  it("blocks the run with the path that differs", async () => {
    const { world, crm, runId } = await aChangedText();
    const { run } = await world.run(runId);
    expect(run).toMatchObject({ state: "blocked", cause: "payload_mismatch" });
    expect(run.causeText).toContain("text");
    expect(await wayOutOf(world, runId)).toMatchObject({ as: "keep_or_revise" });
    expect(crm.effects).toHaveLength(1);
  });

  it("goes on with the stored outcome when a person keeps it, and nothing is sent", async () => {
    const { world, crm, runId, ask } = await aChangedText();
    expect(await keepOutcome(world.engine, ask)).toMatchObject({ ok: true });
    await world.clock.advance(2_000);
    expect(await world.run(runId)).toMatchObject({ run: { state: "succeeded" }, output: '"id-1"' });
    expect(crm.effects).toHaveLength(1);
  });

  it("is sent once more, as a revision, when a person revises", async () => {
    const { world, crm, runId, ask } = await aChangedText();
    expect(await reviseAction(world.engine, ask)).toMatchObject({ ok: true });
    await world.clock.advance(2_000);
    expect(await world.run(runId)).toMatchObject({ run: { state: "succeeded" }, output: '"id-2"' });
    expect(crm.effects.map(({ payload }) => payload)).toEqual([
      { object: "T-1", text: "Hello" },
      { object: "T-1", text: "Hello, again" },
    ]);
  });
});

describe("code that gets around a refused wording by another occurrence", () => {
  async function reworded(impact: "pollutes_data" | "none") {
    const world = sdkWorld();
    const crm = countingDestination({ impact });
    const note = crm.send("crm.note");
    const code: { text: string; occurrence?: string } = { text: "Hello you" };
    const flow = workflow("rewording", testOptions, (run) =>
      run.action(note, "T-1", { object: "T-1", text: code.text }, { occurrence: code.occurrence }),
    );
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow] }, { boundary: "after_report" });
    await world.clock.advance(1_000);
    code.text = "Hello, you";
    await world.startProcess({ workflows: [flow] });
    world.clock.skip(5_000);
    await world.clock.advance(2_000);
    const refused = await world.run(runId);
    code.occurrence = "2";
    await world.resume(runId);
    await world.clock.advance(2_000);
    return { world, crm, runId, refused };
  }

  it("is refused for one comma, with the path, and the other key is held for a person: one effect", async () => {
    const { world, crm, runId, refused } = await reworded("pollutes_data");
    expect(refused.run).toMatchObject({ state: "blocked", cause: "payload_mismatch" });
    expect(refused.run.causeText).toContain("at text");
    expect(await world.run(runId)).toMatchObject({
      run: { state: "needs_person" },
      validations: [{ state: "pending", ask: expect.stringMatching(/crm\.note for T-1.*confirmed/) }],
    });
    expect(await world.actions(runId)).toMatchObject([{ state: "confirmed" }, { state: "held", occurrence: "2" }]);
    expect(crm.effects).toHaveLength(1);
  });

  it("goes out once a person says that it is a genuine second one", async () => {
    const { world, crm, runId } = await reworded("pollutes_data");
    expect(await decide(world, runId, "approve")).toMatchObject({ ok: true });
    await world.clock.advance(2_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(crm.effects).toHaveLength(2);
  });

  it("is kept as a near miss and not held where a repeat does no harm", async () => {
    const { world, crm, runId } = await reworded("none");
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(crm.effects).toHaveLength(2);
    const records = await world.engine.ledger.readRunActions(runId);
    expect(records.flatMap(({ nearMisses }) => nearMisses.map(({ kind }) => kind))).toContain("other_occurrence");
  });
});

it("a refused action is sent corrected once a person revised it and resumed the run", async () => {
  const world = sdkWorld();
  const crm = countingDestination();
  const note = crm.send("crm.note");
  crm.behave((attempt, execute) => {
    if (attempt.payload.text === "wrong") throw new Refused("No such customer.");
    return execute();
  });
  const flow = workflow("refused", testOptions, (run) => run.action(note, "T-1", { object: "T-1", text: "wrong" }));
  const runId = await world.start(flow);
  await world.startProcess({ workflows: [flow] });
  await world.clock.advance(1_000);
  expect(await world.run(runId)).toMatchObject({ run: { state: "failed" }, error: { name: ActionRefused.name } });
  const [refused] = await world.actions(runId);
  if (!refused) throw new Error("Nothing was declared.");
  expect(await wayOutOf(world, runId)).toMatchObject({ as: "revise", actionId: refused.id });
  const ask = { actionId: refused.id, version: refused.version, nearMissId: null, ...press() };
  await reviseAction(world.engine, { ...ask, payload: { object: "T-1", text: "right" } });
  expect(await wayOutOf(world, runId)).toBeNull();
  await world.resume(runId);
  await world.clock.advance(2_000);
  expect((await world.run(runId)).run.state).toBe("succeeded");
  expect(crm.effects).toMatchObject([{ payload: { text: "right" } }]);
});

it("a duplicate that was avoided and was none is sent once more, by a worker, when a person says so", async () => {
  const world = sdkWorld();
  const crm = countingDestination();
  const note = crm.send("crm.note");
  const flow = workflow("twice", testOptions, (run) => run.action(note, "T-1", { object: "T-1" }));
  const runId = await world.start(flow);
  await world.startProcess({ workflows: [flow], actions: [note] }, { boundary: "after_report" });
  await world.clock.advance(1_000);
  await world.startProcess({ workflows: [flow], actions: [note] });
  world.clock.skip(5_000);
  await world.clock.advance(2_000);
  const [record] = await world.engine.ledger.readRunActions(runId);
  const [avoided] = record?.avoided ?? [];
  expect(crm.effects).toHaveLength(1);
  const ask = { actionId: record?.action.id ?? "", executionId: avoided?.executionId ?? "", ...press() };
  const marked = await markSecond(world.engine, ask);
  if (!marked.ok) throw new Error(marked.message);
  await world.startProcess({ workflows: [flow], actions: [note] });
  await world.clock.advance(5_000);
  expect(crm.effects).toHaveLength(2);
  expect(new Set(crm.effects.map(({ key }) => key)).size).toBe(2);
  expect(await world.engine.ledger.findAction(marked.actionId)).toMatchObject({ state: "confirmed", runId: null });
});
