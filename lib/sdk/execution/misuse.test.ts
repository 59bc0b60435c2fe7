import { describe, expect, it } from "vitest";
import { countingDestination, sdkWorld, testOptions } from "@/lib/testing/sdk-world";
import type { Run } from "../run";
import { workflow } from "../workflow";

async function ended(code: (run: Run) => Promise<unknown>) {
  const world = sdkWorld();
  const flow = workflow("flow", testOptions, code);
  const runId = await world.start(flow);
  await world.startProcess({ workflows: [flow] });
  await world.clock.advance(5_000);
  return world.run(runId);
}

describe("a mistake in the code", () => {
  it.each([
    ["a step", (run: Run) => run.step("inner", () => 1)],
    ["a sleep", (run: Run) => run.sleep(10)],
    ["a validation", (run: Run) => run.validation("ok", { ask: "?", role: "approver", within: "1h" })],
    ["an action", (run: Run) => run.action(countingDestination().send("crm.note"), "T-1", { object: "T-1" })],
    ["randomness", async (run: Run) => run.random()],
  ])("%s inside a step's body fails the step and is not tried again", async (_, inner) => {
    const { run, attempts, error } = await ended((run) => run.step("outer", () => inner(run)));
    expect(run.state).toBe("failed");
    expect(error?.message).toContain('was called inside the step "outer"');
    expect(attempts).toHaveLength(1);
  });

  it("needs an occurrence to ask for the same action again", async () => {
    const crm = countingDestination();
    const note = crm.send("crm.note");
    const { run, error } = await ended(async (run) => {
      await run.action(note, "T-1", { object: "T-1" });
      await run.action(note, "T-1", { object: "T-1" });
    });
    expect(run.state).toBe("failed");
    expect(error?.name).toBe("OccurrenceRequired");
    expect(crm.effects).toHaveLength(1);
  });

  it("sends the same action again under another occurrence", async () => {
    const crm = countingDestination();
    const note = crm.send("crm.note");
    const { run } = await ended(async (run) => {
      await run.action(note, "T-1", { object: "T-1" });
      await run.action(note, "T-1", { object: "T-1" }, { occurrence: "second" });
    });
    expect(run.state).toBe("succeeded");
    expect(new Set(crm.effects.map(({ key }) => key)).size).toBe(2);
  });

  it("holds nothing of a list that repeats itself", async () => {
    const crm = countingDestination();
    const note = crm.send("crm.note");
    const { run, validations } = await ended((run) =>
      run.actions([note.of("T-1", { object: "T-1" }), note.of("T-1", { object: "T-1" })], {
        approval: { ask: "?", role: "approver", within: "1h" },
      }),
    );
    expect(run.state).toBe("failed");
    expect(validations).toEqual([]);
  });

  it.each([
    ["not JSON", () => ({ when: 10n }), "bigint"],
    ["an unsafe number", () => 2 ** 60, "cannot be kept exactly"],
    ["too deep", () => Array.from({ length: 70 }).reduce<unknown>((inner) => [inner], 1), "deeper than 64"],
    ["too large", () => "x".repeat(3 * 1024 * 1024), "at most 2097152"],
  ])("a result that is %s fails its step, which is not tried again", async (_, result, says) => {
    const { run, attempts, error } = await ended((run) => run.step("compute", () => result() as unknown));
    expect(run.state).toBe("failed");
    expect(error?.message).toContain(says);
    expect(attempts).toHaveLength(1);
  });

  it("a result that does not fit its schema fails its step and leaves the last valid checkpoint", async () => {
    const schema = (value: unknown) => {
      if (typeof value !== "number") throw new Error("a number is needed");
      return value;
    };
    const { run, checkpoints, attempts } = await ended(async (run) => {
      await run.step("good", () => 1, { schema });
      await run.step("bad", () => "x" as unknown as number, { schema });
    });
    expect(run).toMatchObject({ state: "failed" });
    expect(checkpoints.map(({ stepName }) => stepName)).toEqual(["good"]);
    expect(attempts.at(-1)).toMatchObject({ result: "failed", reason: "schema_mismatch" });
  });

  it("an input that does not fit never starts", async () => {
    const world = sdkWorld();
    const strict = workflow(
      "strict",
      {
        ...testOptions,
        input: (): string => {
          throw new Error("a ticket id is needed");
        },
      },
      async () => 1,
    );
    await expect(world.start(strict)).rejects.toThrow("a ticket id is needed");
  });
});

describe("retries of a step", () => {
  it("keeps each attempt with its reason, and stops at the policy's bound", async () => {
    const errors = [
      Object.assign(new Error("slow down"), { status: 429 }),
      Object.assign(new Error("oops"), { statusCode: 503 }),
      new Error("mistake"),
    ];
    const { run, attempts } = await ended((run) => run.step("flaky", () => Promise.reject(errors.shift())));
    expect(run).toMatchObject({ state: "failed", causeText: "flaky failed after 3 attempts: mistake" });
    expect(attempts.map(({ number, reason, decidedBy }) => [number, reason, decidedBy])).toEqual([
      [1, "rate_limited", "policy"],
      [2, "server_error", "policy"],
      [3, "error", null],
    ]);
  });

  it("gives the run back for a long wait, and counts on in the next execution", async () => {
    const world = sdkWorld();
    let tries = 0;
    const flow = workflow("flow", testOptions, (run) =>
      run.step("flaky", () => (++tries < 3 ? Promise.reject(new Error("down")) : "up"), {
        retry: { attempts: 3, firstDelay: "1m", factor: 1 },
      }),
    );
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow] });
    await world.clock.advance(5_000);
    expect((await world.run(runId)).run).toMatchObject({ state: "waiting", cause: "retry" });
    await world.clock.advance(130_000);
    const { run, attempts } = await world.run(runId);
    expect(run.state).toBe("succeeded");
    expect(attempts.map(({ number, result }) => [number, result])).toEqual([
      [1, "failed"],
      [2, "failed"],
      [3, "done"],
    ]);
  });

  it("ends a try at its timeout, and says so", async () => {
    const { attempts, run } = await ended((run) =>
      run.step("slow", () => new Promise(() => {}), { timeout: "2s", retry: { attempts: 1 } }),
    );
    expect(run.state).toBe("failed");
    expect(attempts).toMatchObject([{ result: "failed", reason: "timeout" }]);
  });

  it("computes a step without checkpoint again, and keeps nothing of it", async () => {
    let computed = 0;
    const { run, checkpoints } = await ended(async (run) => {
      const one = await run.step("cheap", () => ++computed, { checkpoint: false });
      return run.step("kept", () => one);
    });
    expect(run.state).toBe("succeeded");
    expect(computed).toBe(1);
    expect(checkpoints.map(({ stepName }) => stepName)).toEqual(["kept"]);
  });
});
