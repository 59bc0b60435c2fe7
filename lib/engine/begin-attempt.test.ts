import { describe, expect, it } from "vitest";
import { anEngineWorld, askNote, type EngineWorld, mustProceed } from "@/lib/testing/engine-world";
import { anId } from "@/lib/testing/factories";
import { aGateway, aReport, hour } from "@/lib/testing/ledger-world";
import {
  aClaimedRun,
  aDecision,
  aValidationStep,
  awaitPerson,
  claimNext,
  leaseMs,
  mustRecord,
} from "@/lib/testing/progress-world";
import { beginAttempt } from "./begin-attempt";
import { claimRun } from "./claim-run";

describe("begin", () => {
  it("gives every attempt of an action the same provider key, and sends the stored payload", async () => {
    const { engine } = anEngineWorld();
    const claimed = await aClaimedRun(engine.progress);
    const first = await mustProceed(engine, askNote(claimed));
    await engine.ledger.report(aReport(first.attempt.id, "not_sent"));
    const second = await mustProceed(engine, askNote(claimed));
    expect(second.attempt).toMatchObject({
      number: 2,
      providerKey: first.attempt.providerKey,
      payload: { text: "Hello" },
    });
  });

  it("answers the same ask with the same right to send, and later with what came of it", async () => {
    const { engine } = anEngineWorld();
    const ask = askNote(await aClaimedRun(engine.progress));
    const first = await mustProceed(engine, ask);
    expect(await beginAttempt(engine, ask)).toEqual(first);
    await engine.ledger.report(aReport(first.attempt.id, "confirmed"));
    expect(await beginAttempt(engine, ask)).toMatchObject({ answer: "stored", state: "confirmed" });
  });

  it("never answers proceed to the same ask once its attempt ended without a proof", async () => {
    const { engine } = anEngineWorld();
    const ask = askNote(await aClaimedRun(engine.progress));
    const first = await mustProceed(engine, ask);
    await engine.ledger.report(aReport(first.attempt.id, "unknown"));
    expect(await beginAttempt(engine, ask)).toMatchObject({ answer: "outcome_unknown" });
  });

  it("names the paths that differ when the same key comes with another payload, in every state", async () => {
    const { engine } = anEngineWorld();
    const claimed = await aClaimedRun(engine.progress);
    const first = await mustProceed(engine, askNote(claimed));
    const other = () => beginAttempt(engine, askNote(claimed, { payload: { text: "Hello," } }));
    expect(await other()).toMatchObject({ answer: "payload_mismatch", paths: ["text"] });
    await engine.ledger.report(aReport(first.attempt.id, "confirmed"));
    expect(await other()).toMatchObject({ answer: "payload_mismatch", paths: ["text"] });
  });

  it.each([
    ["a minute and a deadline before the window's end, less a millisecond", 24 * hour - 60_000 - 3_000 - 1, "proceed"],
    ["a minute and a deadline before the window's end", 24 * hour - 60_000 - 3_000, "outcome_unknown"],
    ["at the window's end", 24 * hour, "outcome_unknown"],
    ["an hour after the window's end", 25 * hour, "outcome_unknown"],
  ] as const)("with the same key %s answers %s", async (_, passedMs, expected) => {
    const world = anEngineWorld();
    const { engine } = world;
    const claimed = await aClaimedRun(engine.progress);
    const declaration = aGateway();
    const first = await mustProceed(engine, askNote(claimed, { declaration }));
    await engine.ledger.report(aReport(first.attempt.id, "unknown"));
    world.pass(passedMs);
    expect(await beginAttempt(engine, askNote(claimed, { declaration }))).toMatchObject({ answer: expected });
  });

  it("after its key's window says when that closed", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const claimed = await aClaimedRun(engine.progress);
    const declaration = aGateway();
    const first = await mustProceed(engine, askNote(claimed, { declaration }));
    await engine.ledger.report(aReport(first.attempt.id, "unknown"));
    const windowClosedAt = world.now() + 24 * hour - 60_000 - declaration.deadlineMs;
    world.pass(25 * hour);
    const late = await beginAttempt(engine, askNote(claimed, { declaration }));
    expect(late).toMatchObject({ answer: "outcome_unknown", windowClosedAt });
    expect((await engine.ledger.readAction(first.actionId))?.attempts).toHaveLength(1);
  });

  it.each([0, -1, Number.NaN, null])("refuses a deadline of %s", async (deadlineMs) => {
    const { engine } = anEngineWorld();
    const ask = askNote(await aClaimedRun(engine.progress), { deadlineMs: deadlineMs as number });
    await expect(beginAttempt(engine, ask)).rejects.toMatchObject({ code: "deadline_required" });
  });

  it("refuses whoever holds an older token", async () => {
    const world = anEngineWorld();
    const { old } = await recovered(world);
    expect(await beginAttempt(world.engine, askNote(old))).toEqual({ answer: "stale_lease" });
  });

  it("turns what an older execution left open into unknown before a newer one gets its run", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const old = await aClaimedRun(engine.progress, { recovery: "automatic" });
    const begun = await mustProceed(engine, askNote(old));
    world.pass(leaseMs + 1);
    await claimRun(engine, {
      id: anId(),
      name: "b",
      host: "h",
      pid: 2,
      workflows: [{ name: old.run.workflow, version: 1 }],
      destinations: [],
      shapes: [],
    });
    expect((await engine.ledger.readAction(begun.actionId))?.action.state).toBe("unknown");
  });
});

