import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { countingDestination, type SdkWorld, sdkWorld, testOptions } from "@/lib/testing/sdk-world";
import { Rejected } from "../errors";
import type { Run } from "../run";
import type { WorkerOptions } from "../worker/worker";
import { type AnyWorkflow, workflow } from "../workflow";

type Work = Pick<WorkerOptions, "workflows" | "actions">;
const flow = (code: (run: Run) => Promise<unknown>): AnyWorkflow => workflow("flow", testOptions, code);
const question = { ask: "Go on?", role: "approver", within: "30d" };

/** What runs now dies, and another process takes its place. */
async function restart(world: SdkWorld, work: Work, running?: { die(): void }) {
  running?.die();
  const next = await world.startProcess(work);
  await world.clock.advance(6_000);
  return next;
}

describe("a run that waits again and again", () => {
  it("sends once per item of a loop, whatever restarts between its questions", async () => {
    const world = sdkWorld();
    const mail = countingDestination({ name: "mail", effect: "irreversible" });
    const send = mail.send("mail.send");
    const items = ["i-1", "i-2", "i-3", "i-4", "i-5"];
    const loop = flow(async (run) => {
      for (const item of items) {
        await run.action(send, item, { object: item });
        await run.validation("next", { ...question, occurrence: item });
      }
    });
    const work = { workflows: [loop], actions: [send] };
    const runId = await world.start(loop);
    let process = await restart(world, work);
    for (const [i] of items.entries()) {
      expect(mail.effects.map(({ object }) => object)).toEqual(items.slice(0, i + 1));
      await world.approve(runId);
      process = await restart(world, work, process);
    }
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(mail.effects).toHaveLength(5);
    const records = await world.engine.ledger.readRunActions(runId);
    expect(records.map(({ attempts }) => attempts.length)).toEqual([1, 1, 1, 1, 1]);
  });

  it("sends what was approved before the next one is decided, once, and never what was rejected", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    const turn = flow(async (run) => {
      for (const object of ["A", "B", "C"]) {
        const approval = { ...question, ask: `Send ${object}?` };
        await run.action(note, object, { object }, { approval }).catch((error) => {
          if (!(error instanceof Rejected)) throw error;
        });
      }
    });
    const work = { workflows: [turn], actions: [note] };
    const runId = await world.start(turn);
    let process = await restart(world, work);
    expect(crm.effects).toEqual([]);
    await world.approve(runId);
    process = await restart(world, work, process);
    expect(crm.effects.map(({ object }) => object)).toEqual(["A"]);
    await world.approve(runId);
    process = await restart(world, work, process);
    await world.approve(runId, "reject");
    await restart(world, work, process);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(crm.effects.map(({ object }) => object)).toEqual(["A", "B"]);
    const records = await world.engine.ledger.readRunActions(runId);
    expect(records.map(({ action }) => [action.object, action.state])).toEqual([
      ["A", "confirmed"],
      ["B", "confirmed"],
      ["C", "withdrawn"],
    ]);
  });

  it("takes one branch after a decision, and leaves what came before it as it was", async () => {
    const world = sdkWorld();
    const branch = flow(async (run) => {
      await run.step("before", () => 1);
      const yes = await run.validation("yes or no", question).then(
        () => true,
        () => false,
      );
      await (yes ? run.step("yes", () => 1) : run.step("no", () => 1));
    });
    const runId = await world.start(branch);
    const process = await restart(world, { workflows: [branch] });
    const [before] = (await world.run(runId)).steps;
    await world.approve(runId);
    await restart(world, { workflows: [branch] }, process);
    const record = await world.run(runId);
    expect(record.steps.map(({ name }) => name)).toEqual(["before", "yes or no", "yes"]);
    expect(record.steps[0]).toEqual(before);
    expect(record.attempts.filter(({ stepId }) => stepId === before!.id)).toHaveLength(1);
  });

  it("continues after the decision with the results it had, also when everything was restarted meanwhile", async () => {
    const world = sdkWorld();
    const computed: string[] = [];
    const four = flow(async (run) => {
      await run.step("one", () => computed.push("one"));
      const two = await run.step("two", () => ({ computed: computed.push("two") }));
      await run.validation("three", question);
      return run.step("four", () => two);
    });
    const runId = await world.start(four);
    const process = await restart(world, { workflows: [four] });
    process.die();
    world.clock.skip(20 * 24 * 3_600_000);
    await world.approve(runId);
    await restart(world, { workflows: [four] });
    const { run, output, attempts, checkpoints } = await world.run(runId);
    expect([run.state, output]).toEqual(["succeeded", '{"computed":2}']);
    expect(computed).toEqual(["one", "two"]);
    expect(attempts.map(({ number, result }) => [number, result])).toEqual([
      [1, "done"],
      [1, "done"],
      [1, "done"],
    ]);
    const hashOf = (name: string) => checkpoints.find(({ stepName }) => stepName === name)?.hash;
    expect(hashOf("two")).toBe(createHash("sha256").update('{"computed":2}').digest("hex"));
    expect(hashOf("four")).toBe(hashOf("two"));
  });

  it("goes through all rounds of a cycle, also after a crash in the second", async () => {
    const world = sdkWorld();
    const rounds: number[] = [];
    const cycle = flow(async (run) => {
      let total = 0;
      for (let round = 1; total < 3; round += 1) {
        total = await run.step("round", () => {
          rounds.push(round);
          return round;
        });
        await run.step("check", () => total);
      }
      return total;
    });
    const runId = await world.start(cycle);
    const isSecond = { boundary: "step_started", step: "round" };
    let starts = 0;
    await world.startProcess({
      workflows: [cycle],
      onBoundary: (boundary, { step }) => {
        if (boundary !== isSecond.boundary || step !== isSecond.step) return;
        starts += 1;
        return starts === 2 ? new Promise(() => {}) : undefined;
      },
    });
    world.clock.skip(6_000);
    await restart(world, { workflows: [cycle] });
    const { run, output } = await world.run(runId);
    expect([run.state, output]).toEqual(["succeeded", "3"]);
    expect(rounds).toEqual([1, 2, 3]);
  });
});

