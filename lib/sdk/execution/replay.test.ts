import { describe, expect, it } from "vitest";
import { countingDestination, sdkWorld, testOptions } from "@/lib/testing/sdk-world";
import { ActionRefused, Rejected, StepFailed } from "../errors";
import type { Run } from "../run";
import { type AnyWorkflow, workflow } from "../workflow";

const flow = (code: (run: Run) => Promise<unknown>, over: { version?: number } = {}): AnyWorkflow =>
  workflow("flow", { ...testOptions, ...over }, code);

/** Runs the code in a worker that dies at the boundary, then to its end in another; returns both traces. */
async function twice(
  code: (trace: string[]) => (run: Run) => Promise<unknown>,
  diesAt: { boundary: string; step?: string },
  later = code,
) {
  const world = sdkWorld();
  const [first, second]: [string[], string[]] = [[], []];
  const runId = await world.start(flow(code(first)));
  await world.startProcess({ workflows: [flow(code(first))] }, diesAt);
  await world.clock.advance(1_000);
  await world.startProcess({ workflows: [flow(later(second))] });
  await world.clock.advance(8_000);
  return { world, runId, first, second, record: await world.run(runId) };
}

describe("replay", () => {
  it("gives kept results back without running their steps again", async () => {
    const { first, second, record } = await twice(
      (trace) => async (run) => {
        const a = await run.step("a", () => trace.push("a"));
        const b = await run.step("b", () => trace.push("b"));
        return run.step("c", () => [a, b, trace.push("c")]);
      },
      { boundary: "after_checkpoint", step: "b" },
    );
    expect(first).toEqual(["a", "b"]);
    expect(second).toEqual(["c"]);
    expect(record.run.state).toBe("succeeded");
    expect(record.checkpoints.map(({ stepName }) => stepName)).toEqual(["a", "b", "c"]);
    expect(record.output).toBe("[1,2,1]");
  });

  it("lets the same side win a race in every execution", async () => {
    const code = (trace: string[]) => async (run: Run) => {
      let open = () => {};
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      const slow = run.step("slow", async () => {
        await gate;
        return "slow";
      });
      const fast = run.step("fast", () => "fast");
      const winner = await Promise.race([slow, fast]);
      trace.push(winner);
      open();
      await slow;
      await run.step("after", () => winner);
      await run.step("last", () => winner);
      return winner;
    };
    const { first, second, record } = await twice(code, { boundary: "after_checkpoint", step: "after" });
    expect([first, second]).toEqual([["fast"], ["fast"]]);
    expect(record.output).toBe('"fast"');
  });

  it("holds a result back for earlier ones that the code is about to ask for", async () => {
    const code = (trace: string[]) => async (run: Run) => {
      let open = () => {};
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      const long = run.step("long", () => gate).then(() => trace.push("long"));
      await run.step("a", () => 1);
      await new Promise(setImmediate);
      await run.step("b", () => 1);
      trace.push("b");
      open();
      await long;
      await run.step("end", () => 1);
      await run.step("very end", () => 1);
    };
    const { first, second, record } = await twice(code, { boundary: "after_checkpoint", step: "end" });
    expect(record.run.state).toBe("succeeded");
    expect([first, second]).toEqual([
      ["b", "long"],
      ["b", "long"],
    ]);
  });

  it("runs steps in parallel, and counts repeated names up", async () => {
    const { record } = await twice(
      () => async (run) => Promise.all([1, 2, 3].map((n) => run.step("square", () => n * n))),
      { boundary: "after_claim" },
    );
    expect(record.output).toBe("[1,4,9]");
    expect(record.steps.map(({ occurrence }) => occurrence)).toEqual(["", "2", "3"]);
  });

  it("gives time and randomness back as they were", async () => {
    const { first, second, record } = await twice(
      (trace) => async (run) => {
        await run.step("a", () => 1);
        trace.push(run.now().toISOString(), String(run.random()), run.uuid());
        await run.step("b", () => 1);
        await run.step("c", () => 1);
      },
      { boundary: "after_checkpoint", step: "b" },
    );
    expect(record.run.state).toBe("succeeded");
    expect(second).toEqual(first);
    expect(first[2]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number(first[1])).toBeLessThan(1);
  });

  it("goes through a loop of actions with the object as their key, and repeats none", async () => {
    const world = sdkWorld();
    const mail = countingDestination({ name: "mail" });
    const send = mail.send("mail.send");
    const loop = flow(async (run) => {
      for (const item of ["i-1", "i-2", "i-3", "i-4"]) await run.action(send, item, { object: item });
    });
    const runId = await world.start(loop);
    await world.startProcess({ workflows: [loop] }, { boundary: "after_checkpoint", step: "mail.send" });
    await world.startProcess({ workflows: [loop] });
    await world.clock.advance(8_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(mail.effects.map(({ object }) => object)).toEqual(["i-1", "i-2", "i-3", "i-4"]);
  });

  it("sleeps across a restart for as long as it was first told", async () => {
    const world = sdkWorld();
    const times: number[] = [];
    const sleeper = flow(async (run) => {
      await run.sleep("cool-down", "1h");
      times.push(world.clock.now());
      await run.sleep(100);
    });
    const startedAt = world.clock.now();
    const runId = await world.start(sleeper);
    const first = await world.startProcess({ workflows: [sleeper] });
    await world.clock.advance(60_000);
    expect((await world.run(runId)).run).toMatchObject({ state: "waiting", cause: "timer" });
    first.die();
    await world.startProcess({ workflows: [sleeper] });
    world.clock.skip(3_520_000);
    await world.clock.advance(10_000);
    expect(times).toEqual([]);
    await world.clock.advance(15_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(times[0]! - startedAt).toBeGreaterThanOrEqual(3_600_000);
    expect(times[0]! - startedAt).toBeLessThan(3_602_000);
  });

  it("keeps a caught failure as a result, so that the code takes the same path again", async () => {
    const code = (trace: string[]) => async (run: Run) => {
      const way = await run
        .step("flaky", () => Promise.reject(new Error("down")), { retry: { attempts: 1 } })
        .catch((error) => {
          trace.push(error instanceof StepFailed ? error.message : "another error");
          return "fallback";
        });
      await run.step("use", () => way);
      await run.step("end", () => way);
      return way;
    };
    const { first, second, record } = await twice(code, { boundary: "after_checkpoint", step: "use" });
    expect(first).toEqual(["flaky failed: down"]);
    expect(second).toEqual(first);
    expect(record.attempts.filter(({ result }) => result === "failed")).toHaveLength(1);
    expect(record.output).toBe('"fallback"');
  });

  it("tries a failed run's step again when a person resumes it", async () => {
    const world = sdkWorld();
    let healthy = false;
    const fragile = flow(async (run) => {
      await run.step("a", () => 1);
      return run.step("flaky", () => (healthy ? "up" : Promise.reject(new Error("down"))), { retry: { attempts: 1 } });
    });
    const runId = await world.start(fragile);
    await world.startProcess({ workflows: [fragile] });
    await world.clock.advance(1_000);
    const failed = await world.run(runId);
    expect(failed.run).toMatchObject({ state: "failed", causeText: "flaky failed: down" });
    expect(failed.error?.message).toBe("flaky failed: down");
    healthy = true;
    await world.resume(runId);
    await world.clock.advance(1_000);
    expect(await world.run(runId)).toMatchObject({ run: { state: "succeeded" }, output: '"up"' });
  });

  it("gives a refusal to the code as a typed error, in every execution", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    const { Refused } = await import("../errors");
    crm.behave(() => Promise.reject(new Refused("no such customer", { code: 42 })));
    const seen: unknown[] = [];
    const refused = flow(async (run) => {
      await run.action(note, "T-1", { object: "T-1" }).catch((error) => seen.push(error));
      await run.step("a", () => 1);
      await run.step("b", () => 1);
    });
    const runId = await world.start(refused);
    await world.startProcess({ workflows: [refused] }, { boundary: "after_checkpoint", step: "a" });
    await world.startProcess({ workflows: [refused] });
    await world.clock.advance(8_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(seen).toHaveLength(2);
    for (const error of seen) {
      expect(error).toBeInstanceOf(ActionRefused);
      expect(error).toMatchObject({ action: { type: "crm.note", object: "T-1" }, response: { code: 42 } });
      expect(error).not.toBeInstanceOf(Rejected);
    }
  });
});

describe("code that changed since an earlier execution", () => {
  const abc = () => async (run: Run) => {
    await run.step("a", () => 1);
    await run.step("b", () => 1);
    await run.step("c", () => 1);
  };
  const after = { boundary: "after_checkpoint", step: "b" };

  async function changed(code: (run: Run) => Promise<unknown>, version = 2) {
    const world = sdkWorld();
    const runId = await world.start(flow(abc()));
    await world.startProcess({ workflows: [flow(abc())] }, after);
    await world.startProcess({ workflows: [flow(code, { version })] });
    await world.clock.advance(8_000);
    return (await world.run(runId)).run;
  }

  it("goes on when a finished step was taken out", async () => {
    const run = await changed(async (run) => {
      await run.step("b", () => 2);
      await run.step("c", () => 1);
    });
    expect(run.state).toBe("succeeded");
  });

  it("goes on when finished steps were swapped", async () => {
    const run = await changed(async (run) => {
      await run.step("b", () => 2);
      await run.step("a", () => 2);
    });
    expect(run.state).toBe("succeeded");
  });

  it("stops, naming both, when a new step comes before finished ones", async () => {
    const run = await changed(async (run) => {
      await run.step("x", () => 1);
      await abc()(run);
    });
    expect(run).toMatchObject({ state: "blocked", cause: "code_changed" });
    expect(run.causeText).toBe(
      'The code of flow v2 asks for the new step "x" before "a", which the run finished under v1. Declare "x" optional, or resume from zero.',
    );
  });

  it("runs a new step that is declared optional", async () => {
    const run = await changed(async (run) => {
      await run.step("x", () => 1, { optional: true });
      await abc()(run);
    });
    expect(run.state).toBe("succeeded");
  });

  it("stops when a name comes back as another kind", async () => {
    const run = await changed(async (run) => {
      await run.sleep("a", 10);
    });
    expect(run).toMatchObject({ state: "blocked", cause: "code_changed" });
    expect(run.causeText).toBe(
      'The code of flow v2 asks for the sleep "a", and the run recorded the step "a". Start workers whose code asks for the step, or resume from zero.',
    );
  });

  it("stops when the code ends without asking for an action that was left open", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    const before = flow(async (run) => run.action(note, "T-1", { object: "T-1" }));
    const runId = await world.start(before);
    await world.startProcess({ workflows: [before] }, { boundary: "after_begin" });
    await world.startProcess({ workflows: [flow(async (run) => run.step("else", () => 1))] });
    await world.clock.advance(8_000);
    const { run } = await world.run(runId);
    expect(run).toMatchObject({ state: "blocked", cause: "code_changed" });
    expect(run.causeText).toBe(
      'The code of flow v1 ended after "else" without asking for crm.note for T-1, which an earlier execution left unknown. Settle it or start workers whose code asks for it, then resume.',
    );
  });

  it("refuses a kept result of another version, saying what it has and needs", async () => {
    const run = await changed(async (run) => {
      await run.step("a", () => 1, { version: 2 });
    });
    expect(run).toMatchObject({ state: "blocked", cause: "schema_mismatch" });
    expect(run.causeText).toContain("a v1");
    expect(run.causeText).toContain("a v2");
  });
});
