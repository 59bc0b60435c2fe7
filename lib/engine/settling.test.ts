/** Ways out of the unknown, and what follows across the seam. */

import { describe, expect, it } from "vitest";
import { utcText } from "@/lib/ledger/utc-text";
import {
  aBlockedRun,
  anEngineWorld,
  anOperator,
  askNote,
  type EngineWorld,
  mustProceed,
} from "@/lib/testing/engine-world";
import { aCrm, aDestination, anId } from "@/lib/testing/factories";
import { aReport } from "@/lib/testing/ledger-world";
import { aClaimedRun, leaseMs } from "@/lib/testing/progress-world";
import { checkAction } from "./check-action";
import { decideProposal } from "./decide-proposal";
import { deliverOutbox } from "./deliver-outbox";
import { recordProgress } from "./record-progress";
import { reportProbe, takeProbe } from "./run-probe";
import { settleAction } from "./settle-action";
import { sweep } from "./sweep";
import { workerExitSeen } from "./worker-exit";

const horizonMs = 10_000;
const found = { found: true, complete: true, count: 1, detail: "One note carries our marker.", record: { id: "n1" } };
const absent = { found: false, complete: true, count: 0, detail: "No note carries our marker.", record: null };

const runState = async ({ engine }: EngineWorld, runId: string) => (await engine.progress.findRun(runId))?.state;
const actionState = async ({ engine }: EngineWorld, actionId: string) =>
  (await engine.ledger.findAction(actionId))?.state;

async function probeWith(world: EngineWorld, actionId: string, answer: typeof found | typeof absent) {
  const { engine } = world;
  const asked = await checkAction(engine, { actionId, nonce: anId(), operator: anOperator() });
  if (!asked.ok) throw new Error(asked.message);
  const task = await takeProbe(engine, anId(), ["crm"]);
  if (!task) throw new Error("No look-up was queued.");
  await reportProbe(engine, task, answer as never);
  await deliverOutbox(engine);
}

describe("a look-up", () => {
  it("that finds it settles the action as happened, and its run goes on by itself", async () => {
    const world = anEngineWorld();
    const { runId, actionId } = await aBlockedRun(world);
    await probeWith(world, actionId, found);
    expect([await actionState(world, actionId), await runState(world, runId)]).toEqual(["confirmed", "queued"]);
  });

  it("that finds nothing too early proves nothing, and is asked again once it can count", async () => {
    const world = anEngineWorld();
    const { actionId } = await aBlockedRun(world);
    await probeWith(world, actionId, absent);
    expect(await actionState(world, actionId)).toBe("unknown");
    expect(await takeProbe(world.engine, anId(), ["crm"])).toBeNull();
    world.pass(horizonMs + 10_000);
    const again = await takeProbe(world.engine, anId(), ["crm"]);
    if (!again) throw new Error("It was not asked again.");
    await reportProbe(world.engine, again, absent);
    expect(await actionState(world, actionId)).toBe("planned");
  });

  it("that finds nothing proves nothing while a silent sender could still send", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const claimed = await aClaimedRun(engine.progress);
    const begun = await mustProceed(engine, askNote(claimed));
    world.pass(leaseMs);
    await engine.ledger.expireAttempts(10);
    await probeWith(world, begun.actionId, absent);
    const record = await engine.ledger.readAction(begun.actionId);
    expect([record?.action.state, record?.absentDidNotSettle]).toEqual(["unknown", true]);
  });

  it("that finds nothing counts once the sender's exit was seen", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const claimed = await aClaimedRun(engine.progress);
    const ask = askNote(claimed);
    const begun = await mustProceed(engine, ask);
    await workerExitSeen(engine, ask.holder.workerId);
    world.pass(leaseMs);
    await probeWith(world, begun.actionId, absent);
    expect(await actionState(world, begun.actionId)).toBe("planned");
  });

  it("is refused where nobody can be asked, with the next step", async () => {
    const world = anEngineWorld();
    const { actionId } = await aBlockedRun(world, aDestination());
    const answer = await checkAction(world.engine, { actionId, nonce: anId(), operator: anOperator() });
    expect(answer).toMatchObject({ ok: false, code: "no_probe" });
  });
});

