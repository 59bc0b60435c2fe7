import { describe, expect, it } from "vitest";
import { z } from "zod";
import { decideValidation } from "@/lib/engine/decide-validation";
import { reviseAction } from "@/lib/engine/revise-action";
import { countingDestination, type SdkWorld, sdkWorld, testOptions } from "@/lib/testing/sdk-world";
import { Rejected } from "../errors";
import { newId } from "../new-id";
import type { Approval } from "../run";
import { workflow } from "../workflow";

const question: Approval = { ask: "Send this?", role: "approver", within: "1h" };
const person = (id: string) => ({ id, name: id, role: "approver" as const });

/** The pending question about this object, decided by a person who sees what it is about. */
async function decide(world: SdkWorld, runId: string, object: string, over: object = {}) {
  const { validations } = await world.run(runId);
  const actions = await world.actions(runId);
  const about = actions.find((action) => action.object === object && action.live)?.id;
  const pending = validations.find(
    ({ state, subjects }) => state === "pending" && (about === undefined || subjects.some((s) => s.actionId === about)),
  );
  if (!pending) throw new Error(`Nothing is pending about ${object}.`);
  const shown = pending.subjects.map(({ fingerprint }) => fingerprint);
  const ask = { validationId: pending.id, verdict: "approve", reason: null, answer: null, from: null } as const;
  const answer = await decideValidation(world.engine, {
    ...{ ...ask, shown, nonce: newId(), operator: person("Ana") },
    ...over,
  });
  await world.clock.advance(2_000);
  return answer;
}

describe("questions asked in parallel", () => {
  it("are decided one by one: each approval sends its own action, once, before the next is decided", async () => {
    const world = sdkWorld();
    const mail = countingDestination();
    const send = mail.send("mail.send");
    const flow = workflow("three", testOptions, async (run) => {
      const sent = ["a", "b", "c"].map((object) => run.action(send, object, { object }, { approval: question }));
      return (await Promise.allSettled(sent)).map(({ status }) => status);
    });
    const runId = await world.start(flow);
    const first = await world.startProcess({ workflows: [flow] });
    await world.clock.advance(1_000);
    const objects = () => mail.effects.map(({ object }) => object);
    expect((await world.run(runId)).validations.map(({ state }) => state)).toEqual(["pending", "pending", "pending"]);

    await decide(world, runId, "a");
    expect(objects()).toEqual(["a"]);
    first.die();
    await world.startProcess({ workflows: [flow] });
    await decide(world, runId, "b");
    expect(objects()).toEqual(["a", "b"]);
    await decide(world, runId, "c", { verdict: "reject", reason: "not this one" });
    expect(objects()).toEqual(["a", "b"]);
    expect(await world.run(runId)).toMatchObject({ output: '["fulfilled","fulfilled","rejected"]' });
  });
});

