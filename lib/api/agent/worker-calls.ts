/** What a worker does over HTTP: everything that it does over the direct backend. */

import { beginAttempt } from "@/lib/engine/begin-attempt";
import { claimRun } from "@/lib/engine/claim-run";
import { holdActions } from "@/lib/engine/hold-actions";
import { recordProgress } from "@/lib/engine/record-progress";
import { reportProbe, takeProbe } from "@/lib/engine/run-probe";
import { startRun } from "@/lib/engine/start-run";
import { takeSecond } from "@/lib/engine/take-second";
import { isFinal } from "@/lib/ledger/action";
import * as contract from "../contract/agent";
import { found } from "../route";
import { agentCall, mayUse, mayUseDestinations, mayUseRun } from "./agent-call";
import { waitForRun } from "./wait-for-run";

const worker = { scopes: ["worker"] as const };
const ok = { ok: true } as const;

export const start = agentCall({
  ...worker,
  path: "/worker/start",
  summary: "Start a run. The same logical run id again returns the first one.",
  ask: contract.StartAsk,
  answer: contract.StartAnswer,
  async handle({ engine, key, ask }) {
    mayUse(key, "worker", [{ workflow: ask.workflow }]);
    return startRun(engine, { ...ask, input: ask.input });
  },
});

export const register = agentCall({
  ...worker,
  path: "/worker/register",
  summary: "Say which workflows and destinations a worker has code for.",
  ask: contract.RegisterAsk,
  answer: contract.OkAnswer,
  async handle({ engine, key, ask }) {
    mayUse(
      key,
      "worker",
      ask.worker.workflows.map(({ name }) => ({ workflow: name })),
    );
    mayUseDestinations(key, "worker", [...ask.worker.destinations, ...ask.destinations.map(({ name }) => name)]);
    await engine.progress.registerWorker(ask.worker);
    await engine.ledger.declareDestinations(ask.destinations);
    return ok;
  },
});

export const seen = agentCall({
  ...worker,
  path: "/worker/seen",
  summary: "Say that the worker is there; every few seconds.",
  bucket: "heartbeats",
  mutates: false,
  ask: contract.WorkerAsk,
  answer: contract.OkAnswer,
  async handle({ engine, ask }) {
    await engine.progress.workerSeen(ask.workerId);
    return ok;
  },
});

export const learned = agentCall({
  ...worker,
  path: "/worker/learned",
  summary: "Say which shapes of results the worker's code reads.",
  ask: contract.LearnedAsk,
  answer: contract.OkAnswer,
  async handle({ engine, ask }) {
    await engine.progress.workerLearned(ask.workerId, ask.shapes);
    return ok;
  },
});

export const ended = agentCall({
  ...worker,
  path: "/worker/ended",
  summary: "Say that the worker ended and holds nothing any more.",
  ask: contract.WorkerAsk,
  answer: contract.OkAnswer,
  async handle({ engine, ask }) {
    await engine.progress.workerEnded(ask.workerId, false);
    return ok;
  },
});

export const claim = agentCall({
  ...worker,
  path: "/worker/claim",
  summary: "Take the next run to execute, waiting for one if there is none yet.",
  ask: contract.ClaimAsk,
  answer: contract.ClaimAnswer,
  async handle({ engine, key, ask, signal }) {
    mayUse(
      key,
      "worker",
      ask.worker.workflows.map(({ name }) => ({ workflow: name })),
    );
    return { claimed: await waitForRun(() => claimRun(engine, ask.worker), ask.waitMs, signal) };
  },
});

export const heartbeat = agentCall({
  ...worker,
  path: "/worker/heartbeat",
  summary: "Renew a lease.",
  bucket: "heartbeats",
  mutates: false,
  ask: contract.HeartbeatAsk,
  answer: contract.HeartbeatAnswer,
  handle: ({ engine, ask }) => engine.progress.renew(ask.lease),
});

