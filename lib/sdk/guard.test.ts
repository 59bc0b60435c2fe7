import { describe, expect, it } from "vitest";
import { countingDestination, sdkWorld } from "@/lib/testing/sdk-world";
import { NotSent, Refused } from "./errors";
import { type GuardOptions, guard, OutcomeNotStored } from "./guard";

type World = ReturnType<typeof sdkWorld>;
const payload = { object: "T-7", text: "hello" };

/** Runs the call to its end, with the clock in the test's hands. */
async function guarded(world: World, action: ReturnType<ReturnType<typeof countingDestination>["send"]>, options = {}) {
  const call = guard(action, "T-7", payload, {
    backend: world.backend,
    clock: world.clock,
    ...(options as GuardOptions),
  });
  const settled = call.catch((error: unknown) => error);
  await world.clock.advance(120_000);
  const result = await settled;
  if (result instanceof Error) throw result;
  return result as Awaited<typeof call>;
}

describe("a call guarded without a run", () => {
  it("is sent once, and a later ask gets its outcome and counts as a duplicate avoided", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    const first = await guarded(world, note);
    expect(first).toMatchObject({ state: "confirmed", sent: true, response: "id-1" });
    for (const _ of [1, 2]) {
      expect(await guarded(world, note)).toMatchObject({ state: "confirmed", sent: false, response: "id-1" });
    }
    expect(crm.effects).toHaveLength(1);
    const record = await world.engine.ledger.readAction(first.actionId);
    expect(record?.action).toMatchObject({ runId: null, logicalRunId: null, state: "confirmed" });
    expect(record?.avoided.map(({ cause, runId }) => [cause, runId])).toEqual([
      ["repeated_ask", null],
      ["repeated_ask", null],
    ]);
  });

  it("is another action for another occurrence", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    await guarded(world, note, { occurrence: "monday" });
    expect(await guarded(world, note, { occurrence: "tuesday" })).toMatchObject({ sent: true });
    expect(crm.effects).toHaveLength(2);
  });

  it("stays unknown after a lost reply, however often it is asked, until somebody settles it", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    crm.behave((_, execute) => {
      execute();
      throw new Error("socket hang up");
    });
    const { actionId, ...first } = await guarded(world, note);
    expect(first).toMatchObject({ state: "unknown" });
    crm.behave((_, execute) => execute());
    expect(await guarded(world, note)).toMatchObject({ state: "unknown", actionId });
    expect(crm.effects).toHaveLength(1);
    const version = (await world.engine.ledger.readAction(actionId))?.action.version ?? 0;
    const found = { evidence: "It is there", reason: "I looked", by: "Ola" };
    await world.engine.ledger.settle({ id: world.engine.newId(), actionId, version, as: "happened", ...found });
    expect(await guarded(world, note)).toMatchObject({ state: "confirmed", sent: false });
  });

  it("is tried again where it is proven that nothing arrived, a bounded number of times", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    let left = 1;
    crm.behave((_, execute) => {
      if (left-- > 0) throw new NotSent("connection refused");
      return execute();
    });
    expect(await guarded(world, crm.send("crm.note"))).toMatchObject({ state: "confirmed", sent: true });
    left = 99;
    const other = await guarded(world, crm.send("crm.note"), { occurrence: "2", retry: { attempts: 2 } });
    expect(other).toMatchObject({ state: "not_sent" });
    expect((await world.engine.ledger.readAction(other.actionId))?.attempts).toHaveLength(2);
  });

  it("sends nothing again after a refusal, and nothing of another payload", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    crm.behave(() => {
      throw new Refused("no such customer", { why: "gone" });
    });
    const note = crm.send("crm.note");
    expect(await guarded(world, note)).toMatchObject({ state: "refused", response: { why: "gone" } });
    expect(await guarded(world, note)).toMatchObject({ state: "refused", response: { why: "gone" } });
    const other = guard(note, "T-7", { object: "T-7", text: "hullo" }, { backend: world.backend, clock: world.clock });
    expect(await other).toMatchObject({ state: "waits", why: "person" });
    expect(crm.effects).toEqual([]);
  });

  it("sends nothing when the process was paused past the deadline between the ledger's answer and the call", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    let paused = false;
    const backend: World["backend"] = {
      ...world.backend,
      async guard(ask) {
        const answer = await world.backend.guard(ask);
        if (!paused) world.clock.skip(4_000);
        paused = true;
        return answer;
      },
    };
    const result = await guarded(world, crm.send("crm.note"), { backend, retry: { attempts: 1 } });
    expect(result).toMatchObject({ state: "not_sent" });
    expect(crm.effects).toEqual([]);
  });

  it("sends nothing while the ledger cannot be asked, and says when it cannot be told", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const down = async () => {
      throw new Error("down");
    };
    const note = crm.send("crm.note");
    await expect(guarded(world, note, { backend: { ...world.backend, guard: down } })).rejects.toThrow("down");
    expect(crm.effects).toEqual([]);
    const deaf = { ...world.backend, report: down };
    await expect(guarded(world, note, { backend: deaf })).rejects.toThrow(OutcomeNotStored);
    await world.engine.ledger.expireAttempts(10);
    expect(await guarded(world, note)).toMatchObject({ state: "unknown" });
    expect(crm.effects).toHaveLength(1);
  });

  it("waits at a destination that is held, of which the register knows", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    await guarded(world, note);
    const hold = await world.engine.ledger.holdDestination({
      id: world.engine.newId(),
      name: "crm",
      by: "Ola",
      reason: "down",
    });
    expect(hold).toMatchObject({ held: true });
    expect(await guarded(world, note, { occurrence: "2" })).toMatchObject({ state: "waits", why: "destination_held" });
    expect(crm.effects).toHaveLength(1);
  });
});
