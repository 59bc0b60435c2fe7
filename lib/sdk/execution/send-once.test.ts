import { describe, expect, it } from "vitest";
import { settleAction } from "@/lib/engine/settle-action";
import { verdictOf } from "@/lib/ledger/verdict";
import { countingDestination, type SdkWorld, sdkWorld, testOptions } from "@/lib/testing/sdk-world";
import { NotSent } from "../errors";
import { workflow } from "../workflow";

async function sending(crm: ReturnType<typeof countingDestination>, world: SdkWorld = sdkWorld()) {
  const note = crm.send("crm.note");
  const flow = workflow("sends", testOptions, (run) => run.action(note, "T-1", { object: "T-1" }));
  const runId = await world.start(flow);
  const process = await world.startProcess({ workflows: [flow], actions: [note] });
  return { world, runId, process, flow, note };
}

describe("a held destination", () => {
  it("lets the run wait without a lease, and after the release it goes on by itself and sends once", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    await world.engine.ledger.declareDestinations([note.destination]);
    await world.engine.ledger.holdDestination({
      id: world.engine.newId(),
      name: "crm",
      by: "Ada",
      reason: "Migration",
    });
    const { runId } = await sending(crm, world);
    await world.clock.advance(600_000);
    const { run, lease, steps } = await world.run(runId);
    expect(run).toMatchObject({ state: "waiting", cause: "destination_held", executionCount: 1 });
    expect(run.causeText).toBe("crm.note for T-1 waits: the CRM is held by Ada (Migration).");
    expect(lease).toBeNull();
    expect(steps.map(({ state }) => state)).toEqual(["waiting"]);
    expect(crm.effects).toHaveLength(0);
    await world.engine.ledger.releaseDestination({ id: world.engine.newId(), name: "crm" });
    await world.clock.advance(5_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(crm.effects).toHaveLength(1);
  });
});

