/**
 * A process may die at any call that a command makes of a store, also when the call was carried out and only its answer
 * was lost. The same click again then ends as if it had met nothing, and is kept as applied, since it was.
 */

import { describe, expect, it } from "vitest";
import type { DecisionKind } from "@/lib/progress/dealt-with";
import {
  aBlockedRun,
  aHeldNote,
  anEngineWorld,
  anOperator,
  askNote,
  type EngineWorld,
  mustProceed,
} from "@/lib/testing/engine-world";
import { aCrm, aDestination, anId } from "@/lib/testing/factories";
import { aReport } from "@/lib/testing/ledger-world";
import { type Death, Died, mortalEngine } from "@/lib/testing/mortal-engine";
import { aClaimedRun, aDoneStep, claimNext, finish, leaseMs, mustRecord } from "@/lib/testing/progress-world";
import { beginAttempt } from "./begin-attempt";
import { cancelRun } from "./cancel-run";
import { checkAction } from "./check-action";
import { checkDestination } from "./check-destination";
import type { CommandAnswer } from "./command";
import { type CommandKind, engineCommandKinds } from "./command-store";
import { dealWithRun } from "./deal-with-run";
import { decideProposal } from "./decide-proposal";
import { decideValidation } from "./decide-validation";
import { deliverOutbox } from "./deliver-outbox";
import type { Engine } from "./engine";
import { holdDestination } from "./hold-destination";
import { keepOutcome } from "./keep-outcome";
import { markSecond } from "./mark-second";
import { releaseDestination } from "./release-destination";
import { readResumePlan, resumeRun } from "./resume-run";
import { reviseAction } from "./revise-action";
import { settleAction } from "./settle-action";
import { sweep } from "./sweep";

/** What is pressed, and the objects at which its effect is seen. */
type Click = {
  press: (engine: Engine) => Promise<CommandAnswer<object>>;
  runId?: string;
  actionId?: string;
  validationId?: string;
};
type Row = [name: string, kind: CommandKind, arrange: (world: EngineWorld) => Promise<Click>];

const said = { reason: "The customer called.", evidence: "Nothing there." };
const click = () => ({ nonce: anId(), reason: said.reason, operator: anOperator("lead") });
const payment = aDestination({ name: "payment", title: "the bank", effect: "irreversible", impact: "money" });
const corrected = { text: "Corrected" };

const rows: Row[] = [
  ["a resume", "resume", (world) => aResume(world, anInterruptedRun)],
  ["a resume that asks the destination first", "resume", (world) => aResume(world, aBlockedRun)],
  [
    "a cancel",
    "cancel",
    async (world) => {
      const { runId, actionId } = await aHeldNote(world);
      const ask = { ...click(), runId };
      return { runId, actionId, press: (engine) => cancelRun(engine, ask) };
    },
  ],
  [
    "a look-up",
    "check",
    async (world) => {
      const { runId, actionId } = await aBlockedRun(world);
      const ask = { ...click(), actionId };
      return { runId, actionId, press: (engine) => checkAction(engine, ask) };
    },
  ],
  [
    "a look-up of everything at a destination",
    "check",
    async (world) => {
      await world.engine.ledger.declareDestinations([aCrm()]);
      const { runId, actionId } = await aBlockedRun(world);
      const ask = { ...click(), name: "crm" };
      return { runId, actionId, press: (engine) => checkDestination(engine, ask) };
    },
  ],
  ["a settlement as happened", "settle", (world) => aSettlement(world, "happened")],
  ["a settlement as not happened", "settle", (world) => aSettlement(world, "did_not_happen")],
  ["an accepted risk", "settle", (world) => aSettlement(world, "send_again")],
  ["a proposal", "settle", (world) => aSettlement(world, "send_again", payment)],
  ["a confirmed proposal", "confirm", (world) => aProposalDecided(world, "confirm")],
  ["a declined proposal", "confirm", (world) => aProposalDecided(world, "decline")],
  ["an approval", "decide", (world) => aDecision(world, {})],
  ["a rejection", "decide", (world) => aDecision(world, { verdict: "reject" })],
  ["the first of two approvals", "decide", (world) => aDecision(world, {}, { quorum: 2 })],
  ["an approval that changes a payload", "decide", (world) => aDecision(world, { edited: corrected })],
  [
    "a kept outcome",
    "keep",
    async (world) => {
      const { runId, actionId, nearMissId } = await aMismatch(world);
      const ask = { ...click(), actionId, nearMissId };
      return { runId, actionId, press: (engine) => keepOutcome(engine, ask) };
    },
  ],
  [
    "a revision",
    "revise",
    async (world) => {
      const { runId, actionId, nearMissId, version } = await aMismatch(world);
      const ask = { ...click(), actionId, nearMissId, version };
      return { runId, actionId, press: (engine) => reviseAction(engine, ask) };
    },
  ],
  [
    "a genuine second action",
    "second",
    async (world) => {
      const { runId, actionId, claimed } = await aMismatch(world);
      const executionId = anId();
      const repeat = { actionId, executionId, runId, cause: "resume", proofAttemptId: null } as const;
      await world.engine.ledger.recordAvoided(repeat);
      const ask = { ...click(), actionId, executionId };
      return { runId: claimed.run.id, actionId, press: (engine) => markSecond(engine, ask) };
    },
  ],
  [
    "a hold",
    "hold",
    async (world) => {
      await world.engine.ledger.declareDestinations([aCrm()]);
      const ask = { ...click(), name: "crm" };
      return { press: (engine) => holdDestination(engine, ask) };
    },
  ],
  [
    "a release",
    "release",
    async (world) => {
      await world.engine.ledger.declareDestinations([aCrm()]);
      await world.engine.ledger.holdDestination({ id: anId(), name: "crm", by: "Ada", reason: "Migration" });
      const ask = { ...click(), name: "crm" };
      return { press: (engine) => releaseDestination(engine, ask) };
    },
  ],
  ["an accepted failure", "accept", (world) => anAnswerFor(world, "accepted")],
  ["a failure whose work another run did", "supersede", (world) => anAnswerFor(world, "superseded")],
  ["a failure that is opened again", "reopen", (world) => anAnswerFor(world, "reopened")],
];

