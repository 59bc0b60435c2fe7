/** A progress store to test against, its clock in the test's hands, and asks that are coherent by themselves. */

import { createHash } from "node:crypto";
import type { Lease } from "@/lib/progress/execution";
import type {
  Claimed,
  NewRun,
  ProgressStore,
  ProgressWrite,
  Recorded,
  StepWrite,
  ValidationWrite,
} from "@/lib/progress/store";
import type { WorkerRecord } from "@/lib/progress/worker";
import { anId } from "./factories";

export type ProgressWorld = {
  store: ProgressStore;
  /** The clock stands still at this time until it is set again; it starts at `monday`. */
  setNow(at: number): Promise<void>;
};
export type MakeProgressWorld = () => Promise<ProgressWorld>;

export const second = 1_000;
export const minute = 60 * second;
export const leaseMs = 30 * second;

export const aNewRun = (over: Partial<NewRun> = {}): NewRun => {
  const id = anId();
  return {
    id,
    workflow: "support-ticket",
    workflowVersion: 1,
    logicalRunId: `event of ${id}`,
    subject: "T-1041",
    input: '{"ticketId":"T-1041"}',
    recovery: "manual",
    leaseMs,
    ...over,
  };
};

export const aWorker = (over: Partial<WorkerRecord> = {}): WorkerRecord => ({
  id: anId(),
  name: "worker-a",
  host: "host-1",
  pid: 4711,
  workflows: [{ name: "support-ticket", version: 1 }],
  destinations: ["crm"],
  shapes: [],
  ...over,
});

export const claimNext = (store: ProgressStore, worker: WorkerRecord = aWorker()): Promise<Claimed | null> =>
  store.claim({ worker, executionId: anId() });

/** A run that a registered worker has just claimed. */
export async function aClaimedRun(
  store: ProgressStore,
  over: Partial<NewRun> = {},
  worker = aWorker(),
): Promise<Claimed> {
  await store.registerWorker(worker);
  const { run } = await store.startRun(aNewRun(over));
  const claimed = await claimNext(store, worker);
  if (claimed?.run.id !== run.id) throw new Error("Another run was claimed: start this one in an empty store.");
  return claimed;
}

export const aStepWrite = (name: string, over: Partial<StepWrite> = {}): StepWrite => ({
  id: anId(),
  name,
  occurrence: "",
  kind: "step",
  ordinal: 1,
  state: "running",
  ...over,
});

/** A step that is done at its first attempt, with its checkpoint. */
export function aDoneStep(name: string, over: Partial<StepWrite> = {}, body = `"${name}"`): ProgressWrite {
  const step = aStepWrite(name, { ...over, state: "done" });
  return {
    steps: [step],
    attempts: [{ id: anId(), stepId: step.id, number: 1, result: "done", tookMs: 20 }],
    checkpoints: [{ id: anId(), stepId: step.id, schemaName: name, schemaVersion: 1, hash: sha256(body), body }],
  };
}

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A step that waits for a person, who has a minute. */
export function aValidationStep(name: string, over: Partial<ValidationWrite> = {}) {
  const step = aStepWrite(name, { kind: "validation", state: "needs_person" });
  const validation: ValidationWrite = {
    id: anId(),
    stepId: step.id,
    kind: "approval",
    ask: "Send this?",
    role: "approver",
    subjects: [{ actionId: anId(), businessKey: "T-1041 · crm.note", fingerprint: "f1" }],
    shown: null,
    withinMs: minute,
    ...over,
  };
  return { validation, write: { steps: [step], validations: [validation] } satisfies ProgressWrite };
}

export async function mustRecord(store: ProgressStore, lease: Lease, write: ProgressWrite): Promise<Recorded> {
  const answer = await store.record(lease, write);
  if ("refused" in answer) throw new Error(`The write was refused: ${answer.refused}`);
  return answer;
}

export const finish: ProgressWrite = { end: { kind: "finished", output: '{"ok":true}' } };

export const block = (over: { actionIds?: string[] } = {}): ProgressWrite => ({
  end: { kind: "blocked", cause: "outcome_unknown", text: "The CRM did not answer.", actionIds: [], ...over },
});

/** Suspended until a person decides on these. */
export const awaitPerson = (...validationIds: string[]): ProgressWrite => ({
  end: { kind: "suspended", cause: "validation", text: "It waits for a decision.", validationIds, wakeInMs: null },
});

export const sleep = (wakeInMs: number): ProgressWrite => ({
  end: { kind: "suspended", cause: "timer", text: "It sleeps.", validationIds: [], wakeInMs },
});

/** A run that waits for one decision, requested at `monday` and due a minute later. */
export async function aWaitingRun(store: ProgressStore, over: Partial<ValidationWrite> = {}) {
  const { run, lease } = await aClaimedRun(store);
  const { validation, write } = aValidationStep("approve", over);
  await mustRecord(store, lease, { ...write, ...awaitPerson(validation.id) });
  return { run, lease, validation };
}

export const aDecision = (validationId: string, over: Partial<Parameters<ProgressStore["decide"]>[0]> = {}) => ({
  validationId,
  decisionId: anId(),
  verdict: "approve" as const,
  by: "Mia",
  role: "approver" as const,
  reason: null,
  answer: null,
  from: "Firefox on a phone",
  ...over,
});

export const aResume = (claimed: Pick<Claimed, "run" | "lease">, fromCheckpoint: number) => ({
  runId: claimed.run.id,
  expectedToken: claimed.lease.token,
  fromCheckpoint,
  executionId: anId(),
  by: "Mia",
  reason: "The CRM is back.",
});

export async function stateOf(store: ProgressStore, runId: string) {
  const run = await store.findRun(runId);
  return run?.state;
}
