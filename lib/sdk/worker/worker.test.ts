import { describe, expect, it } from "vitest";
import type { Claimed } from "@/lib/progress/store";
import { countingDestination, sdkWorld, testOptions } from "@/lib/testing/sdk-world";
import { workflow } from "../workflow";

const quick = workflow("quick", testOptions, (run) => run.step("a", () => 1));

describe("a worker", () => {
  it("refuses a run that is delivered to it a second time", async () => {
    const world = sdkWorld();
    let bodies = 0;
    let release = () => {};
    const flow = workflow("slow", testOptions, (run) =>
      run.step("a", async () => {
        bodies += 1;
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      }),
    );
    const deliveries: Claimed[] = [];
    await world.start(flow);
    const { worker } = await world.startProcess({ workflows: [flow] }, null, (backend) => ({
      ...backend,
      async claim(ask) {
        const claimed = await backend.claim(ask);
        if (claimed !== null) deliveries.push(claimed);
        return claimed;
      },
    }));
    await world.clock.advance(100);
    const timers = world.clock.timerCount;
    expect(worker.execute(deliveries[0]!)).toBe(false);
    await world.clock.advance(0);
    expect(bodies).toBe(1);
    expect(world.clock.timerCount).toBe(timers);
    release();
    await world.clock.advance(100);
  });

  it("leaves no timer after it stopped", async () => {
    const world = sdkWorld();
    await world.start(quick);
    const { worker, die } = await world.startProcess({ workflows: [quick] });
    await world.clock.advance(2_000);
    await worker.stop();
    expect(world.clock.timerCount).toBe(0);
    die();
  });

  it("lets a step end when it is stopped, and gives the run to the next worker", async () => {
    const world = sdkWorld();
    const done: string[] = [];
    let release = () => {};
    const flow = workflow("two", testOptions, async (run) => {
      await run.step("a", async () => {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        done.push("a");
      });
      await run.step("b", () => done.push("b"));
    });
    const runId = await world.start(flow);
    const { worker, die } = await world.startProcess({ workflows: [flow] });
    await world.clock.advance(100);
    const stopped = worker.stop();
    await world.clock.advance(100);
    release();
    await world.clock.advance(100);
    await stopped;
    die();
    expect(done).toEqual(["a"]);
    const { run, executions, checkpoints } = await world.run(runId);
    expect(run.state).toBe("queued");
    expect(executions).toMatchObject([{ state: "stopped" }]);
    expect(checkpoints).toHaveLength(1);
    await world.startProcess({ workflows: [flow] });
    await world.clock.advance(100);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(done).toEqual(["a", "b"]);
  });

  it("records a step that outlasts the grace as not done, and gives the run back", async () => {
    const world = sdkWorld();
    const flow = workflow("hangs", testOptions, (run) => run.step("a", () => new Promise(() => {})));
    const runId = await world.start(flow);
    const { worker, die } = await world.startProcess({ workflows: [flow] });
    await world.clock.advance(100);
    const stopped = worker.stop({ graceMs: 1_000 });
    await world.clock.advance(5_000);
    await stopped;
    die();
    const { run, attempts } = await world.run(runId);
    expect(run.state).toBe("queued");
    expect(attempts).toMatchObject([{ result: "lost", reason: "worker_stopped" }]);
    expect(world.clock.timerCount).toBe(0);
  });

  it("stores the report of an action that ends while it stops", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    let reply = () => {};
    crm.behave(async (_, execute) => {
      const id = execute();
      await new Promise<void>((resolve) => {
        reply = resolve;
      });
      return id;
    });
    const flow = workflow("sends", testOptions, (run) => run.action(note, "T-1", { object: "T-1" }));
    const runId = await world.start(flow);
    const { worker, die } = await world.startProcess({ workflows: [flow] });
    await world.clock.advance(100);
    const stopped = worker.stop();
    reply();
    await world.clock.advance(100);
    await stopped;
    die();
    expect((await world.actions(runId))[0]?.state).toBe("confirmed");
    expect(["succeeded", "queued"]).toContain((await world.run(runId)).run.state);
  });

  it("gives up the lease of a step that hangs, so that another worker tries it", async () => {
    const world = sdkWorld();
    let hangs = true;
    const flow = workflow("hangs", testOptions, (run) =>
      run.step("a", () => {
        if (!hangs) return 1;
        hangs = false;
        return new Promise<number>(() => {});
      }),
    );
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow] });
    await world.clock.advance(9 * 60_000);
    expect((await world.run(runId)).executions).toHaveLength(1);
    await world.clock.advance(70_000);
    const { run, executions } = await world.run(runId);
    expect(run.state).toBe("succeeded");
    expect(executions.map(({ state }) => state)).toEqual(["lost", "finished"]);
  }, 60_000);

  it("looks an action up when somebody asks, and the run goes on with what was found", async () => {
    const world = sdkWorld();
    const crm = countingDestination({ probe: { matchingField: "marker", horizon: "10s" } });
    const note = crm.send("crm.note", () => ({ found: crm.effects.length > 0, complete: true }));
    crm.behave((_, execute) => {
      execute();
      throw new Error("socket hang up");
    });
    const flow = workflow("sends", testOptions, (run) => run.action(note, "T-1", { object: "T-1" }));
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow], actions: [note] });
    await world.clock.advance(1_000);
    const [action] = await world.actions(runId);
    expect(action?.state).toBe("unknown");
    await world.engine.ledger.askProbe({
      probeId: world.engine.newId(),
      actionId: action!.id,
      by: "Ola",
      notBefore: world.clock.now(),
    });
    await world.clock.advance(4_000);
    expect((await world.actions(runId))[0]?.state).toBe("confirmed");
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(crm.effects).toHaveLength(1);
  });

  it("looks up all that are due, however many an outage has left", async () => {
    const world = sdkWorld();
    const crm = countingDestination({ probe: { matchingField: "marker", horizon: "10s" } });
    const note = crm.send("crm.note", () => ({ found: true, complete: true }));
    crm.behave((_, execute) => {
      execute();
      throw new Error("socket hang up");
    });
    const flow = workflow("sends", { ...testOptions, input: (value) => value as { object: string } }, (run, input) =>
      run.action(note, input.object, input),
    );
    const objects = Array.from({ length: 12 }, (_, i) => `T-${i}`);
    const runIds = await Promise.all(objects.map((object) => world.start(flow, { object }, `event-${object}`)));
    await world.startProcess({ workflows: [flow], actions: [note] });
    await world.clock.advance(900);
    const actions = (await Promise.all(runIds.map((runId) => world.actions(runId)))).flat();
    expect(actions.map(({ state }) => state)).toEqual(objects.map(() => "unknown"));
    for (const { id: actionId } of actions) {
      const probeId = world.engine.newId();
      await world.engine.ledger.askProbe({ probeId, actionId, by: "Ola", notBefore: world.clock.now() });
    }
    await world.clock.advance(1_000);
    const after = (await Promise.all(runIds.map((runId) => world.actions(runId)))).flat();
    expect(after.map(({ state }) => state)).toEqual(objects.map(() => "confirmed"));
  });

  it("runs as many at once as it is told, and no more", async () => {
    const world = sdkWorld();
    let atOnce = 0;
    let most = 0;
    const flow = workflow("busy", testOptions, (run) =>
      run.step("a", async () => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        for (let i = 0; i < 20; i++) await new Promise(setImmediate);
        atOnce -= 1;
      }),
    );
    for (let i = 0; i < 12; i++) await world.start(flow, {}, `event-${i}`);
    await world.startProcess({ workflows: [flow], concurrency: 4 });
    await world.clock.advance(5_000);
    expect(most).toBe(4);
    expect((await world.engine.progress.countRuns()).succeeded).toBe(12);
  });
});

