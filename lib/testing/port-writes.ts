/**
 * Every write of the ports whose caller must know what came of it: each arranges what it needs and gives back one call,
 * which may be repeated. A write that is missing here is a type error.
 */

import type { CommandStore, NewCommand } from "@/lib/engine/command-store";
import type { Engine } from "@/lib/engine/engine";
import type { LedgerProtection } from "@/lib/ledger/protection";
import type { BeginResult, LedgerStore, NewAction, StaleLease } from "@/lib/ledger/store";
import type { LedgerTroubles } from "@/lib/ledger/trouble";
import type { ProgressProtection } from "@/lib/progress/protection";
import type { ProgressStore } from "@/lib/progress/store";
import type { ProgressTroubles } from "@/lib/progress/trouble";
import type { WorkerRecord } from "@/lib/progress/worker";
import { aDestination, anId, monday } from "./factories";
import {
  aGrant,
  aHolder,
  aNewAction,
  anAttemptAsk,
  aReport,
  begun,
  type LedgerWorld,
  unknownAction,
} from "./ledger-world";
import {
  aClaimedRun,
  aDecision,
  aDoneStep,
  aNewRun,
  aResume,
  aWaitingRun,
  aWorker,
  block,
  mustRecord,
} from "./progress-world";

export type Stores = Pick<Engine, "progress" | "ledger" | "commands">;
/** Arranges with stores that lose nothing, and gives back the one call that is cut. */
export type PortWrite = (near: Stores, world: LedgerWorld) => Promise<(far: Stores) => Promise<unknown>>;

type Reads<T> = Extract<
  keyof T,
  | (`read${string}` | `find${string}` | `list${string}` | `count${string}` | `${string}Figures` | "now" | "getMark")
  | ("keptActions" | "typicalSteps" | "agedActions" | "avoidedByRun" | "avoidedTotals" | "contradictedRuns")
  | ("dueLookUps" | "secret" | keyof ProgressTroubles | keyof LedgerTroubles)
  | ("latencies" | "workSaved" | "firstRunAt" | "avoidedByType" | "settlingTimes")
  | ("retryRows" | "attemptRows" | "savedSteps")
  | (keyof ProgressProtection | keyof LedgerProtection)
>;
type Writes<T> = Exclude<keyof T, Reads<T> | Swept>;

/** Sweeps, heartbeats, and what takes work that comes again: whoever calls them does so until it works. */
type Swept =
  | ("wake" | "sweep" | "renew" | "takeOutbox" | "outboxDelivered" | "purgeRun" | "removeRun")
  | ("expireAttempts" | "takeProbe" | "purgePayloads" | "removeDelivered" | "removeLookUps" | "remove");

const person = { by: "Ada", reason: "The customer called." };
const said = { ...person, evidence: "Nothing there." };
const payment = { declaration: aDestination({ name: "payment", effect: "irreversible", impact: "money" }) };

const progressWrites: Record<Writes<ProgressStore>, PortWrite> = {
  startRun: async () => {
    const run = aNewRun();
    return ({ progress }) => progress.startRun(run);
  },
  claim: async ({ progress }) => {
    await progress.startRun(aNewRun());
    const [worker, executionId] = [aWorker(), anId()];
    return (far) => far.progress.claim({ worker, executionId });
  },
  record: async ({ progress }) => {
    const { lease } = await aClaimedRun(progress);
    const write = { id: anId(), ...aDoneStep("read"), journal: [{ level: "info" as const, text: "Read it." }] };
    return (far) => far.progress.record(lease, write);
  },
  resume: async ({ progress }) => {
    const claimed = await aClaimedRun(progress);
    await mustRecord(progress, claimed.lease, block());
    const ask = aResume(claimed, 0);
    return (far) => far.progress.resume(ask);
  },
  cancel: async ({ progress }) => {
    const { run } = await aClaimedRun(progress);
    return (far) => far.progress.cancel({ runId: run.id, ...person });
  },
  decide: async ({ progress }) => {
    const { validation } = await aWaitingRun(progress);
    const ask = aDecision(validation.id);
    return (far) => far.progress.decide(ask);
  },
  registerWorker: async () => {
    const worker = aWorker();
    return (far) => far.progress.registerWorker(worker);
  },
  workerSeen: async ({ progress }) => {
    const worker = await aRegisteredWorker(progress);
    return (far) => far.progress.workerSeen(worker.id);
  },
  workerLearned: async ({ progress }) => {
    const worker = await aRegisteredWorker(progress);
    return (far) => far.progress.workerLearned(worker.id, []);
  },
  workerEnded: async ({ progress }) => {
    const worker = aWorker();
    await aClaimedRun(progress, {}, worker);
    return (far) => far.progress.workerEnded(worker.id, true);
  },
};

