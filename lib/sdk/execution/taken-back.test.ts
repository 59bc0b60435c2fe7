/** A run that is taken back to before what it sent: its ledger is not taken back with it. */

import { expect, it } from "vitest";
import { decideValidation } from "@/lib/engine/decide-validation";
import { countingDestination, sdkWorld, testOptions } from "@/lib/testing/sdk-world";
import { newId } from "../new-id";
import { workflow } from "../workflow";

it("asks its question again, takes no earlier answer for it, and sends nothing that was confirmed before", async () => {
  const world = sdkWorld();
  const crm = countingDestination();
  const queue = countingDestination({ name: "queue" });
  const [note, escalate] = [crm.send("crm.note"), queue.send("queue.escalate")];
  let fails = true;
  const flow = workflow("taken back", testOptions, async (run) => {
    await run.validation("go on", { ask: "Go on?", role: "approver", within: "1h" });
    await run.action(note, "T-1", { object: "T-1" });
    const compute = () => {
      if (fails) throw new Error("no");
    };
    await run.step("compute", compute, { retry: { attempts: 1 } });
    await run.action(escalate, "T-1", { object: "T-1" });
  });
  const runId = await world.start(flow);
  await world.startProcess({ workflows: [flow] });
  await world.clock.advance(1_000);
  const [asked] = (await world.run(runId)).validations;
  const first = { nonce: newId(), validationId: asked?.id ?? "" };
  const decide = (ask: typeof first) =>
    decideValidation(world.engine, {
      ...({ ...ask, verdict: "approve", reason: null, answer: null, shown: [], from: null } as const),
      operator: { id: "p1", name: "Ana", role: "approver" },
    });
  await decide(first);
  await world.clock.advance(1_000);
  expect((await world.run(runId)).run.state).toBe("failed");
  expect(crm.effects).toHaveLength(1);

  fails = false;
  await world.resume(runId, 0);
  await world.clock.advance(1_000);
  expect(await decide(first)).toMatchObject({ ok: true, validation: { id: first.validationId } });
  await world.clock.advance(1_000);
  const again = await world.run(runId);
  expect(again.run.state).toBe("needs_person");
  const pending = again.validations.find(({ state }) => state === "pending");
  expect(pending?.id).not.toBe(first.validationId);

  expect(await decide({ nonce: newId(), validationId: pending?.id ?? "" })).toMatchObject({ ok: true });
  await world.clock.advance(2_000);
  expect((await world.run(runId)).run.state).toBe("succeeded");
  expect([crm.effects.length, queue.effects.length]).toEqual([1, 1]);
  expect(await world.engine.ledger.avoidedByRun([runId])).toEqual({ [runId]: 1 });
});
