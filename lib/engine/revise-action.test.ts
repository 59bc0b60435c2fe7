/** What a person makes of an ask that differs, of a refused action, and of a second one for the same object. */

import { describe, expect, it } from "vitest";
import type { Outcome } from "@/lib/ledger/action";
import type { Claimed, ProgressWrite } from "@/lib/progress/store";
import { anEngineWorld, anOperator, askNote, type EngineWorld, mustProceed } from "@/lib/testing/engine-world";
import { anId } from "@/lib/testing/factories";
import { aGateway, aReport, hour } from "@/lib/testing/ledger-world";
import { aClaimedRun, aValidationStep, awaitPerson, leaseMs, mustRecord } from "@/lib/testing/progress-world";
import { beginAttempt } from "./begin-attempt";
import { decideValidation } from "./decide-validation";
import { keepOutcome } from "./keep-outcome";
import { recordProgress } from "./record-progress";
import { reviseAction } from "./revise-action";

const corrected = { text: "Hello, dear customer" };

async function aSentNote(world: EngineWorld, outcome: Outcome = "confirmed") {
  const claimed = await aClaimedRun(world.engine.progress);
  const first = await mustProceed(world.engine, askNote(claimed));
  await world.engine.ledger.report(aReport(first.attempt.id, outcome));
  return { claimed, actionId: first.actionId };
}

/** The run comes back with another payload and stops at it. */
async function aMismatch(world: EngineWorld, outcome: Outcome = "confirmed") {
  const sent = await aSentNote(world, outcome);
  const { claimed, actionId } = sent;
  expect(await ask(world, claimed, corrected)).toMatchObject({ answer: "payload_mismatch", paths: ["text"] });
  await recordProgress(world.engine, claimed.lease, blockedBy(actionId));
  const record = await world.engine.ledger.readAction(actionId);
  return {
    ...sent,
    runId: claimed.run.id,
    version: record?.action.version ?? 0,
    nearMissId: record?.nearMisses[0]?.id ?? "",
  };
}

const blockedBy = (actionId: string): ProgressWrite => ({
  end: { kind: "blocked", cause: "payload_mismatch", text: "crm.note for T-1041 differs.", actionIds: [actionId] },
});

const ask = ({ engine }: EngineWorld, claimed: Claimed, payload: unknown) =>
  beginAttempt(engine, askNote(claimed, { payload }));

const press = (role: "operator" | "approver" = "operator") => ({
  reason: "The customer called.",
  nonce: anId(),
  operator: anOperator(role),
});

const stateOf = async ({ engine }: EngineWorld, runId: string) => (await engine.progress.findRun(runId))?.state;

describe("an ask with another payload", () => {
  it("blocks its run, and changes no row, until a person decides", async () => {
    const world = anEngineWorld();
    const { runId, actionId, claimed } = await aMismatch(world);
    expect(await stateOf(world, runId)).toBe("blocked");
    await ask(world, claimed, corrected);
    expect(await world.engine.ledger.readAction(actionId)).toMatchObject({
      action: { state: "confirmed", version: 2 },
      nearMisses: [{ kind: "other_payload", state: "open", runId, payload: JSON.stringify(corrected) }],
    });
  });

  it("gets the stored outcome once a person keeps it, and the run goes on by itself", async () => {
    const world = anEngineWorld();
    const { runId, actionId, nearMissId, claimed } = await aMismatch(world);
    expect(await keepOutcome(world.engine, { actionId, nearMissId, ...press() })).toEqual({ ok: true, actionId });
    expect(await stateOf(world, runId)).toBe("queued");
    expect(await ask(world, claimed, corrected)).toMatchObject({ answer: "stored", state: "confirmed" });
    // Only that payload was let in.
    expect(await ask(world, claimed, { text: "Bye" })).toMatchObject({ answer: "payload_mismatch" });
    expect(await keepOutcome(world.engine, { actionId, nearMissId, ...press() })).toMatchObject({
      ok: false,
      code: "changed_meanwhile",
    });
    expect(await world.engine.commands.listByObject(actionId)).toMatchObject([
      { state: "refused" },
      { kind: "keep", shown: { differs: [{ path: "text", before: "Hello", after: corrected.text }] } },
    ]);
  });

  it("is sent as a revision once a person revises, under a key of its own, and wakes the run", async () => {
    const world = anEngineWorld();
    const { runId, actionId, nearMissId, version, claimed } = await aMismatch(world);
    const revised = await reviseAction(world.engine, { actionId, version, nearMissId, ...press() });
    expect(revised).toMatchObject({ ok: true, revision: 2 });
    expect(await stateOf(world, runId)).toBe("queued");
    const next = await mustProceed(world.engine, askNote(claimed, { payload: corrected }));
    const former = await world.engine.ledger.findAction(actionId);
    expect(next.attempt).toMatchObject({ number: 1, payload: corrected });
    expect(next.attempt.providerKey).not.toBe(former?.providerKey);
    expect(former).toMatchObject({ live: false, state: "confirmed" });
    expect((await world.engine.commands.listByObject(actionId))[0]).toMatchObject({
      kind: "revise",
      before: { state: "confirmed", revision: 1 },
      after: { state: "planned", revision: 2 },
    });
  });

  it("does not leave a run behind whose person was faster than its block", async () => {
    const world = anEngineWorld();
    const { claimed, actionId } = await aSentNote(world);
    await ask(world, claimed, corrected);
    const nearMissId = (await world.engine.ledger.readAction(actionId))?.nearMisses[0]?.id ?? "";
    await keepOutcome(world.engine, { actionId, nearMissId, ...press() });
    await recordProgress(world.engine, claimed.lease, blockedBy(actionId));
    expect(await stateOf(world, claimed.run.id)).toBe("queued");
  });
});