const ledgerWrites: Record<Writes<LedgerStore>, PortWrite> = {
  declareDestinations: async () => {
    const name = `destination ${anId()}`;
    return ({ ledger }) => ledger.declareDestinations([aDestination({ name })]);
  },
  holdDestination: async ({ ledger }) => {
    const ask = { id: anId(), name: await aDeclaredDestination(ledger), ...person };
    return (far) => far.ledger.holdDestination(ask);
  },
  releaseDestination: async ({ ledger }) => {
    const name = await aDeclaredDestination(ledger);
    await ledger.holdDestination({ id: anId(), name, ...person });
    const ask = { id: anId(), name };
    return (far) => far.ledger.releaseDestination(ask);
  },
  declare: async () => {
    const holder = aHolder();
    const action = aNewAction(holder);
    return ({ ledger }) => ledger.declare(holder, [action]);
  },
  begin: async () => {
    const holder = aHolder();
    const [action, attempt] = [aNewAction(holder), anAttemptAsk()];
    return async ({ ledger }) => rightToSend(await ledger.begin(holder, action, attempt));
  },
  openAttempt: async (_, world) => {
    const holder = aHolder();
    const { action, attempt } = await begun(world, holder);
    await world.store.report(aReport(attempt.id, "not_sent"));
    const ask = { actionId: action.id, version: 2, attemptId: anId(), deadlineMs: 3_000 };
    return ({ ledger }) => ledger.openAttempt(holder, ask);
  },
  report: async (_, world) => {
    const { attempt } = await begun(world, aHolder());
    return ({ ledger }) => ledger.report(aReport(attempt.id, "confirmed"));
  },
  raiseFence: async (_, world) => {
    const holder = aHolder();
    await begun(world, holder);
    return ({ ledger }) => ledger.raiseFence(holder.runId, 2).then(() => null);
  },
  workerExitSeen: async (_, world) => {
    const holder = aHolder();
    await begun(world, holder);
    return ({ ledger }) => ledger.workerExitSeen(holder.workerId);
  },
  grant: async (near) => {
    const { id } = await aHeldAction(near.ledger);
    const grant = aGrant();
    return ({ ledger }) => ledger.grant(grant, [{ actionId: id, fingerprint: "f1" }]);
  },
  withdraw: async (near) => {
    const { id } = await aHeldAction(near.ledger);
    return ({ ledger }) => ledger.withdraw({ actionIds: [id] }, "denied").then(() => null);
  },
  recordNearMiss: async (_, world) => {
    const near = await aNearMiss(world);
    return ({ ledger }) => ledger.recordNearMiss(near);
  },
  keepOutcome: async (_, world) => {
    const near = await aNearMiss(world);
    await world.store.recordNearMiss(near);
    const ask = { id: anId(), actionId: near.actionId, fingerprint: "f2", ...person };
    return ({ ledger }) => ledger.keepOutcome(ask);
  },
  revise: async (_, world) => {
    const { action, attempt } = await begun(world, aHolder());
    await world.store.report(aReport(attempt.id, "refused"));
    const id = anId();
    const names = { id, providerKey: `rp_${id}`, marker: `reprise:${id}`, fingerprint: "f2", payload: "{}" };
    return ({ ledger }) => ledger.revise({ ...names, replaces: action.id, revision: 2, accepts: null, ...person });
  },
  markSecond: async (_, world) => {
    const { action, attempt } = await begun(world, aHolder());
    await world.store.report(aReport(attempt.id, "confirmed"));
    const [executionId, id] = [anId(), anId()];
    const repeat = { actionId: action.id, executionId, runId: null, cause: "resume", proofAttemptId: null } as const;
    await world.store.recordAvoided(repeat);
    const names = { id, occurrence: "second 1", businessKey: `key of ${id}`, providerKey: id, marker: id };
    return ({ ledger }) => ledger.markSecond({ ...names, actionId: action.id, executionId, ...person });
  },
  settle: async (_, world) => {
    const { action } = await unknownAction(world, aHolder());
    const ask = { id: anId(), actionId: action.id, version: 2, as: "happened" as const, ...said };
    return ({ ledger }) => ledger.settle(ask);
  },
  settleContradiction: async (_, world) => {
    const { action, attempt } = await begun(world, aHolder());
    for (const outcome of ["refused", "confirmed"] as const) await world.store.report(aReport(attempt.id, outcome));
    const { version = 0 } = (await world.store.findAction(action.id)) ?? {};
    const ask = { id: anId(), actionId: action.id, version, found: "once" as const, ...said };
    return ({ ledger }) => ledger.settleContradiction(ask);
  },
  proposeSettlement: async (_, world) => {
    const ask = await aProposal(world);
    return ({ ledger }) => ledger.proposeSettlement(ask);
  },
  decideProposal: async (_, world) => {
    const proposed = await aProposal(world);
    await world.store.proposeSettlement(proposed);
    const ask = { id: anId(), proposalId: proposed.id, verdict: "confirm" as const, version: 2 };
    return ({ ledger }) => ledger.decideProposal({ ...ask, ...person, byPerson: "bo" });
  },
  recordAvoided: async (_, world) => {
    const { action } = await begun(world, aHolder());
    const repeat = { actionId: action.id, executionId: anId(), runId: null, proofAttemptId: null };
    return ({ ledger }) => ledger.recordAvoided({ ...repeat, cause: "resume" });
  },
  askProbe: async (_, world) => {
    const { action } = await unknownAction(world, aHolder());
    const ask = { probeId: anId(), actionId: action.id, by: "Ada", notBefore: monday };
    return ({ ledger }) => ledger.askProbe(ask);
  },
  reportProbe: async (_, world) => {
    const { action } = await unknownAction(world, aHolder());
    const { id: probeId } = await world.store.askProbe({
      ...{ probeId: anId(), actionId: action.id, by: "Ada", notBefore: monday },
    });
    const report = { probeId, result: "found" as const, count: 1, detail: "One.", record: null };
    return ({ ledger }) => ledger.reportProbe(report, "happened");
  },
};