describe("what is kept of a run", () => {
  it.each(["before_send", "after_send", "after_report", "after_checkpoint"])(
    "holds no result of an action that the ledger knows no outcome of, killed %s many times over",
    async (boundary) => {
      const world = sdkWorld();
      const crm = countingDestination({ deduplicates: { header: "Idempotency-Key", window: "24h" } });
      const note = crm.send("crm.note");
      const objects = Array.from({ length: 12 }, (_, i) => `T-${i + 1}`);
      const loop = flow(async (run) => {
        for (const object of objects) await run.action(note, object, { object });
      });
      const work = { workflows: [loop], actions: [note] };
      const runId = await world.start(loop);
      for (let i = 0; i < 12; i += 1) {
        const killed = await world.startProcess(work, { boundary });
        await world.clock.advance(17_000);
        const { steps, checkpoints } = await world.run(runId);
        const final = new Set(
          (await world.actions(runId)).flatMap(({ id, state }) => (state === "confirmed" ? [id] : [])),
        );
        for (const { stepId } of checkpoints) {
          expect(final).toContain(steps.find(({ id }) => id === stepId)?.actionId);
        }
        killed.die();
        if ((await world.run(runId)).run.cause === "quarantined") await world.resume(runId);
      }
      await restart(world, work);
      await world.clock.advance(17_000);
      expect((await world.run(runId)).run.state).toBe("succeeded");
      expect(crm.effects.map(({ object }) => object)).toEqual(objects);
    },
    30_000,
  );

  it("grows with what each step computed, not with the state that has gathered", async () => {
    const world = sdkWorld();
    const chunk = "x".repeat(20_000);
    const long = flow(async (run) => {
      const gathered: string[] = [];
      for (let i = 0; i < 50; i += 1) gathered.push(await run.step("part", () => chunk, { occurrence: i }));
      return gathered.length;
    });
    const runId = await world.start(long);
    await restart(world, { workflows: [long] });
    const { run, checkpoints } = await world.run(runId);
    expect(run.state).toBe("succeeded");
    expect(checkpoints.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(50 * (chunk.length + 2));
  });

  it("of a confirmed action survives a resume from zero: it is computed again and not sent again", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    let healthy = false;
    const computed: number[] = [];
    const fragile = flow(async (run) => {
      await run.step("draft", () => computed.push(1));
      await run.action(note, "T-1", { object: "T-1" });
      return run.step("end", () => (healthy ? 1 : Promise.reject(new Error("down"))), { retry: { attempts: 1 } });
    });
    const work = { workflows: [fragile], actions: [note] };
    const runId = await world.start(fragile);
    await restart(world, work);
    healthy = true;
    await world.resume(runId, 0);
    await world.clock.advance(2_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect([computed.length, crm.effects.length]).toEqual([2, 1]);
    const [record] = await world.engine.ledger.readRunActions(runId);
    expect(record?.avoided).toMatchObject([{ cause: "resume" }]);
  });
});