describe("the same click again after its process died", () => {
  it("is tried for every command there is", () => {
    expect(new Set(rows.map(([, kind]) => kind))).toEqual(new Set(engineCommandKinds));
  });

  it.each(rows)("ends %s as if it had met nothing, wherever that was", async (_name, kind, arrange) => {
    const untouched = await play(arrange, null);
    expect(untouched).toMatchObject({ answer: { ok: true }, command: { kind, state: "applied" } });
    for (let atCall = 1; atCall <= untouched.calls; atCall += 1) {
      for (const arrived of [false, true]) {
        const { calls: _, ...repeated } = await play(arrange, { atCall, arrived });
        const { calls: __, ...expected } = untouched;
        expect(repeated, `call ${atCall}, ${arrived ? "answer lost" : "not arrived"}`).toEqual(expected);
      }
    }
  });

  it.each(rows)("keeps %s as applied, although others have gone on meanwhile", async (_name, kind, arrange) => {
    const { calls } = await play(arrange, null);
    // The last call keeps the answer; what it is about was done before.
    const { answer, command } = await play(arrange, { atCall: calls, arrived: false }, goOn);
    expect({ ok: answer.ok, command }).toMatchObject({ ok: true, command: { kind, state: "applied" } });
  });
});

/** Presses, dies on the way, presses again, and lets everything be delivered. */
async function play(
  arrange: Row[2],
  death: Death | null,
  meanwhile: (world: EngineWorld, clicked: Click) => Promise<void> = async () => {},
) {
  const world = anEngineWorld();
  const clicked = await arrange(world);
  const mortal = mortalEngine(world.engine, death);
  let answer = await clicked.press(mortal.engine).catch((error: unknown) => {
    if (!(error instanceof Died)) throw error;
    return null;
  });
  if (death !== null) {
    await meanwhile(world, clicked);
    answer = await clicked.press(world.engine);
  }
  if (answer === null) throw new Error("It was not answered.");
  await settleDown(world);
  return { calls: mortal.calls().length, answer: stable(answer), ...(await look(world, clicked)) };
}

/** More than the wait after a delivery that failed. */
async function settleDown(world: EngineWorld): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    world.pass(5_000);
    await deliverOutbox(world.engine, 50, throwIt);
  }
}

/** The consequences arrive, and a worker goes on with the run as far as its next send. */
async function goOn(world: EngineWorld, { actionId }: Click): Promise<void> {
  await settleDown(world);
  const claimed = await claimNext(world.engine.progress);
  const action = actionId ? await world.engine.ledger.readAction(actionId) : null;
  if (claimed === null || action === null) return;
  const declaration = action.action.declaration;
  await beginAttempt(world.engine, askNote(claimed, { declaration, validationId: null }));
}

async function look({ engine }: EngineWorld, { runId, actionId, validationId }: Click) {
  const record = runId ? await engine.progress.readRun(runId) : null;
  const actions = runId ? await engine.ledger.readRunActions(runId) : [];
  const about = actionId ? await engine.ledger.readAction(actionId) : null;
  const [command, ...others] = await engine.commands.listRecent({ from: 0, limit: 9 });
  const validation = validationId ? await engine.progress.findValidation(validationId) : null;
  const all = await engine.ledger.listActions({ pageSize: 50 });
  return {
    command: command && { kind: command.kind, state: command.state, before: command.before },
    commands: 1 + others.length,
    run: record && { state: record.run.state, cause: record.run.cause, token: record.run.token },
    executions: record?.executions.map(({ state }) => state),
    journal: record?.journal.map(({ text }) => text.replace(/event of \S+/, "event")),
    actions: actions.map(({ action }) => [action.state, action.version, action.revision, action.live]),
    everyAction: all.rows.length,
    evidence: about?.evidence.map(({ kind, says }) => [kind, says]),
    probes: about?.probes.length,
    avoided: about?.avoided.map(({ wrong }) => wrong !== null),
    validation: validation && [validation.state, validation.decisions.length],
    holds: (await engine.ledger.listDestinations()).map(({ hold }) => hold && [hold.by, hold.reason]),
  };
}