describe("a person's settlement", () => {
  const settle = async (
    world: EngineWorld,
    actionId: string,
    as: "happened" | "did_not_happen" | "send_again",
    version?: number,
  ) => {
    const action = await world.engine.ledger.findAction(actionId);
    const ask = {
      actionId,
      version: version ?? action?.version ?? 0,
      as,
      evidence: "looked",
      reason: "seen",
      nonce: anId(),
    };
    return settleAction(world.engine, { ...ask, operator: anOperator() });
  };

  it.each([
    ["happened", "confirmed"],
    ["did_not_happen", "planned"],
    ["send_again", "planned"],
  ] as const)("as %s leaves it %s and lets its run go on", async (as, state) => {
    const world = anEngineWorld();
    const { runId, actionId } = await aBlockedRun(world, aDestination());
    expect(await settle(world, actionId, as)).toMatchObject({ ok: true, state });
    expect(await runState(world, runId)).toBe("queued");
  });

  it("as not happened is refused while its silent sender holds the run, and taken once its lease has ended", async () => {
    const world = anEngineWorld();
    const claimed = await aClaimedRun(world.engine.progress);
    const begun = await mustProceed(world.engine, askNote(claimed, { declaration: aDestination() }));
    world.pass(leaseMs - 1_000);
    await world.engine.ledger.expireAttempts(1);
    expect(await actionState(world, begun.actionId)).toBe("unknown");
    expect(await settle(world, begun.actionId, "did_not_happen")).toMatchObject({ ok: false, code: "in_flight" });
    world.pass(2_000);
    await sweep(world.engine, (error) => {
      throw error;
    });
    expect(await settle(world, begun.actionId, "did_not_happen")).toMatchObject({ ok: true, state: "planned" });
  });

  it("is refused when new evidence came in meanwhile", async () => {
    const world = anEngineWorld();
    const { actionId } = await aBlockedRun(world, aDestination());
    expect(await settle(world, actionId, "happened", 0)).toMatchObject({ ok: false, code: "changed_meanwhile" });
  });

  it("that comes too late is told who was faster, with what and when", async () => {
    const world = anEngineWorld();
    const { actionId } = await aBlockedRun(world, aDestination());
    const { version = 0 } = (await world.engine.ledger.findAction(actionId)) ?? {};
    await settle(world, actionId, "happened", version);
    const at = world.now();
    for (const [seen, code] of [
      [version, "changed_meanwhile"],
      [version + 1, "not_unknown"],
    ] as const) {
      const late = await settle(world, actionId, "did_not_happen", seen);
      expect(late).toMatchObject({ ok: false, code, facts: { by: "Dana", at } });
      expect(late).toHaveProperty(
        "message",
        expect.stringContaining(`${utcText(at)}: Dana: It happened: looked (reason: seen)`),
      );
    }
  });

  it("is refused while an attempt is in flight", async () => {
    const world = anEngineWorld();
    const begun = await mustProceed(world.engine, askNote(await aClaimedRun(world.engine.progress)));
    expect(await settle(world, begun.actionId, "happened")).toMatchObject({ ok: false, code: "in_flight" });
  });
});