describe("a worker that is told to stop while it sends, and killed after its grace", () => {
  it.each([
    ["before anything is sent", "before_begin", [], 0],
    ["after the destination got it", "in_flight", ["unknown"], 1],
    ["after the reply, before it is stored", "after_send", ["unknown"], 1],
    ["after the reply is stored", "after_report", ["confirmed"], 1],
  ] as const)("%s: leaves no running run behind, and the truth in the ledger", async (_, at, states, effects) => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    const never = () => new Promise<never>(() => {});
    crm.behave((_, execute) => {
      const id = execute();
      return at === "in_flight" ? never() : id;
    });
    const flow = workflow("sends", testOptions, (run) => run.action(note, "T-1", { object: "T-1" }));
    const runId = await world.start(flow);
    const { worker, die } = await world.startProcess({
      workflows: [flow],
      actions: [note],
      onBoundary: (boundary) => (boundary === at ? never() : undefined),
    });
    await world.clock.advance(100);
    void worker.stop({ graceMs: 5_000 });
    await world.clock.advance(5_000);
    die();
    // Others sweep: the lease and the sweep's patience pass, and nobody executes it.
    await world.startProcess({ workflows: [] });
    await world.clock.advance(20_000);
    const { run } = await world.run(runId);
    expect(["queued", "blocked", "waiting"]).toContain(run.state);
    expect((await world.actions(runId)).map(({ state }) => state)).toEqual(states);
    expect(crm.effects).toHaveLength(effects);
  });
});

describe("the shapes that a worker's code reads", () => {
  const keeps = (version: number, schemas = {}) =>
    workflow("keeps", { ...testOptions, schemas }, async (run) => {
      await run.step("a", () => 1, { version, migrate: version > 1 ? { 1: () => 2 } : undefined });
      await run.step("cheap", () => 1, { checkpoint: false });
    });
  const shapesOf = async (world: ReturnType<typeof sdkWorld>) => (await world.engine.progress.listWorkers())[0]?.shapes;

  it("are known as soon as a worker has met them, and only of results that are kept", async () => {
    const world = sdkWorld();
    await world.start(keeps(2));
    await world.startProcess({ workflows: [keeps(2)] });
    expect(await shapesOf(world)).toEqual([]);
    await world.clock.advance(3_000);
    expect(await shapesOf(world)).toEqual([{ workflow: "keeps", step: "a", schemaVersion: 2, migratesFrom: [1] }]);
  });

  it("are known before any run where the workflow declares them, and hold for its steps", async () => {
    const world = sdkWorld();
    const schemas = { a: { version: 3, migrate: { 2: (older: number) => older + 1 } } };
    const declared = workflow("declares", { ...testOptions, schemas }, (run) => run.step("a", () => 1));
    const runId = await world.start(declared);
    await world.startProcess({ workflows: [declared] });
    expect(await shapesOf(world)).toEqual([{ workflow: "declares", step: "a", schemaVersion: 3, migratesFrom: [2] }]);
    await world.clock.advance(1_000);
    expect((await world.run(runId)).checkpoints).toMatchObject([{ schemaVersion: 3 }]);
  });

  it("are told again when the telling failed", async () => {
    const world = sdkWorld();
    await world.start(keeps(1));
    let failures = 2;
    await world.startProcess({ workflows: [keeps(1)] }, null, (backend) => ({
      ...backend,
      workerLearned: async (...ask) => {
        if (failures-- > 0) throw new Error("connection refused");
        return backend.workerLearned(...ask);
      },
    }));
    await world.clock.advance(5_000);
    expect(await shapesOf(world)).toHaveLength(1);
  });
});