describe("an attempt without a proof", () => {
  it("is never repeated where the destination does not merge repeats", async () => {
    const crm = countingDestination();
    crm.behave((_, execute) => {
      execute();
      throw new Error("socket hang up");
    });
    const { world, runId } = await sending(crm);
    await world.clock.advance(10_000);
    const { run } = await world.run(runId);
    expect(run).toMatchObject({ state: "blocked", cause: "outcome_unknown" });
    expect(run.causeText).toBe("crm.note for T-1 ended without a proof: the CRM may have it.");
    expect(run.waitsFor.actionIds).toEqual((await world.actions(runId)).map(({ id }) => id));
    expect(crm.effects).toHaveLength(1);
  });

  it("is repeated with the same key where it does, and executed once", async () => {
    const crm = countingDestination({ deduplicates: { header: "Idempotency-Key", window: "24h" } });
    let calls = 0;
    crm.behave((_, execute) => {
      const id = execute();
      calls += 1;
      if (calls < 3) throw new Error("socket hang up");
      return id;
    });
    const { world, runId } = await sending(crm);
    await world.clock.advance(5_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(calls).toBe(3);
    expect(crm.effects).toHaveLength(1);
  });

  it("is repeated within the policy's bounds only", async () => {
    const crm = countingDestination({ deduplicates: { header: "Idempotency-Key", window: "24h" } });
    let calls = 0;
    crm.behave(() => {
      calls += 1;
      throw new Error("socket hang up");
    });
    const { world, runId } = await sending(crm);
    await world.clock.advance(20_000);
    expect((await world.run(runId)).run).toMatchObject({ state: "blocked", cause: "outcome_unknown" });
    expect(calls).toBe(3);
  });

  it("goes on once a person settled it, with what the person said", async () => {
    const crm = countingDestination();
    crm.behave(() => {
      throw new Error("socket hang up");
    });
    const { world, runId } = await sending(crm);
    await world.clock.advance(2_000);
    const [action] = await world.actions(runId);
    await world.engine.ledger.settle({
      id: world.engine.newId(),
      actionId: action!.id,
      version: action!.version,
      as: "happened",
      evidence: "seen in the CRM",
      reason: "looked",
      by: "Ola",
    });
    await world.clock.advance(3_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect((await world.actions(runId))[0]?.state).toBe("confirmed");
  });
});

describe("an attempt that is proven not sent", () => {
  it("is tried again by policy", async () => {
    const crm = countingDestination();
    let calls = 0;
    crm.behave((_, execute) => {
      calls += 1;
      if (calls < 3) throw new NotSent("connection refused");
      return execute();
    });
    const { world, runId } = await sending(crm);
    await world.clock.advance(5_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect([calls, crm.effects.length]).toEqual([3, 1]);
  });

  it("stops the run when the policy is used up, and is tried again when a person resumes it", async () => {
    const crm = countingDestination();
    crm.behave(() => {
      throw new NotSent("connection refused");
    });
    const { world, runId } = await sending(crm);
    await world.clock.advance(10_000);
    const { run } = await world.run(runId);
    expect(run).toMatchObject({ state: "blocked", cause: "error" });
    expect(run.causeText).toContain("nothing arrived");
    crm.behave((_, execute) => execute());
    await world.resume(runId);
    await world.clock.advance(2_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(crm.effects).toHaveLength(1);
  });
});

describe("a deadline that passes", () => {
  it("leaves the attempt unknown, and a late success settles it", async () => {
    const crm = countingDestination();
    let reply = () => {};
    crm.behave(async (_, execute) => {
      const id = execute();
      await new Promise<void>((resolve) => {
        reply = resolve;
      });
      return id;
    });
    const { world, runId } = await sending(crm);
    await world.clock.advance(5_000);
    expect((await world.run(runId)).run).toMatchObject({ state: "blocked", cause: "outcome_unknown" });
    reply();
    await world.clock.advance(3_000);
    expect((await world.actions(runId))[0]?.state).toBe("confirmed");
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(crm.effects).toHaveLength(1);
  });
});

describe("the fence of a paused worker", () => {
  it("sends nothing after its lease has passed, and proves it", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    const flow = workflow("sends", testOptions, (run) => run.action(note, "T-1", { object: "T-1" }));
    const runId = await world.start(flow);
    let effectsAtWaking = -1;
    await world.startProcess({
      workflows: [flow],
      onBoundary: (boundary) => {
        if (boundary !== "before_send" || effectsAtWaking >= 0) return;
        // The process is stopped here for longer than its lease, and goes on afterwards.
        effectsAtWaking = crm.effects.length;
        world.clock.skip(6_000);
      },
    });
    await world.clock.advance(3_000);
    const [record] = await world.engine.ledger.readRunActions(runId);
    expect(record?.attempts.map(({ outcome }) => outcome)).toEqual(["not_sent", "confirmed"]);
    expect((await world.run(runId)).executions.map(({ state }) => state)).toEqual(["lost", "finished"]);
    expect(effectsAtWaking).toBe(0);
    expect(crm.effects).toHaveLength(1);
  });

  it("also heeds the wall clock, which a sleeping machine's monotonic one does not show", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    const flow = workflow("sends", testOptions, (run) => run.action(note, "T-1", { object: "T-1" }));
    await world.start(flow);
    await world.startProcess({
      workflows: [flow],
      onBoundary: (boundary) => {
        if (boundary === "before_send") world.clock.stepWall(60_000);
      },
    });
    await world.clock.advance(100);
    expect(crm.effects).toHaveLength(0);
  });

  it("leaves the run alone when it comes back after another worker finished it", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    let wake = () => {};
    let asleep = true;
    const flow = workflow("sends", testOptions, async (run) => {
      await run.step("prepare", async () => {
        if (!asleep) return 1;
        asleep = false;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        return 1;
      });
      return run.action(note, "T-1", { object: "T-1" });
    });
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow] });
    world.clock.skip(6_000);
    await world.startProcess({ workflows: [flow] });
    await world.clock.advance(2_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    wake();
    await world.clock.advance(2_000);
    const { executions, run } = await world.run(runId);
    expect(run.state).toBe("succeeded");
    expect(executions.map(({ state }) => state)).toEqual(["lost", "finished"]);
    expect(crm.effects).toHaveLength(1);
  });
});