describe("an irreversible settlement", () => {
  const payment = aDestination({ name: "payment", title: "the bank", effect: "irreversible", impact: "money" });
  const ada = anOperator();
  const bo = { ...anOperator("lead"), name: "Bo" };

  async function proposed() {
    const world = anEngineWorld();
    const { runId, actionId } = await aBlockedRun(world, payment);
    const version = (await world.engine.ledger.findAction(actionId))?.version ?? 0;
    const said = {
      actionId,
      version,
      as: "send_again",
      evidence: "the bank cannot tell",
      reason: "due today",
    } as const;
    const answer = await settleAction(world.engine, { ...said, nonce: anId(), operator: ada });
    if (!answer.ok || answer.proposal === null) throw new Error("It was not proposed.");
    const { id: proposalId } = answer.proposal;
    const decide = (operator: typeof ada, verdict: "confirm" | "decline" = "confirm") =>
      decideProposal(world.engine, {
        actionId,
        proposalId,
        verdict,
        version,
        reason: "agreed",
        nonce: anId(),
        operator,
      });
    return { world, runId, actionId, decide };
  }

  it("is proposed by one person, and moves nothing", async () => {
    const { world, runId, actionId } = await proposed();
    expect([await actionState(world, actionId), await runState(world, runId)]).toEqual(["unknown", "blocked"]);
    expect((await world.engine.ledger.readAction(actionId))?.proposal).toMatchObject({ by: "Dana", as: "send_again" });
  });

  it("confirmed by another one lets its run go on", async () => {
    const { world, runId, actionId, decide } = await proposed();
    expect(await decide(bo)).toMatchObject({ ok: true, state: "planned" });
    expect([await actionState(world, actionId), await runState(world, runId)]).toEqual(["planned", "queued"]);
  });

  it("is refused to the same person, also under another role, and the try is kept", async () => {
    const { world, actionId, decide } = await proposed();
    const refused = { ok: false, code: "same_person", message: "You proposed it. Another person must confirm it." };
    expect(await decide({ ...ada, role: "admin" })).toMatchObject(refused);
    expect(await actionState(world, actionId)).toBe("unknown");
    const kept = await world.engine.commands.listByObject(actionId);
    expect(kept.find(({ kind }) => kind === "confirm")).toMatchObject({ state: "refused", role: "admin" });
  });

  it("is refused while another proposal waits, with whose it is, what it says and since when", async () => {
    const { world, actionId, decide } = await proposed();
    const at = world.now();
    const { version = 0 } = (await world.engine.ledger.findAction(actionId)) ?? {};
    const said = { actionId, version, as: "did_not_happen", evidence: "not in the list", reason: "looked" } as const;
    const propose = () => settleAction(world.engine, { ...said, nonce: anId(), operator: bo });
    expect(await propose()).toMatchObject({
      ok: false,
      code: "already_proposed",
      message: `Dana proposed “send again, at our risk” on ${utcText(at)}, and it waits for a second person. Confirm or decline it first.`,
      facts: { by: "Dana", as: "send_again", at },
    });
    expect((await world.engine.ledger.readAction(actionId))?.proposal).toMatchObject({ by: "Dana" });
    await decide(ada, "decline");
    expect(await propose()).toMatchObject({ ok: true, proposal: { by: "Bo" } });
  });

  it("of evidence that contradicts itself as once needs a second person as well", async () => {
    const world = anEngineWorld();
    const { actionId } = await aBlockedRun(world, payment);
    const [attempt] = (await world.engine.ledger.readAction(actionId))?.attempts ?? [];
    for (const outcome of ["refused", "confirmed"] as const) {
      await world.engine.ledger.report(aReport(attempt?.id ?? "", outcome));
    }
    const { version = 0, state } = (await world.engine.ledger.findAction(actionId)) ?? {};
    const said = { actionId, version, evidence: "one in the list", reason: "looked", operator: ada };
    const answer = await settleAction(world.engine, { ...said, as: "once", nonce: anId() });
    expect(answer).toMatchObject({ ok: true, state, proposal: { as: "once", by: "Dana" } });
    if (!answer.ok || answer.proposal === null) throw new Error("It was not proposed.");
    const press = { actionId, proposalId: answer.proposal.id, verdict: "confirm", version, reason: "agreed" } as const;
    expect(await decideProposal(world.engine, { ...press, nonce: anId(), operator: bo })).toMatchObject({
      ok: true,
      state: "confirmed",
    });
    expect(await world.engine.ledger.findAction(actionId)).toMatchObject({ contradictionFound: "once" });
  });

  it("declined leaves it unknown, for somebody to look again", async () => {
    const { world, runId, actionId, decide } = await proposed();
    expect(await decide(bo, "decline")).toMatchObject({ ok: true, state: "unknown" });
    expect(await decide(bo)).toMatchObject({ ok: false, code: "proposal_not_found" });
    expect([await actionState(world, actionId), await runState(world, runId)]).toEqual(["unknown", "blocked"]);
  });

  it("needs the role", async () => {
    const { decide } = await proposed();
    expect(await decide({ ...bo, role: "approver" })).toMatchObject({ ok: false, code: "role_missing" });
  });
});