export const record = agentCall({
  ...worker,
  path: "/worker/record",
  summary: "Write steps, results, validations, log lines and the end of a run, all or nothing.",
  ask: contract.RecordAsk,
  answer: contract.RecordAnswer,
  handle: ({ engine, ask }) => recordProgress(engine, ask.lease, ask.write),
});

export const begin = agentCall({
  ...worker,
  path: "/worker/begin",
  summary: "Ask for the right to attempt an action of a run.",
  ask: contract.BeginAsk,
  answer: contract.BeginAnswer,
  async handle({ engine, key, ask }) {
    const { declaration } = ask.intent;
    mayUseDestinations(key, "worker", [declaration.name]);
    await mayUseRun(engine, key, ask.holder.runId, ask.logicalRunId);
    return beginAttempt(engine, {
      ...ask,
      intent: { ...ask.intent, payload: ask.intent.payload },
      deadlineMs: declaration.deadlineMs,
    });
  },
});

export const hold = agentCall({
  ...worker,
  path: "/worker/hold",
  summary: "Declare actions that a person must approve before they are sent.",
  ask: contract.HoldActionsAsk,
  answer: contract.HoldActionsAnswer,
  async handle({ engine, key, ask }) {
    mayUseDestinations(
      key,
      "worker",
      ask.actions.map(({ intent }) => intent.declaration.name),
    );
    await mayUseRun(engine, key, ask.holder.runId, ask.logicalRunId);
    const { runId, executionId, token } = ask.holder;
    const actions = ask.actions.map(({ actionId, intent }) => ({
      actionId,
      intent: { ...intent, payload: intent.payload },
    }));
    return holdActions(engine, { ...ask, actions, lease: { runId, executionId, token } });
  },
});

export const unsettled = agentCall({
  ...worker,
  path: "/worker/unsettled",
  mutates: false,
  summary: "The actions of a run that are not final.",
  ask: contract.UnsettledAsk,
  answer: contract.UnsettledAnswer,
  async handle({ engine, key, ask: { runId } }) {
    await mayUseRun(engine, key, runId);
    const records = await engine.ledger.readRunActions(runId);
    const open = records.map(({ action }) => action).filter(({ state }) => !isFinal(state));
    return { actions: open.map(({ id, ...rest }) => ({ actionId: id, ...rest })) };
  },
});

export const second = agentCall({
  ...worker,
  path: "/worker/second",
  summary: "Take a genuine second action that a person released and that no run asks for.",
  ask: contract.SecondAsk,
  answer: contract.SecondAnswer,
  async handle({ engine, key, ask }) {
    // They are found by type alone, so a limited key might be handed one that it is not for.
    if (key.workflows !== null || key.destinations !== null) return { task: null };
    return { task: await takeSecond(engine, ask.types) };
  },
});

export const probe = agentCall({
  ...worker,
  path: "/worker/probe",
  summary: "Take a look-up that is due at one of these destinations.",
  ask: contract.ProbeTaskAsk,
  answer: contract.ProbeTaskAnswer,
  async handle({ engine, key, ask }) {
    mayUseDestinations(key, "worker", ask.destinations);
    return { task: await takeProbe(engine, ask.workerId, ask.destinations) };
  },
});

export const probeReport = agentCall({
  ...worker,
  path: "/worker/probe-report",
  summary: "Hand in what the destination said to a look-up.",
  ask: contract.ProbeReportAsk,
  answer: contract.OkAnswer,
  async handle({ engine, key, ask: { probeId, actionId, answer } }) {
    // Judged on the ledger's own facts, not on what a program says about them.
    const { action, attempts, probes } = found(await engine.ledger.readAction(actionId), "action_not_found", "action");
    mayUseDestinations(key, "worker", [action.destination]);
    const taken = found(probes.find(({ id }) => id === probeId) ?? null, "action_not_found", "look-up");
    await reportProbe(engine, { action, attempts, probe: taken }, { ...answer, record: answer.record });
    return ok;
  },
});

export const workerCalls = [
  start,
  register,
  seen,
  learned,
  ended,
  claim,
  heartbeat,
  record,
  begin,
  hold,
  unsettled,
  second,
  probe,
  probeReport,
] as const;