describe("an answer", () => {
  it("takes one branch, and what came before it is neither started nor attempted again", async () => {
    const world = sdkWorld();
    let drafted = 0;
    const flow = workflow("branch", testOptions, async (run) => {
      await run.step("draft", () => {
        drafted += 1;
        return drafted;
      });
      const decided = await run.validation("sure", question).then(
        () => "yes",
        () => "no",
      );
      await run.step(decided, () => 1);
    });
    const runId = await world.start(flow);
    const first = await world.startProcess({ workflows: [flow] });
    await world.clock.advance(1_000);
    const before = (await world.run(runId)).steps.find(({ name }) => name === "draft");
    first.die();
    await world.startProcess({ workflows: [flow] });
    await decide(world, runId, "", {});
    const { run, steps, attempts } = await world.run(runId);
    expect(run.state).toBe("succeeded");
    expect(drafted).toBe(1);
    expect(steps.map(({ name }) => name)).toEqual(["draft", "sure", "yes"]);
    expect(steps.find(({ name }) => name === "draft")).toEqual(before);
    expect(attempts.filter(({ stepId }) => stepId === before?.id)).toHaveLength(1);
  });

  it("given to a question of the former version of the code counts under the new one", async () => {
    const world = sdkWorld();
    const coded = (version: number) =>
      workflow("deployed", { ...testOptions, version }, async (run) => (await run.validation("sure", question)).by);
    const runId = await world.start(coded(1));
    const former = await world.startProcess({ workflows: [coded(1)] });
    await world.clock.advance(1_000);
    former.die();
    await world.startProcess({ workflows: [coded(2)] });
    await decide(world, runId, "");
    expect(await world.run(runId)).toMatchObject({ run: { state: "succeeded" }, output: '"Ana"' });
  });

  it("counts on after a person's resume: what was approved is not asked again", async () => {
    const world = sdkWorld();
    const mail = countingDestination();
    const send = mail.send("mail.send");
    let broken = true;
    const flow = workflow("resumed", testOptions, async (run) => {
      await run.validation("sure", question);
      await run.step("after", () => {
        if (broken) throw new Error("not yet");
      });
      await run.action(send, "a", { object: "a" });
    });
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow] });
    await world.clock.advance(1_000);
    await decide(world, runId, "");
    expect((await world.run(runId)).run.state).toBe("failed");
    broken = false;
    await world.resume(runId);
    await world.clock.advance(2_000);
    expect((await world.run(runId)).validations).toHaveLength(1);
    expect(mail.effects).toHaveLength(1);
  });
});

describe("a payload that the approver changed", () => {
  it("is what leaves, once, and the code goes on with its answer", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const refund = crm.send("refund.create");
    const flow = workflow("refund", testOptions, (run) =>
      run.action(refund, "T-1", { object: "T-1", text: "10 EUR" }, { approval: question }),
    );
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow] });
    await world.clock.advance(1_000);
    const [held] = await world.actions(runId);
    await decide(world, runId, "T-1", { edits: [{ actionId: held?.id, payload: { object: "T-1", text: "8 EUR" } }] });
    expect(crm.effects.map(({ payload }) => payload)).toEqual([{ object: "T-1", text: "8 EUR" }]);
    expect(await world.run(runId)).toMatchObject({ run: { state: "succeeded" }, output: '"id-1"' });
    expect(await world.actions(runId)).toMatchObject([
      { revision: 1, state: "withdrawn", withdrawnWhy: "revised" },
      { revision: 2, state: "confirmed", declaredFingerprint: held?.fingerprint },
    ]);
  });

  it("to what the action's type refuses is not sent: the run says why, and a revision of it is asked for and sent", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const Refund = z.object({ object: z.string(), text: z.string().regex(/EUR$/, "must be in EUR") });
    const refund = crm.send("refund.create", undefined, Refund);
    const flow = workflow("refund", testOptions, (run) =>
      run.action(refund, "T-1", { object: "T-1", text: "10 EUR" }, { approval: question }),
    );
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow] });
    await world.clock.advance(1_000);
    const [held] = await world.actions(runId);
    await decide(world, runId, "T-1", { edits: [{ actionId: held?.id, payload: { object: "T-1", text: "8 USD" } }] });
    expect(crm.effects).toEqual([]);
    expect((await world.run(runId)).run).toMatchObject({
      state: "blocked",
      cause: "payload_mismatch",
      causeText: expect.stringContaining("nothing was sent (text: must be in EUR)"),
    });
    const edited = (await world.actions(runId)).find(({ live }) => live);
    expect(edited).toMatchObject({ revision: 2, state: "planned" });
    expect((await world.engine.ledger.readAction(edited?.id ?? ""))?.attempts).toMatchObject([
      { outcome: "not_sent", detail: "Revision 2 does not fit refund.create: text: must be in EUR" },
    ]);

    await reviseAction(world.engine, {
      actionId: edited?.id ?? "",
      version: edited?.version ?? 0,
      nearMissId: null,
      payload: { object: "T-1", text: "8 EUR" },
      reason: "the currency was wrong",
      nonce: newId(),
      operator: { ...person("Olga"), role: "operator" },
    });
    await world.clock.advance(2_000);
    expect(crm.effects).toEqual([]);
    await decide(world, runId, "T-1");
    expect(crm.effects.map(({ payload }) => payload)).toEqual([{ object: "T-1", text: "8 EUR" }]);
    expect((await world.run(runId)).run.state).toBe("succeeded");
  });

  it("that the code changed after the approval is never sent; the revision asks for an approval of its own", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const refund = crm.send("refund.create");
    let text = "10 EUR";
    const flow = workflow("refund", testOptions, (run) =>
      run.action(refund, "T-1", { object: "T-1", text }, { approval: question }),
    );
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow] });
    await world.clock.advance(1_000);
    text = "11 EUR";
    await decide(world, runId, "T-1");
    expect(crm.effects).toEqual([]);
    expect((await world.run(runId)).run).toMatchObject({ state: "blocked", cause: "approval_mismatch" });
  });
});

