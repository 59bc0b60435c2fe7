import { describe, expect, it } from "vitest";
import { countingDestination, sdkWorld, testOptions } from "@/lib/testing/sdk-world";
import type { Run } from "../run";
import { workflow } from "../workflow";

const question = { ask: "Sure?", role: "approver", within: "1h" } as const;

/** The code runs once, in a process of its own. */
async function ended(code: (run: Run) => Promise<unknown>) {
  const world = sdkWorld();
  const flow = workflow("flow", testOptions, code);
  const runId = await world.start(flow);
  await world.startProcess({ workflows: [flow] });
  await world.clock.advance(5_000);
  return world.run(runId);
}

const badNames: [string, string | number, string][] = [
  ["empty", "", "is empty"],
  ["with NUL", "a\u0000b", "NUL"],
  ["with half a surrogate pair", "a\ud800", "broken Unicode"],
  ["of 256 bytes in 128 characters", "é".repeat(128), "at most 255"],
  ["that is an unsafe integer", 2 ** 60, "Give it as text"],
  ["that is no number", Number.NaN, "Give it as text"],
];
const note = () => countingDestination().send("crm.note");
const uses: [string, (run: Run, name: string | number) => unknown][] = [
  ["a step's name", (run, name) => run.step(name as string, () => 1)],
  ["a step's occurrence", (run, name) => run.step("s", () => 1, { occurrence: name })],
  ["a validation's name", (run, name) => run.validation(name as string, question)],
  ["an action's object", (run, name) => run.action(note(), name as string, { object: "x" })],
  ["an action's occurrence", (run, name) => run.action(note(), "T-1", { object: "x" }, { occurrence: name })],
];
const namings = uses.flatMap(([what, use]) => badNames.map(([how, name, says]) => ({ what, how, use, name, says })));

describe("an identifier", () => {
  it.each(namings)("$what $how is refused before anything is stored or sent", async ({ use, name, says }) => {
    const { run, error, steps } = await ended(async (run) => use(run, name));
    expect(run.state).toBe("failed");
    expect(error?.message).toContain(says);
    expect(steps).toEqual([]);
  });

  it.each(badNames.filter(([, name]) => typeof name === "string"))(
    "a logical run id %s starts nothing",
    async (_, id) => {
      const world = sdkWorld();
      await expect(
        world.start(
          workflow("flow", testOptions, async () => 1),
          {},
          String(id),
        ),
      ).rejects.toThrow();
      expect((await world.engine.progress.listRuns({ pageSize: 9 })).rows).toEqual([]);
    },
  );

  it("of 255 bytes is kept, and two that differ in their last digit never share a key", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const send = crm.send("crm.note");
    const flow = workflow("flow", testOptions, async (run) => {
      await run.action(send, "é".repeat(127), { object: "long" });
      for (const object of ["1533947986218845197", "1533947986218845198"]) await run.action(send, object, { object });
    });
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow], actions: [send] });
    await world.clock.advance(5_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(new Set((await world.actions(runId)).map(({ businessKey }) => businessKey)).size).toBe(3);
  });
});

const nested = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`) as unknown;
const badValues: [string, unknown, string][] = [
  ["an unsafe integer", { id: 2 ** 53 }, "cannot be kept exactly"],
  ["Infinity", [Number.POSITIVE_INFINITY], "cannot be kept exactly"],
  ["half a surrogate pair", { text: "\ud800" }, "not valid Unicode"],
  ["65 levels", nested(65), "deeper than 64"],
  ["a bigint", { when: 10n }, "bigint"],
  ["more than 2 MiB", "x".repeat(2 * 1024 * 1024), "at most 2097152"],
];

describe("a value", () => {
  it.each(badValues)(
    "with %s, as a step's result, fails the step in words and is not tried again",
    async (_, value, says) => {
      const { run, error, attempts, checkpoints } = await ended((run) => run.step("compute", () => value));
      expect([run.state, attempts.length, checkpoints.length]).toEqual(["failed", 1, 0]);
      expect(error?.message).toContain(says);
    },
  );

  it.each(badValues)("with %s, as a payload, is never sent and leaves no action", async (_, value) => {
    const world = sdkWorld();
    const crm = countingDestination();
    const send = crm.send("crm.note");
    const flow = workflow("flow", testOptions, (run) => run.action(send, "T-1", value as { object: string }));
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow], actions: [send] });
    await world.clock.advance(5_000);
    expect((await world.run(runId)).run.state).toBe("failed");
    expect([await world.actions(runId), crm.effects]).toEqual([[], []]);
  });

  it.each(badValues)("with %s, as an input, starts nothing", async (_, value) => {
    const world = sdkWorld();
    await expect(
      world.start(
        workflow("flow", testOptions, async () => 1),
        value,
      ),
    ).rejects.toThrow();
    expect((await world.engine.progress.listRuns({ pageSize: 9 })).rows).toEqual([]);
  });

  it("with NUL in text and in a field's name, and a literal backslash-u0000, comes back as it was after a crash", async () => {
    const value = {
      "k\u0000": "a\u0000b",
      literal: "a\\u0000b",
      proto: JSON.parse('{"__proto__":{"x":1}}') as unknown,
    };
    const world = sdkWorld();
    const crm = countingDestination();
    const send = crm.send("crm.note");
    let replayed: unknown;
    const flow = workflow("flow", testOptions, async (run) => {
      replayed = await run.step("compute", () => value);
      run.log.info("kept a\u0000b");
      await run.action(send, "T-1", { object: "T-1", text: "a\u0000b" });
    });
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow], actions: [send] }, { boundary: "after_report" });
    await world.clock.advance(1_000);
    replayed = null;
    await world.startProcess({ workflows: [flow], actions: [send] });
    await world.clock.advance(20_000);
    expect((await world.run(runId)).run).toMatchObject({ state: "succeeded", executionCount: 2 });
    expect(replayed).toEqual(value);
    expect(crm.effects).toMatchObject([{ payload: { text: "a\u0000b" } }]);
  });
});