describe("a begin whose reply is lost", () => {
  it("is asked for again with the same nonce, and sends once", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    const flow = workflow("sends", testOptions, (run) => run.action(note, "T-1", { object: "T-1" }));
    const runId = await world.start(flow);
    let lost = 0;
    await world.startProcess({ workflows: [flow] }, null, (backend) => ({
      ...backend,
      begin: async (ask) => {
        const answer = await backend.begin(ask);
        if (lost++ === 0) throw new Error("connection reset");
        return answer;
      },
    }));
    await world.clock.advance(2_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    const [record] = await world.engine.ledger.readRunActions(runId);
    expect(record?.attempts).toHaveLength(1);
    expect(crm.effects).toHaveLength(1);
  });

  it("sends nothing while the ledger cannot be reached", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    const flow = workflow("sends", testOptions, (run) => run.action(note, "T-1", { object: "T-1" }));
    await world.start(flow);
    await world.startProcess({ workflows: [flow] }, null, (backend) => ({
      ...backend,
      begin: () => Promise.reject(new Error("connection refused")),
    }));
    await world.clock.advance(10_000);
    expect(crm.effects).toHaveLength(0);
  });
});

describe("evidence that contradicts itself", () => {
  it("blocks the run until a person found out how often it happened, and nothing more is sent", async () => {
    const world = sdkWorld();
    const crm = countingDestination({ probe: { matchingField: "marker", horizon: "1s" } });
    const note = crm.send("crm.note", () => ({ found: true, complete: true, count: 2 }));
    crm.behave(async (_, execute) => {
      const id = execute();
      const [record] = await world.engine.ledger.readRunActions(runId);
      const notBefore = await world.engine.ledger.now();
      const probeId = world.engine.newId();
      await world.engine.ledger.askProbe({ probeId, actionId: record?.action.id ?? "", by: "Ola", notBefore });
      const twice = { probeId, result: "found", count: 2, detail: "Two notes.", record: null } as const;
      await world.engine.ledger.reportProbe(twice, null);
      return id;
    });
    const flow = workflow("sends", testOptions, (run) => run.action(note, "T-1", { object: "T-1" }));
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow] });
    await world.clock.advance(2_000);
    const [record] = await world.engine.ledger.readRunActions(runId);
    if (!record) throw new Error("Nothing was declared.");
    expect(verdictOf(record, await world.engine.ledger.now()).kind).toBe("incident");
    expect((await world.run(runId)).run).toMatchObject({ state: "blocked", cause: "outcome_unknown" });
    await world.resume(runId).catch(() => {});
    await world.clock.advance(2_000);
    expect((await world.run(runId)).run).toMatchObject({ state: "blocked", cause: "outcome_unknown" });
    await settleAction(world.engine, {
      actionId: record.action.id,
      version: record.action.version,
      as: "twice",
      evidence: "Notes N-1 and N-2; N-2 was removed.",
      reason: "Looked in the CRM",
      nonce: world.engine.newId(),
      operator: { id: "ola", name: "Ola", role: "operator", email: "ola@example.test" },
    });
    await world.clock.advance(2_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(crm.effects).toHaveLength(1);
  });
});

describe("a report that cannot be stored", () => {
  it("is tried until it is: what is known must not become an unknown", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    const flow = workflow("sends", testOptions, (run) => run.action(note, "T-1", { object: "T-1" }));
    const runId = await world.start(flow);
    let failures = 6;
    await world.startProcess({ workflows: [flow] }, null, (backend) => ({
      ...backend,
      report: (ask) => (failures-- > 0 ? Promise.reject(new Error("disk full")) : backend.report(ask)),
    }));
    await world.clock.advance(20_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(crm.effects).toHaveLength(1);
  });
});