/** Ids are new in each world; what they stand for is not. */
function stable<T>(answer: T): T {
  const names = new Map<string, string>();
  const named = (id: string) => {
    if (!names.has(id)) names.set(id, `id ${names.size}`);
    return names.get(id) ?? "";
  };
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
  // It was JSON before, and the names of ids are strings as they were.
  return JSON.parse(JSON.stringify(answer).replace(uuid, named)) as T;
}

const throwIt = (error: unknown) => {
  throw error;
};

async function anInterruptedRun(world: EngineWorld) {
  const claimed = await aClaimedRun(world.engine.progress);
  await mustRecord(world.engine.progress, claimed.lease, aDoneStep("read-ticket"));
  world.pass(leaseMs + 1);
  await sweep(world.engine, throwIt);
  return { runId: claimed.run.id, actionId: undefined };
}

async function aResume(
  world: EngineWorld,
  stop: (world: EngineWorld) => Promise<{ runId: string; actionId?: string }>,
): Promise<Click> {
  const { runId, actionId } = await stop(world);
  const plan = await readResumePlan(world.engine, runId);
  const ask = { ...click(), runId, fromCheckpoint: plan?.from ?? 0, planToken: plan?.token ?? "" };
  return { runId, actionId, press: (engine) => resumeRun(engine, ask) };
}

async function aSettlement(
  world: EngineWorld,
  as: "happened" | "did_not_happen" | "send_again",
  declaration = aDestination(),
): Promise<Click> {
  const { runId, actionId } = await aBlockedRun(world, declaration);
  const { version = 0 } = (await world.engine.ledger.findAction(actionId)) ?? {};
  const ask = { ...click(), ...said, actionId, version, as };
  return { runId, actionId, press: (engine) => settleAction(engine, ask) };
}

async function anAnswerFor(world: EngineWorld, as: DecisionKind): Promise<Click> {
  const { engine } = world;
  const other = await aClaimedRun(engine.progress, { subject: "T-2" });
  await mustRecord(engine.progress, other.lease, finish);
  const { lease } = await aClaimedRun(engine.progress);
  const { runId } = lease;
  const error = { name: "Error", message: "Broken." };
  await mustRecord(engine.progress, lease, { end: { kind: "failed", error, text: "Broken." } });
  const ask = { ...click(), runId, as, supersededBy: as === "superseded" ? other.run.id : null, number: 0 };
  if (as !== "reopened") return { runId, press: (mortal) => dealWithRun(mortal, ask) };
  const { name: by, role } = ask.operator;
  const made = { id: anId(), runId, execution: 1, number: 1, as: "accepted", supersededBy: null, by, role } as const;
  await engine.stopDecisions.record({ ...made, reason: said.reason });
  return { runId, press: (mortal) => dealWithRun(mortal, { ...ask, number: 1 }) };
}

async function aProposalDecided(world: EngineWorld, verdict: "confirm" | "decline"): Promise<Click> {
  const { runId, actionId } = await aBlockedRun(world, payment);
  const { version = 0 } = (await world.engine.ledger.findAction(actionId)) ?? {};
  const proposalId = anId();
  const ada = { by: "Ada", byPerson: "ada" };
  await world.engine.ledger.proposeSettlement({ id: proposalId, actionId, version, as: "send_again", ...said, ...ada });
  const ask = { ...click(), actionId, proposalId, verdict, version };
  return { runId, actionId, press: (engine) => decideProposal(engine, ask) };
}

async function aDecision(
  world: EngineWorld,
  { verdict = "approve", edited }: { verdict?: "approve" | "reject"; edited?: object },
  over: { quorum?: 1 | 2 } = {},
): Promise<Click> {
  const { runId, actionId, validation, shown } = await aHeldNote(world, over);
  const edits = edited ? [{ actionId, payload: edited }] : [];
  const ask = { ...click(), validationId: validation.id, verdict, answer: null, shown, edits, from: null };
  return { runId, actionId, validationId: validation.id, press: (engine) => decideValidation(engine, ask) };
}

/** A confirmed note, and a run that came back for it with another payload and stopped. */
async function aMismatch(world: EngineWorld) {
  const { engine } = world;
  const claimed = await aClaimedRun(engine.progress);
  const { actionId, attempt } = await mustProceed(engine, askNote(claimed));
  await engine.ledger.report(aReport(attempt.id, "confirmed"));
  await beginAttempt(engine, askNote(claimed, { payload: corrected }));
  const text = "crm.note for T-1041 differs.";
  await mustRecord(engine.progress, claimed.lease, {
    end: { kind: "blocked", cause: "payload_mismatch", text, actionIds: [actionId] },
  });
  const record = await engine.ledger.readAction(actionId);
  const nearMissId = record?.nearMisses[0]?.id ?? "";
  return { claimed, runId: claimed.run.id, actionId, nearMissId, version: record?.action.version ?? 0 };
}