describe("where the workflow asks for two", () => {
  it("sends after the second person's approval, and says how many are missing meanwhile", async () => {
    const world = sdkWorld();
    const crm = countingDestination();
    const refund = crm.send("refund.create");
    const flow = workflow("two", testOptions, (run) =>
      run.action(refund, "T-1", { object: "T-1" }, { approval: { ...question, quorum: 2, fourEyes: true } }),
    );
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow] });
    await world.clock.advance(1_000);
    await decide(world, runId, "T-1", { operator: person("Ana") });
    expect((await world.run(runId)).validations).toMatchObject([
      { state: "pending", quorum: 2, fourEyes: true, decisions: [{ by: "Ana" }] },
    ]);
    expect(crm.effects).toEqual([]);
    await decide(world, runId, "T-1", { operator: person("Ben") });
    expect(crm.effects).toHaveLength(1);
  });

  it("refuses a quorum that is none", async () => {
    const world = sdkWorld();
    const flow = workflow("asks", testOptions, (run) => run.validation("sure", { ...question, quorum: 3 as 2 }));
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow] });
    await world.clock.advance(1_000);
    expect((await world.run(runId)).run.state).toBe("failed");
  });
});

describe("when nobody decides in time", () => {
  async function undecided(onExpiry: Approval["onExpiry"]) {
    const world = sdkWorld();
    const crm = countingDestination();
    const note = crm.send("crm.note");
    const flow = workflow("late", testOptions, async (run) => {
      try {
        await run.action(note, "T-1", { object: "T-1" }, { approval: { ...question, onExpiry } });
        return "sent";
      } catch (error) {
        if (!(error instanceof Rejected)) throw error;
        return error.message;
      }
    });
    const runId = await world.start(flow);
    await world.startProcess({ workflows: [flow] });
    await world.clock.advance(1_000);
    world.clock.skip(3_600_000);
    await world.clock.advance(5_000);
    return { world, crm, runId };
  }

  it("the code gets a rejection where the workflow says so, and nothing is sent", async () => {
    const { world, crm, runId } = await undecided("reject");
    expect(await world.run(runId)).toMatchObject({
      run: { state: "succeeded" },
      output: '"Nobody decided in time: Send this?"',
      validations: [{ state: "expired" }],
    });
    expect(crm.effects).toEqual([]);
    expect(await world.actions(runId)).toMatchObject([{ state: "withdrawn", withdrawnWhy: "expired" }]);
  });

  it("another role is asked where the workflow says so, and its approval sends", async () => {
    const { world, crm, runId } = await undecided({ escalateTo: "lead", within: "1h" });
    expect(await world.run(runId)).toMatchObject({
      run: { state: "needs_person", causeText: "Waits for lead: Send this?" },
      validations: [{ state: "pending", role: "lead" }],
    });
    expect(await decide(world, runId, "T-1")).toMatchObject({ ok: false, code: "role_missing" });
    await decide(world, runId, "T-1", { operator: { ...person("Lea"), role: "lead" } });
    expect(crm.effects).toHaveLength(1);
  });
});