describe("a revision", () => {
  it("of a refused action sends the corrected payload to code that asks what it always asked", async () => {
    const world = anEngineWorld();
    const { claimed, actionId } = await aSentNote(world, "refused");
    const ask = { actionId, version: 2, nearMissId: null, payload: corrected, ...press() };
    expect(await reviseAction(world.engine, ask)).toMatchObject({ ok: true, revision: 2 });
    const next = await mustProceed(world.engine, askNote(claimed));
    expect(next.attempt.payload).toEqual(corrected);
  });

  it("is refused while nobody knows whether the former happened", async () => {
    const world = anEngineWorld();
    const { actionId } = await aSentNote(world, "unknown");
    const ask = { actionId, version: 2, nearMissId: null, payload: corrected, ...press() };
    expect(await reviseAction(world.engine, ask)).toMatchObject({ ok: false, code: "not_settled" });
  });

  it.each([
    ["made on a version that is no longer there", { version: 1 }, "changed_meanwhile"],
    ["without a difference", { payload: { text: "Hello" } }, "nothing_differs"],
    ["from an ask that never came", { nearMissId: anId() }, "near_miss_not_found"],
    ["by somebody without the role", { operator: anOperator("viewer") }, "role_missing"],
  ])("%s is refused", async (_, over, code) => {
    const world = anEngineWorld();
    const { actionId } = await aSentNote(world, "refused");
    const ask = { actionId, version: 2, nearMissId: null, payload: corrected, ...press(), ...over };
    expect(await reviseAction(world.engine, ask)).toMatchObject({ ok: false, code });
  });

  it("of what was approved needs an approval of its own", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const claimed = await aClaimedRun(engine.progress);
    const intent = { ...askNote(claimed).intent, needsGrant: true };
    const held = await beginAttempt(engine, askNote(claimed, { intent }));
    if (held.answer !== "held") throw new Error(held.answer);
    const [action] = await engine.ledger.readActions([held.actionId]);
    const subject = { actionId: held.actionId, fingerprint: action?.action.fingerprint ?? "" };
    await engine.ledger.grant({ decisionId: anId(), by: "Ada", reason: null }, [subject]);

    const altered = { ...intent, payload: corrected };
    expect(await beginAttempt(engine, askNote(claimed, { intent: altered }))).toMatchObject({
      answer: "approval_mismatch",
      paths: ["text"],
    });
    const record = await engine.ledger.readAction(held.actionId);
    const nearMissId = record?.nearMisses[0]?.id ?? "";
    const version = record?.action.version ?? 0;
    expect(await reviseAction(engine, { actionId: held.actionId, version, nearMissId, ...press() })).toMatchObject({
      ok: true,
    });
    expect(await beginAttempt(engine, askNote(claimed, { intent: altered }))).toMatchObject({ answer: "held" });
  });
});

describe("a key that is asked for after its window", () => {
  it("is noted with the run that asked, and nothing is sent", async () => {
    const world = anEngineWorld();
    const claimed = await aClaimedRun(world.engine.progress, { leaseMs: 48 * hour });
    const declaration = aGateway({ probe: null });
    const first = await mustProceed(world.engine, askNote(claimed, { declaration }));
    await world.engine.ledger.report(aReport(first.attempt.id, "unknown"));
    world.pass(25 * hour);
    expect(await beginAttempt(world.engine, askNote(claimed, { declaration }))).toMatchObject({
      answer: "outcome_unknown",
      verdict: { kind: "ask_a_person" },
    });
    expect((await world.engine.ledger.readAction(first.actionId))?.nearMisses).toMatchObject([
      { kind: "after_window", state: "noted", runId: claimed.run.id },
    ]);
  });
});

describe("a second action for the same object, by another run", () => {
  async function twoRuns(world: EngineWorld) {
    await aSentNote(world);
    world.pass(leaseMs + 1);
    const second = await aClaimedRun(world.engine.progress, { workflow: "support-ticket" });
    const answer = await beginAttempt(world.engine, askNote(second));
    if (answer.answer !== "held") throw new Error(answer.answer);
    const record = await world.engine.ledger.readAction(answer.actionId);
    const { businessKey = "", fingerprint = "" } = record?.action ?? {};
    const subjects = [{ actionId: answer.actionId, businessKey, fingerprint }];
    const { validation, write } = aValidationStep("approve", { subjects });
    await mustRecord(world.engine.progress, second.lease, { ...write, ...awaitPerson(validation.id) });
    return { second, answer, decide: decideOn(world, validation.id, fingerprint) };
  }

  const decideOn = (world: EngineWorld, validationId: string, fingerprint: string) => (reason: string | null) =>
    decideValidation(world.engine, {
      ...({ validationId, verdict: "approve", answer: null, shown: [fingerprint], from: null } as const),
      ...{ ...press("approver"), reason },
    });

  it("is held with a question that names the other run", async () => {
    const { answer } = await twoRuns(anEngineWorld());
    expect(answer.ask).toMatch(
      /^crm\.note for T-1041 is confirmed by another run \(event of .*\) and was sent on .* UTC\. Send it as a second one\?$/,
    );
  });

  it("goes out once a person says why it is a genuine second one", async () => {
    const world = anEngineWorld();
    const { answer, decide } = await twoRuns(world);
    expect(await decide(null)).toMatchObject({ ok: false, code: "reason_required" });
    expect(await decide("Two customers, one ticket.")).toMatchObject({ ok: true });
    expect(await world.engine.ledger.readAction(answer.actionId)).toMatchObject({
      action: { state: "planned" },
      nearMisses: [{ state: "let_go", decidedBy: "Dana", reason: "Two customers, one ticket." }],
    });
  });
});