describe("a duplicate avoided", () => {
  it("is counted once per later execution that would have sent again", async () => {
    const world = anEngineWorld();
    const { old, next, begun } = await recovered(world);
    await world.engine.ledger.report(aReport(begun.attempt.id, "confirmed"));
    for (const _ of [1, 2]) expect(await beginAttempt(world.engine, askNote(next))).toMatchObject({ answer: "stored" });
    const record = await world.engine.ledger.readAction(begun.actionId);
    expect(record?.avoided).toMatchObject([{ cause: "recovery", proofAttemptId: begun.attempt.id }]);
    expect(old.lease.token).toBeLessThan(next.lease.token);
  });

  it("is not counted for the execution that sent it itself", async () => {
    const { engine } = anEngineWorld();
    const claimed = await aClaimedRun(engine.progress);
    const begun = await mustProceed(engine, askNote(claimed));
    await engine.ledger.report(aReport(begun.attempt.id, "confirmed"));
    await beginAttempt(engine, askNote(claimed));
    expect((await engine.ledger.readAction(begun.actionId))?.avoided).toEqual([]);
  });

  it("is not counted while the outcome is unknown", async () => {
    const world = anEngineWorld();
    const { next, begun } = await recovered(world);
    expect(await beginAttempt(world.engine, askNote(next))).toMatchObject({ answer: "outcome_unknown" });
    expect((await world.engine.ledger.readAction(begun.actionId))?.avoided).toEqual([]);
  });
});

describe("a held action", () => {
  async function aHeldNote({ engine }: EngineWorld) {
    const claimed = await aClaimedRun(engine.progress);
    const gated = (over = {}) => {
      const ask = askNote(claimed, over);
      return { ...ask, intent: { ...ask.intent, needsGrant: true } };
    };
    const held = await beginAttempt(engine, gated());
    if (held.answer !== "held") throw new Error(`It is ${held.answer}.`);
    const action = await engine.ledger.findAction(held.actionId);
    const subject = {
      actionId: held.actionId,
      businessKey: action?.businessKey ?? "",
      fingerprint: action?.fingerprint ?? "",
    };
    const { validation, write } = aValidationStep("approval", { subjects: [subject] });
    await mustRecord(engine.progress, claimed.lease, { ...write, ...awaitPerson(validation.id) });
    return { claimed, gated, validation };
  }

  it("is not sent without a grant", async () => {
    const world = anEngineWorld();
    const { gated, validation } = await aHeldNote(world);
    expect(await beginAttempt(world.engine, gated({ validationId: validation.id }))).toMatchObject({ answer: "held" });
  });

  it("is sent as soon as the decision is committed, also before the outbox brought the grant", async () => {
    const world = anEngineWorld();
    const { gated, validation } = await aHeldNote(world);
    await world.engine.progress.decide(aDecision(validation.id));
    const next = await claimNext(world.engine.progress);
    if (!next) throw new Error("The run was not queued by the decision.");
    const ask = gated({ validationId: validation.id, holder: askNote(next).holder });
    expect(await beginAttempt(world.engine, ask)).toMatchObject({ answer: "proceed" });
  });

  it("is not sent when the code asks for another payload than the approved one", async () => {
    const world = anEngineWorld();
    const { gated, validation } = await aHeldNote(world);
    await world.engine.progress.decide(aDecision(validation.id));
    const ask = gated({ validationId: validation.id, payload: { text: "Hello, and more" } });
    expect(await beginAttempt(world.engine, ask)).toMatchObject({ answer: "payload_mismatch" });
  });
});

/** An execution that began its note and lost its lease, and the next one. */
async function recovered(world: EngineWorld) {
  const { engine } = world;
  const old = await aClaimedRun(engine.progress, { recovery: "automatic" });
  const begun = await mustProceed(engine, askNote(old));
  world.pass(leaseMs + 1);
  const worker = {
    id: anId(),
    name: "b",
    host: "h",
    pid: 2,
    workflows: [{ name: old.run.workflow, version: 1 }],
    destinations: [],
    shapes: [],
  };
  const next = await claimRun(engine, worker);
  if (!next) throw new Error("The run was not recovered.");
  return { old, next, begun };
}
