import { describe, expect, it } from "vitest";
import { countingDestination, sdkWorld, testOptions } from "@/lib/testing/sdk-world";
import type { AnyAction } from "../action";
import { newId } from "../new-id";
import { start } from "../start";
import { workflow } from "../workflow";

/** Prepare, one action, then a last step: what a killed worker leaves, and what the next one makes of it. */
function agent(note: AnyAction, prepared: string[]) {
  return workflow("agent", testOptions, async (run) => {
    await run.step("prepare", () => prepared.push("prepared"));
    const answer = await run.action(note, "T-1", { object: "T-1" });
    await run.step("conclude", () => "concluded");
    return answer;
  });
}

const rows = [
  { dies: "after_claim", step: undefined, left: [], before: 0, ends: "succeeded", after: 1, prepared: 1 },
  { dies: "step_started", step: "prepare", left: [], before: 0, ends: "succeeded", after: 1, prepared: 1 },
  { dies: "after_checkpoint", step: "prepare", left: [], before: 0, ends: "succeeded", after: 1, prepared: 1 },
  { dies: "before_begin", step: "crm.note", left: [], before: 0, ends: "succeeded", after: 1, prepared: 1 },
  { dies: "after_begin", step: "crm.note", left: ["unknown"], before: 0, ends: "blocked", after: 0, prepared: 1 },
  { dies: "before_send", step: "crm.note", left: ["unknown"], before: 0, ends: "blocked", after: 0, prepared: 1 },
  { dies: "after_send", step: "crm.note", left: ["unknown"], before: 1, ends: "blocked", after: 1, prepared: 1 },
  { dies: "after_report", step: "crm.note", left: ["confirmed"], before: 1, ends: "succeeded", after: 1, prepared: 1 },
  {
    dies: "after_checkpoint",
    step: "crm.note",
    left: ["confirmed"],
    before: 1,
    ends: "succeeded",
    after: 1,
    prepared: 1,
  },
  { dies: "step_started", step: "conclude", left: ["confirmed"], before: 1, ends: "succeeded", after: 1, prepared: 1 },
  { dies: "finished", step: undefined, left: ["confirmed"], before: 1, ends: "succeeded", after: 1, prepared: 1 },
] as const;

describe("a worker killed at a boundary", () => {
  it.each(rows)("$dies ($step): $left, then $ends, with $after effects", async (row) => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    const prepared: string[] = [];
    const work = { workflows: [agent(note, prepared)], actions: [note] };
    const runId = await world.start(work.workflows[0]!);
    const first = await world.startProcess(work, { boundary: row.dies, step: row.step });
    await world.clock.advance(1_000);
    expect(first.isDead()).toBe(true);
    expect(crm.effects).toHaveLength(row.before);

    await world.startProcess(work);
    await world.clock.advance(7_000);
    const { run, executions } = await world.run(runId);
    const [action] = await world.actions(runId);
    expect(run.state).toBe(row.ends);
    expect(crm.effects).toHaveLength(row.after);
    expect(prepared.length).toBe(row.prepared);
    if (row.ends === "blocked") {
      expect(run.cause).toBe("outcome_unknown");
      expect(run.causeText).toContain("crm.note for T-1");
      expect(action?.state).toBe("unknown");
    } else {
      expect(action?.state).toBe("confirmed");
    }
    expect(executions.map(({ token }) => token)).toEqual(executions.map((_, i) => i + 1));
  });

  it("counts the repeat that the ledger's outcome made needless", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    const work = { workflows: [agent(note, [])], actions: [note] };
    const runId = await world.start(work.workflows[0]!);
    await world.startProcess(work, { boundary: "after_report" });
    await world.startProcess(work);
    await world.clock.advance(7_000);
    const [record] = await world.engine.ledger.readRunActions(runId);
    expect(record?.avoided).toMatchObject([{ cause: "recovery" }]);
    expect((await world.run(runId)).run.state).toBe("succeeded");
  });

  it("goes on by itself at a destination that merges repeats", async () => {
    const world = sdkWorld();
    const crm = countingDestination({ deduplicates: { header: "Idempotency-Key", window: "24h" } });
    const note = crm.send("crm.note");
    const work = { workflows: [agent(note, [])], actions: [note] };
    const runId = await world.start(work.workflows[0]!);
    await world.startProcess(work, { boundary: "after_send" });
    await world.startProcess(work);
    await world.clock.advance(7_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(crm.effects).toHaveLength(1);
    expect((await world.actions(runId))[0]?.state).toBe("confirmed");
  });

  it("leaves a run of manual recovery to a person, whose resume sends exactly what was left", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    const prepared: string[] = [];
    const manual = { ...agent(note, prepared), recovery: "manual" as const };
    const runId = await world.start(manual);
    await world.startProcess({ workflows: [manual] }, { boundary: "after_checkpoint", step: "prepare" });
    await world.startProcess({ workflows: [manual] });
    await world.clock.advance(7_000);
    expect((await world.run(runId)).run).toMatchObject({ state: "interrupted", cause: "execution_lost" });
    expect(crm.effects).toHaveLength(0);
    await world.resume(runId);
    await world.clock.advance(2_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(prepared).toHaveLength(1);
    expect(crm.effects).toHaveLength(1);
  });
});

describe("a step that kills every worker", () => {
  it("quarantines its run after the third, while a run that died beside it goes on", async () => {
    const world = sdkWorld();
    const done: string[] = [];
    const steps = (name: string) =>
      workflow(name, testOptions, async (run) => {
        await run.step("prepare", () => 1);
        // Long enough to be under way whenever its worker dies.
        await run.step(name, () => new Promise<void>((resolve) => world.clock.after(200, resolve)));
        done.push(name);
      });
    const workflows = [steps("poison"), steps("innocent")];
    // How long each stays apart is told from its id: with these the innocent one is alone for some seconds.
    const [poison, innocent] = [`${newId().slice(0, -2)}ff`, `${newId().slice(0, -2)}00`] as const;
    for (const [i, id] of [poison, innocent].entries()) {
      const startRun: typeof world.backend.startRun = (ask) => world.backend.startRun({ ...ask, id });
      await start(workflows[i]!, {}, { logicalRunId: `event-${i}`, backend: { ...world.backend, startRun } });
    }
    for (let i = 0; i < 5; i += 1) {
      const { isDead } = await world.startProcess({ workflows }, { boundary: "step_started", step: "poison" });
      for (let s = 0; s < 30 && !isDead(); s += 1) await world.clock.advance(1_000);
    }
    const { run, executions } = await world.run(poison);
    expect(run).toMatchObject({ state: "blocked", cause: "quarantined" });
    expect(run.causeText).toContain("in poison");
    expect(executions.map(({ state }) => state)).toEqual(["lost", "lost", "lost", "lost"]);
    expect((await world.run(innocent)).run.state).toBe("succeeded");
    expect(done).toEqual(["innocent"]);
  });
});
