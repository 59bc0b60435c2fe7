/** Records that are coherent by themselves: a test names only what it is about. */

import type { Action, Attempt } from "@/lib/ledger/action";
import type { Destination } from "@/lib/ledger/destination";
import type { ActionRecord } from "@/lib/ledger/store";
import type { Checkpoint } from "@/lib/progress/checkpoint";
import type { Run } from "@/lib/progress/run";
import type { Step } from "@/lib/progress/step";
import type { RunRecord } from "@/lib/progress/store";

/** 2026-03-02 09:00 UTC, a Monday. */
export const monday = Date.UTC(2026, 2, 2, 9);

let made = 0;
export const anId = (): string => {
  made += 1;
  return `00000000-0000-7000-8000-${made.toString(16).padStart(12, "0")}`;
};

export const aRun = (over: Partial<Run> = {}): Run => ({
  id: anId(),
  workflow: "support-ticket",
  workflowVersion: 1,
  logicalRunId: "desk-event-1",
  subject: "T-1041",
  requestedBy: null,
  state: "interrupted",
  cause: "execution_lost",
  causeText: "Its worker stopped answering.",
  waitsFor: { actionIds: [], validationIds: [] },
  wakeAt: null,
  recovery: "manual",
  leaseMs: 5_000,
  token: 1,
  executionCount: 1,
  resumeCount: 0,
  checkpointCount: 0,
  createdAt: monday,
  startedAt: monday,
  endedAt: null,
  lastActivityAt: monday,
  purgedAt: null,
  ...over,
});

export const aStep = (run: Run, over: Partial<Step> = {}): Step => ({
  id: anId(),
  runId: run.id,
  name: "read-ticket",
  occurrence: "",
  kind: "step",
  state: "done",
  ordinal: 1,
  actionId: null,
  validationId: null,
  executionId: anId(),
  startedAt: monday,
  endedAt: monday + 1_000,
  supersededBy: null,
  nextTryAt: null,
  ...over,
});

export const aCheckpoint = (step: Step, number: number, over: Partial<Checkpoint> = {}): Checkpoint => ({
  id: anId(),
  runId: step.runId,
  number,
  stepId: step.id,
  stepName: step.name,
  occurrence: step.occurrence,
  schemaName: step.name,
  schemaVersion: 1,
  hash: "h",
  bytes: 10,
  executionId: step.executionId,
  createdAt: step.endedAt ?? monday,
  migrated: null,
  purgedAt: null,
  supersededBy: null,
  ...over,
});

/** A run whose named steps are done and checkpointed, one after the other. */
export function aRunRecord(run: Run, doneSteps: readonly string[], more: readonly Step[] = []): RunRecord {
  const done = doneSteps.map((name, i) => aStep(run, { name, ordinal: i + 1 }));
  return {
    run: { ...run, checkpointCount: done.length },
    input: "{}",
    output: null,
    error: null,
    lease: null,
    executions: [],
    steps: [...done, ...more],
    attempts: [],
    checkpoints: done.map((step, i) => aCheckpoint(step, i + 1)),
    validations: [],
    journal: [],
  };
}

/** Neither deduplicates nor can be asked, unless the test says so. */
export const aDestination = (over: Partial<Destination> = {}): Destination => ({
  name: "queue",
  title: "the queue",
  effect: "compensatable",
  impact: "escalates_to_people",
  deduplicates: null,
  probe: null,
  preExecutionCodes: [],
  deadlineMs: 3_000,
  owner: null,
  runbook: null,
  ...over,
});

/** The CRM of the worked example: no deduplication, found by marker, 10 s horizon. */
export const aCrm = (over: Partial<Destination> = {}): Destination =>
  aDestination({
    name: "crm",
    title: "the CRM",
    effect: "compensatable",
    impact: "pollutes_data",
    probe: { matchingField: "marker", horizonMs: 10_000, acceptsSilentHolders: false },
    ...over,
  });

export const anAction = (over: Partial<Action> = {}): Action => ({
  id: anId(),
  runId: anId(),
  logicalRunId: "desk-event-1",
  type: "crm.note",
  object: "T-1041",
  occurrence: "",
  businessKey: `key-${anId()}`,
  revision: 1,
  live: true,
  declaredFingerprint: over.fingerprint ?? "f",
  acceptedFingerprints: [],
  providerKey: "rp_x",
  marker: "reprise:x",
  fingerprint: "f",
  destination: "crm",
  declaration: aCrm(),
  state: "planned",
  needsGrant: false,
  grant: null,
  withdrawnWhy: null,
  version: 1,
  createdAt: monday,
  firstBegunAt: null,
  settledAt: null,
  contradictedAt: null,
  contradictionFound: null,
  riskAccepted: false,
  payloadBytes: 2,
  purgedAt: null,
  response: null,
  ...over,
});

export const anAttempt = (action: Action, over: Partial<Attempt> = {}): Attempt => ({
  id: anId(),
  actionId: action.id,
  number: 1,
  token: 1,
  executionId: anId(),
  workerId: anId(),
  begunAt: monday,
  deadlineAt: monday + 3_000,
  endedAt: monday + 100,
  outcome: "confirmed",
  closedBy: "report",
  transport: "accepted",
  reason: null,
  httpCode: 201,
  detail: null,
  holderEndedAt: monday + 100,
  resolution: null,
  ...over,
});

export const anActionRecord = (action: Action, attempts: readonly Attempt[] = []): ActionRecord => ({
  action,
  payload: "{}",
  attempts: [...attempts],
  fence: 1,
  absentDidNotSettle: false,
  hold: null,
  proposal: null,
  probes: [],
  evidence: [],
  avoided: [],
  nearMisses: [],
});
