import { describe, expect, it } from "vitest";
import { countingDestination, sdkWorld, testOptions } from "@/lib/testing/sdk-world";
import { NotSent } from "../errors";
import type { HeldLease } from "../heartbeat/heartbeats";
import type { RetryOptions } from "../retry-options";
import type { Run, StepOptions } from "../run";
import { workflow } from "../workflow";

const failing = (code: number) => () => Promise.reject(Object.assign(new Error(`answered ${code}`), { status: code }));

async function ended(code: (run: Run) => Promise<unknown>, afterMs = 60_000) {
  const world = sdkWorld();
  const flow = workflow("flow", testOptions, code);
  const runId = await world.start(flow);
  await world.startProcess({ workflows: [flow] });
  await world.clock.advance(afterMs);
  return { world, flow, runId, ...(await world.run(runId)) };
}

describe("a step's policy", () => {
  it("tries again only for the reasons that it names", async () => {
    const retry: RetryOptions = { attempts: 4, on: ["rate_limited"] };
    const limited = await ended((run) => run.step("ask", failing(429), { retry }));
    expect(limited.attempts.map(({ reason }) => reason)).toEqual(Array(4).fill("rate_limited"));
    const broken = await ended((run) => run.step("ask", failing(503), { retry }));
    expect(broken.attempts.map(({ reason }) => reason)).toEqual(["server_error"]);
    expect(broken.run).toMatchObject({ state: "failed", causeText: "ask failed: answered 503" });
  });

  it("waits longer after each failed attempt", async () => {
    const { attempts } = await ended((run) =>
      run.step("ask", failing(503), { retry: { attempts: 4, firstDelay: "1s", factor: 2 } }),
    );
    const waits = attempts.slice(1).map(({ startedAt }, i) => startedAt - attempts[i]!.endedAt!);
    // The end of an attempt is written within this time.
    const hintMs = 50;
    for (const [i, full] of [1_000, 2_000, 4_000].entries()) {
      expect(waits[i]).toBeGreaterThanOrEqual(full / 2 - hintMs);
      expect(waits[i]).toBeLessThanOrEqual(full + hintMs);
    }
  });

  it("counts for one run only: the next run of the same workflow begins at its first attempt", async () => {
    const { world, flow, attempts } = await ended((run) => run.step("ask", failing(503)));
    expect(attempts).toHaveLength(3);
    const next = await world.start(flow, {}, "event-2");
    await world.clock.advance(60_000);
    expect((await world.run(next)).attempts.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it("is whole again when a person resumes the run", async () => {
    const { world, runId } = await ended((run) => run.step("ask", failing(503)));
    await world.resume(runId);
    await world.clock.advance(60_000);
    const { steps, attempts } = await world.run(runId);
    const live = steps.find(({ supersededBy }) => supersededBy === null);
    expect(attempts.filter(({ stepId }) => stepId === live!.id).map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it.each([
    [{ retry: { attempts: 0 } }, "A policy of 0 attempts"],
    [{ retry: { attempts: Number.POSITIVE_INFINITY } }, "A policy of Infinity attempts"],
    [{ retry: { attempts: 101 } }, "use 1 to 100"],
    [{ retry: { factor: 0.5 } }, "A factor of 0.5"],
    [{ retry: { on: ["bad luck" as never] } }, '"bad luck" is no reason'],
    [{ retry: { firstDelay: "soon" } }, "The first delay"],
    [{ timeout: "a while" }, "The timeout of ask"],
    [{ version: 0 }, "use 1, 2, 3"],
    [{ version: 2, migrate: { 2: () => 1 } }, "a migration from version 2"],
  ] as [StepOptions<number>, string][])("%o is refused, and the run says why", async (options, says) => {
    const { run, executions } = await ended((run) => run.step("ask", () => 1, options));
    expect(run.state).toBe("failed");
    expect(run.causeText).toContain(says);
    expect(executions).toHaveLength(1);
  });
});

describe("a step's timeout", () => {
  it("ends each attempt with the reason timeout, and the step is tried again by its policy", async () => {
    const signals: AbortSignal[] = [];
    const { run, attempts } = await ended((run) =>
      run.step(
        "slow",
        ({ attempt, signal }) => {
          signals.push(signal);
          return attempt < 3 ? new Promise<string>(() => {}) : "at last";
        },
        { timeout: "2s" },
      ),
    );
    expect(run.state).toBe("succeeded");
    expect(attempts.map(({ result, reason }) => [result, reason])).toEqual([
      ["failed", "timeout"],
      ["failed", "timeout"],
      ["done", null],
    ]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
  });

  it("gives nothing of an attempt that ends after it to the code", async () => {
    const world = sdkWorld();
    let late = (_: string) => {};
    const flow = workflow("flow", testOptions, (run) =>
      run.step(
        "slow",
        ({ attempt }) =>
          new Promise<string>((resolve) => {
            if (attempt === 1) late = resolve;
            else world.clock.after(1_000, () => resolve("second"));
          }),
        { timeout: "2s", retry: { firstDelay: 100 } },
      ),
    );
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow] });
    await world.clock.advance(2_300);
    late("first");
    await world.clock.advance(5_000);
    expect((await world.run(runId)).output).toBe('"second"');
  });

  it.each([
    ["a timeout", { timeout: "30s" }, 35_000],
    ["none", {}, 600_000],
  ])("of code that blocks its process, with %s, ends the heartbeats of its lease", async (_, options, keptForMs) => {
    const world = sdkWorld();
    const flow = workflow("hangs", testOptions, (run) => run.step("a", () => new Promise(() => {}), options));
    await world.start(flow);
    const kept: number[] = [];
    await world.startProcess({ workflows: [flow] }, null, (backend) => ({
      ...backend,
      openHeartbeats() {
        const beats = backend.openHeartbeats();
        return { ...beats, hold: (granted, onLost) => noting(beats.hold(granted, onLost), kept) };
      },
    }));
    const startedAt = world.clock.now();
    await world.clock.advance(1_000);
    expect(kept.at(-1)! - startedAt).toBe(keptForMs);
  });
});

const noting = (held: HeldLease, kept: number[]): HeldLease => ({
  ...held,
  keepUntil(ms) {
    kept.push(ms);
    held.keepUntil(ms);
  },
});

describe("an action that must not be repeated", () => {
  const executedThen503 = (crm: ReturnType<typeof countingDestination>) =>
    crm.behave((_, execute) => {
      execute();
      throw Object.assign(new Error("answered 503"), { status: 503 });
    });

  it.each([
    ["the action's own policy of five attempts", (run: Run, send: () => Promise<unknown>) => run && send()],
    [
      "a retry wrapped around it",
      async (_: Run, send: () => Promise<unknown>) => {
        for (let i = 0; i < 5; i += 1) {
          const sent = await send().then(
            () => true,
            () => false,
          );
          if (sent) return;
        }
      },
    ],
    [
      "a step wrapped around it",
      (run: Run, send: () => Promise<unknown>) => run.step("wrapped", send, { retry: { attempts: 5, firstDelay: 1 } }),
    ],
  ])("is attempted once, whatever %s wants", async (_, wrapped) => {
    const crm = countingDestination({ effect: "irreversible" });
    executedThen503(crm);
    const note = crm.send("crm.note");
    const { world, runId } = await ended((run) =>
      wrapped(run, () => run.action(note, "T-1", { object: "T-1" }, { retry: { attempts: 5, firstDelay: 1 } })),
    );
    expect(crm.effects.length).toBeLessThanOrEqual(1);
    for (const { attempts } of await world.engine.ledger.readRunActions(runId)) expect(attempts).toHaveLength(1);
  });

  it("keeps at most one attempt open, and sends once, while three workers wait for a reply that is far too late", async () => {
    const world = sdkWorld();
    const crm = countingDestination({ effect: "irreversible", deadline: "10s" });
    crm.behave((_, execute) => {
      const id = execute();
      return new Promise((resolve) => world.clock.after(60_000, () => resolve(id)));
    });
    const note = crm.send("crm.note");
    const flow = workflow("sends", testOptions, (run) =>
      run.action(note, "T-1", { object: "T-1" }, { retry: { attempts: 3 } }),
    );
    const runId = await world.start(flow);
    for (let i = 0; i < 3; i += 1) await world.startProcess({ workflows: [flow], actions: [note] });
    const seen: string[] = [];
    for (let s = 0; s < 70; s += 1) {
      await world.clock.advance(1_000);
      const [record] = await world.engine.ledger.readRunActions(runId);
      expect(record!.attempts.filter(({ outcome }) => outcome === null).length).toBeLessThanOrEqual(1);
      if (seen.at(-1) !== record!.action.state) seen.push(record!.action.state);
    }
    expect(seen).toEqual(["sending", "unknown", "confirmed"]);
    const [record] = await world.engine.ledger.readRunActions(runId);
    expect(record!.attempts).toHaveLength(1);
    expect(crm.effects).toHaveLength(1);
    expect((await world.run(runId)).run.state).toBe("succeeded");
  });
});

describe("an action type's policy", () => {
  const unreachable = async (own: RetryOptions | undefined, asked: RetryOptions | undefined) => {
    let calls = 0;
    const crm = countingDestination();
    crm.behave(() => {
      calls += 1;
      throw new NotSent("connection refused");
    });
    const note = { ...crm.send("crm.note"), retry: own };
    const of = note.of;
    note.of = (...ask) => ({ ...of(...ask), action: note });
    const { run } = await ended((run) => run.action(note, "T-1", { object: "T-1" }, { retry: asked }));
    return { calls, run };
  };

  it.each([
    ["is three attempts without any", undefined, undefined, 3],
    ["holds for each of its actions", { attempts: 2 }, undefined, 2],
    ["gives way to that of the ask", { attempts: 2 }, { attempts: 4 }, 4],
    ["names the reasons to try again", { attempts: 4, on: ["rate_limited"] }, undefined, 1],
  ] as [string, RetryOptions | undefined, RetryOptions | undefined, number][])("%s", async (_, own, asked, calls) => {
    const tried = await unreachable(own, asked);
    expect(tried.calls).toBe(calls);
    expect(tried.run).toMatchObject({ state: "blocked", cause: "error" });
    expect(tried.run.causeText).toContain("nothing arrived");
  });
});
