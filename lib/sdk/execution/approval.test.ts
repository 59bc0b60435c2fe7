import { describe, expect, it } from "vitest";
import { countingDestination, sdkWorld, testOptions } from "@/lib/testing/sdk-world";
import { Rejected } from "../errors";
import { workflow } from "../workflow";

function held(caught: unknown[] = []) {
  const crm = countingDestination();
  const queue = countingDestination({ name: "queue" });
  const note = crm.send("crm.note");
  const escalate = queue.send("queue.escalate");
  const flow = workflow("held", testOptions, async (run) => {
    const text = await run.step("draft", () => "Dear customer");
    try {
      await run.actions([note.of("T-1", { object: "T-1", text }), escalate.of("T-1", { object: "T-1", text })], {
        approval: { ask: "Send this?", role: "approver", within: "1h" },
      });
    } catch (error) {
      caught.push(error);
      throw error;
    }
    return "sent";
  });
  return { flow, crm, queue, work: { workflows: [flow], actions: [note, escalate] } };
}

describe("actions that need an approval", () => {
  it("are held with their exact payloads, and sent once after a person approved, whoever died meanwhile", async () => {
    const world = sdkWorld();
    const { flow, crm, queue, work } = held();
    const runId = await world.start(flow);
    await world.startProcess(work, { boundary: "suspended" });
    await world.clock.advance(1_000);
    const waiting = await world.run(runId);
    expect(waiting.run).toMatchObject({ state: "needs_person", cause: "validation" });
    expect(waiting.validations).toMatchObject([{ kind: "approval", role: "approver", state: "pending" }]);
    const actions = await world.actions(runId);
    expect(actions.map(({ type, state }) => [type, state])).toEqual([
      ["crm.note", "held"],
      ["queue.escalate", "held"],
    ]);
    expect(waiting.validations[0]?.subjects.map(({ fingerprint }) => fingerprint)).toEqual(
      actions.map(({ fingerprint }) => fingerprint),
    );

    await world.approve(runId);
    await world.startProcess(work);
    await world.clock.advance(2_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(crm.effects).toHaveLength(1);
    expect(queue.effects).toHaveLength(1);
  });

  it("go out even if the decision has not crossed to the ledger yet", async () => {
    const world = sdkWorld();
    const { flow, crm, work } = held();
    const runId = await world.start(flow);
    await world.startProcess(work, null, (backend) => ({ ...backend, sweep: async () => {} }));
    await world.clock.advance(1_000);
    await world.approve(runId);
    await world.clock.advance(1_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(crm.effects).toHaveLength(1);
  });

  it("are withdrawn and never sent after a rejection, which the code gets as a typed error", async () => {
    const world = sdkWorld();
    const caught: unknown[] = [];
    const { flow, crm, queue, work } = held(caught);
    const runId = await world.start(flow);
    await world.startProcess(work);
    await world.clock.advance(1_000);
    await world.approve(runId, "reject");
    await world.clock.advance(3_000);
    expect((await world.run(runId)).run).toMatchObject({ state: "failed" });
    expect(caught[0]).toBeInstanceOf(Rejected);
    expect(caught[0]).toMatchObject({ by: "Ana", reason: "wrong customer" });
    expect([...crm.effects, ...queue.effects]).toEqual([]);
    expect((await world.actions(runId)).map(({ state }) => state)).toEqual(["withdrawn", "withdrawn"]);
  });

  it("block the run when nobody decided in time, and are asked for anew after a person resumed it", async () => {
    const world = sdkWorld();
    const { flow, crm, work } = held();
    const runId = await world.start(flow);
    await world.startProcess(work);
    await world.clock.advance(1_000);
    world.clock.skip(3_600_000);
    await world.clock.advance(3_000);
    expect((await world.run(runId)).run).toMatchObject({ state: "blocked", cause: "validation_expired" });
    expect(crm.effects).toEqual([]);
    await world.resume(runId);
    await world.clock.advance(2_000);
    expect((await world.run(runId)).validations.map(({ state }) => state)).toEqual(["expired", "pending"]);
    await world.approve(runId);
    await world.clock.advance(2_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(crm.effects).toHaveLength(1);
  });

  it("are refused when the payload changed after the approval", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    let text = "approved";
    const flow = workflow("changing", testOptions, (run) =>
      run.action(note, "T-1", { object: "T-1", text }, { approval: { ask: "?", role: "approver", within: "1h" } }),
    );
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow] });
    await world.clock.advance(1_000);
    text = "altered";
    await world.approve(runId);
    await world.clock.advance(2_000);
    expect((await world.run(runId)).run).toMatchObject({ state: "blocked", cause: "payload_mismatch" });
    expect(crm.effects).toEqual([]);
  });
});

describe("a validation", () => {
  it("gives the decider's answer to the code, the same in every execution", async () => {
    const world = sdkWorld();
    const answers: unknown[] = [];
    const flow = workflow("asks", testOptions, async (run) => {
      const { answer, by } = await run.validation<{ amount: number }>("amount", {
        ask: "How much?",
        role: "approver",
        within: "1h",
        show: { asked: 10 },
      });
      answers.push([answer.amount, by]);
      await run.step("a", () => 1);
      await run.step("b", () => 1);
    });
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow] });
    await world.clock.advance(1_000);
    expect((await world.run(runId)).validations).toMatchObject([{ kind: "answer", shown: { asked: 10 } }]);
    await world.approve(runId);
    await world.clock.advance(2_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(answers).toEqual([[8, "Ana"]]);
  });

  it("asks again when it is asked for again, as a second question", async () => {
    const world = sdkWorld();
    const question = { ask: "Sure?", role: "approver", within: "1h" };
    const flow = workflow("asks", testOptions, async (run) => {
      await run.validation("sure", question);
      await run.validation("sure", question);
    });
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow] });
    await world.clock.advance(1_000);
    await world.approve(runId);
    await world.clock.advance(1_000);
    const { run, validations } = await world.run(runId);
    expect(run.state).toBe("needs_person");
    expect(validations.map(({ occurrence, state }) => [occurrence, state])).toEqual([
      ["", "approved"],
      ["2", "pending"],
    ]);
  });

  it("loses a race against a timer, and the run goes on", async () => {
    const world = sdkWorld();
    const flow = workflow("races", testOptions, async (run) => {
      const late = run.sleep("patience", "10m").then(() => "nobody");
      const decided = run.validation("sure", { ask: "Sure?", role: "approver", within: "1h" }).then(({ by }) => by);
      return Promise.race([decided, late]);
    });
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow] });
    await world.clock.advance(1_000);
    expect((await world.run(runId)).run).toMatchObject({ state: "waiting", cause: "timer" });
    world.clock.skip(600_000);
    await world.clock.advance(2_000);
    expect(await world.run(runId)).toMatchObject({ run: { state: "succeeded" }, output: '"nobody"' });
  });

  it("refuses a role that does not exist", async () => {
    const world = sdkWorld();
    const flow = workflow("asks", testOptions, (run) =>
      run.validation("sure", { ask: "Sure?", role: "boss", within: "1h" }),
    );
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow] });
    await world.clock.advance(1_000);
    expect((await world.run(runId)).run).toMatchObject({ state: "failed" });
  });
});