describe("a look-up that nobody asked for", () => {
  const throwIt = (error: unknown) => {
    throw error;
  };

  it("is asked by the sweep once it can count; what is not visible yet is found later, and nothing is sent twice", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const { runId, actionId } = await aBlockedRun(world);
    expect((await sweep(engine, throwIt)).lookedUp).toBe(0);
    // A person who asks at once sees "absent", which proves nothing yet.
    await probeWith(world, actionId, absent);
    expect([await actionState(world, actionId), await runState(world, runId)]).toEqual(["unknown", "blocked"]);
    world.pass(horizonMs + 5_000);
    const early = await takeProbe(engine, anId(), ["crm"]);
    if (early) await reportProbe(engine, early, { ...absent, complete: false });
    expect(await actionState(world, actionId)).toBe("unknown");
    expect((await sweep(engine, throwIt)).lookedUp).toBe(1);
    expect((await sweep(engine, throwIt)).lookedUp).toBe(0);
    const task = await takeProbe(engine, anId(), ["crm"]);
    if (!task) throw new Error("Nothing was asked.");
    expect(task.probe.askedBy).toBe("Reprise");
    await reportProbe(engine, task, found);
    await sweep(engine, throwIt);
    expect([await actionState(world, actionId), await runState(world, runId)]).toEqual(["confirmed", "queued"]);
    expect((await engine.ledger.readAction(actionId))?.attempts).toHaveLength(1);
  });

  it("never plans what a silent sender could still send", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const begun = await mustProceed(engine, askNote(await aClaimedRun(engine.progress)));
    world.pass(60_000);
    await sweep(engine, throwIt);
    const task = await takeProbe(engine, anId(), ["crm"]);
    if (!task) throw new Error("Nothing was asked.");
    await reportProbe(engine, task, absent);
    world.pass(24 * 3_600_000);
    await sweep(engine, throwIt);
    expect(await actionState(world, begun.actionId)).toBe("unknown");
    expect(await takeProbe(engine, anId(), ["crm"])).toBeNull();
  });

  it("does not happen where the destination opted out", async () => {
    const world = anEngineWorld();
    const probe = { matchingField: "marker", horizonMs: 10_000, acceptsSilentHolders: false, automatic: false };
    await aBlockedRun(world, aCrm({ probe }));
    world.pass(3_600_000);
    expect((await sweep(world.engine, throwIt)).lookedUp).toBe(0);
  });
});

describe("across the seam", () => {
  it("a run blocked on an action that was settled meanwhile is woken at once", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const claimed = await aClaimedRun(engine.progress);
    const begun = await mustProceed(engine, askNote(claimed, { declaration: aCrm() }));
    await engine.ledger.report(aReport(begun.attempt.id, "unknown"));
    await engine.ledger.report(aReport(begun.attempt.id, "confirmed"));
    await engine.ledger.settle({
      id: anId(),
      actionId: begun.actionId,
      version: (await engine.ledger.findAction(begun.actionId))?.version ?? 0,
      as: "happened",
      evidence: "e",
      reason: "r",
      by: "Dana",
    });
    await recordProgress(engine, claimed.lease, {
      id: anId(),
      end: { kind: "blocked", cause: "outcome_unknown", text: "…", actionIds: [begun.actionId] },
    });
    expect(await runState(world, claimed.run.id)).toBe("queued");
  });

  it("a settlement wakes only the run that waits for this action", async () => {
    const world = anEngineWorld();
    const { runId } = await aBlockedRun(world);
    expect(await world.engine.progress.wake(runId, { actionId: anId() })).toBe(false);
    expect(await runState(world, runId)).toBe("blocked");
  });

  it("one undeliverable consequence does not hold up the others", async () => {
    const world = anEngineWorld();
    const { engine } = world;
    const { runId, actionId } = await aBlockedRun(world);
    engine.progress.takeOutbox = async () => [{ id: anId(), kind: "nobody_knows", body: {} }];
    const task = engine.ledger.settle({
      id: anId(),
      actionId,
      version: (await engine.ledger.findAction(actionId))?.version ?? 0,
      as: "happened",
      evidence: "e",
      reason: "r",
      by: "Dana",
    });
    await task;
    const errors: unknown[] = [];
    await deliverOutbox(engine, 10, (error) => errors.push(error));
    expect(errors).toHaveLength(1);
    expect(await runState(world, runId)).toBe("queued");
  });
});