const commandWrites: Record<Writes<CommandStore>, PortWrite> = {
  accept: async () => {
    const command = aCommand();
    return async (far) => {
      const answer = await far.commands.accept(command);
      // Found as accepted and not finished, it is applied like a new one.
      return answer.accepted || answer.earlier.state === "accepted";
    };
  },
  finish: async ({ commands }) => {
    const command = await anAcceptedCommand(commands);
    return (far) => far.commands.finish(command.id, { state: "applied", answer: { ok: true }, after: null });
  },
  observe: async ({ commands }) => {
    const command = await anAcceptedCommand(commands);
    return (far) => far.commands.observe(command.id, "Its run went on.");
  },
  setMark: async () => {
    const name = `mark ${anId()}`;
    return (far) => far.commands.setMark(name, 1);
  },
};

export const portWrites: [string, PortWrite][] = Object.entries({
  ...progressWrites,
  ...ledgerWrites,
  ...commandWrites,
});

async function aRegisteredWorker(progress: ProgressStore): Promise<WorkerRecord> {
  const worker = aWorker();
  await progress.registerWorker(worker);
  return worker;
}

async function aDeclaredDestination(ledger: LedgerStore): Promise<string> {
  await ledger.declareDestinations([aDestination()]);
  return aDestination().name;
}

async function aHeldAction(ledger: LedgerStore): Promise<NewAction> {
  const holder = aHolder();
  const action = aNewAction(holder, { needsGrant: true });
  await ledger.declare(holder, [action]);
  return action;
}

async function aNearMiss(world: LedgerWorld) {
  const { action } = await begun(world);
  const near = { id: anId(), kind: "other_payload", actionId: action.id, runId: anId(), executionId: anId() } as const;
  return { ...near, fingerprint: "f2", payload: '{"text":"Other"}', state: "open" as const };
}

async function aProposal(world: LedgerWorld) {
  const { action } = await unknownAction(world, aHolder(), payment);
  return { id: anId(), actionId: action.id, version: 2, as: "send_again" as const, ...said, byPerson: "ada" };
}

/** A begin that is repeated finds its own attempt among the facts, where the engine reads the same right to send. */
function rightToSend(answer: BeginResult | StaleLease): unknown {
  if ("refused" in answer) return answer;
  const { attempts } = answer.opened ? { attempts: [answer.fresh.attempt] } : answer.facts;
  return attempts;
}

const aCommand = (): NewCommand => ({
  ...({ id: anId(), kind: "resume", objectKind: "run", objectId: anId(), by: "Ada", role: "operator" } as const),
  ...{ reason: "The CRM is back.", shown: null, before: null },
});

async function anAcceptedCommand(commands: CommandStore): Promise<NewCommand> {
  const command = aCommand();
  await commands.accept(command);
  return command;
}
