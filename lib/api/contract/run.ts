/** Runs as the API gives them: progress only. */

import { z } from "zod";
import type { Checkpoint as CheckpointType } from "@/lib/progress/checkpoint";
import { type Execution as ExecutionType, executionKinds, executionStates } from "@/lib/progress/execution";
import { retryReasons } from "@/lib/progress/retry";
import { type Run as RunType, runCauses, runStates } from "@/lib/progress/run";
import { type StepAttempt as StepAttemptType, type Step as StepType, stepKinds, stepStates } from "@/lib/progress/step";
import type { JournalLine as JournalLineType, RunRecord as RunRecordType } from "@/lib/progress/store";
import {
  type Decision as DecisionType,
  expiryEffects,
  type Validation as ValidationType,
  validationStates,
} from "@/lib/progress/validation";
import { Id, Identifier, listOf, PageAsk, RangeAsk, Role, SearchText, Time } from "./basics";

const Cause = z.enum(Object.keys(runCauses) as [keyof typeof runCauses, ...(keyof typeof runCauses)[]]);

const runFields = {
  id: Id,
  workflow: z.string(),
  workflowVersion: z.number().int(),
  logicalRunId: z.string(),
  subject: z.string().nullable(),
  requestedBy: z.string().nullable(),
  state: z.enum(runStates),
  cause: Cause.nullable(),
  causeText: z.string().nullable(),
  waitsFor: z.object({ actionIds: z.array(Id), validationIds: z.array(Id) }),
  wakeAt: Time.nullable(),
  recovery: z.enum(["automatic", "manual"]),
  leaseMs: z.number(),
  token: z.number(),
  executionCount: z.number(),
  resumeCount: z.number(),
  checkpointCount: z.number(),
  createdAt: Time,
  startedAt: Time.nullable(),
  endedAt: Time.nullable(),
  lastActivityAt: Time,
  purgedAt: Time.nullable(),
};

export const Run = z.object(runFields) satisfies z.ZodType<RunType>;

export const RunRow = z.object({
  ...runFields,
  currentStep: z.string().nullable(),
  stepsDone: z.number(),
  waitingSince: Time.nullable(),
});

export const StepError = z.object({ name: z.string(), message: z.string(), stack: z.string().optional() });

export const Execution = z.object({
  id: Id,
  runId: Id,
  number: z.number(),
  token: z.number(),
  kind: z.enum(executionKinds),
  state: z.enum(executionStates),
  workerId: Id.nullable(),
  workerName: z.string().nullable(),
  startedAt: Time,
  endedAt: Time.nullable(),
  endReason: z.string().nullable(),
  resumedFrom: z.number().nullable(),
  resumedBy: z.string().nullable(),
  resumeReason: z.string().nullable(),
}) satisfies z.ZodType<ExecutionType>;

export const Step = z.object({
  id: Id,
  runId: Id,
  name: z.string(),
  occurrence: z.string(),
  kind: z.enum(stepKinds),
  state: z.enum(stepStates),
  ordinal: z.number(),
  actionId: Id.nullable(),
  validationId: Id.nullable(),
  executionId: Id,
  startedAt: Time,
  endedAt: Time.nullable(),
  supersededBy: Id.nullable(),
  nextTryAt: Time.nullable(),
}) satisfies z.ZodType<StepType>;

export const StepAttempt = z.object({
  id: Id,
  stepId: Id,
  number: z.number(),
  executionId: Id,
  startedAt: Time,
  endedAt: Time.nullable(),
  result: z.enum(["open", "done", "failed", "lost"]),
  reason: z.enum(retryReasons).nullable(),
  decidedBy: z.enum(["policy", "person"]).nullable(),
  error: StepError.nullable(),
}) satisfies z.ZodType<StepAttemptType>;

export const Checkpoint = z.object({
  id: Id,
  runId: Id,
  number: z.number(),
  stepId: Id,
  stepName: z.string(),
  occurrence: z.string(),
  schemaName: z.string(),
  schemaVersion: z.number(),
  hash: z.string(),
  bytes: z.number(),
  executionId: Id,
  createdAt: Time,
  migrated: z.object({ fromVersion: z.number(), at: Time, executionId: Id }).nullable(),
  purgedAt: Time.nullable(),
  supersededBy: Id.nullable(),
}) satisfies z.ZodType<CheckpointType>;

const Decision = z.object({
  id: Id,
  verdict: z.enum(["approve", "reject"]),
  by: z.string(),
  byId: z.string().nullable(),
  role: Role,
  reason: z.string().nullable(),
  answer: z.unknown(),
  edits: z.array(z.object({ actionId: Id, newActionId: Id, fingerprint: z.string(), payload: z.string() })),
  decidedAt: Time,
}) satisfies z.ZodType<DecisionType>;

export const Validation = z.object({
  id: Id,
  runId: Id,
  stepName: z.string(),
  occurrence: z.string(),
  kind: z.enum(["approval", "answer"]),
  ask: z.string(),
  role: Role,
  state: z.enum(validationStates),
  subjects: z.array(z.object({ actionId: Id, businessKey: z.string(), fingerprint: z.string() })),
  shown: z.unknown(),
  requestedAt: Time,
  deadlineAt: Time,
  quorum: z.union([z.literal(1), z.literal(2)]),
  fourEyes: z.boolean(),
  onExpiry: z.enum(expiryEffects),
  escalation: z.object({ role: Role, withinMs: z.number() }).nullable(),
  escalatedAt: Time.nullable(),
  decision: Decision.nullable(),
  decisions: z.array(Decision),
}) satisfies z.ZodType<ValidationType>;

export const JournalLine = z.object({
  id: z.string(),
  at: Time,
  kind: z.enum(["log", "run", "resume", "decision"]),
  level: z.enum(["debug", "info", "warn", "error"]),
  text: z.string(),
  stepId: Id.nullable(),
  executionId: Id.nullable(),
}) satisfies z.ZodType<JournalLineType>;

export const RunRecord = z.object({
  run: Run,
  input: z.string(),
  output: z.string().nullable(),
  error: StepError.nullable(),
  lease: z.object({ workerId: Id, workerName: z.string(), renewedAt: Time, expiresAt: Time }).nullable(),
  executions: z.array(Execution),
  steps: z.array(Step),
  attempts: z.array(StepAttempt),
  checkpoints: z.array(Checkpoint),
  validations: z.array(Validation),
  journal: z.array(JournalLine),
}) satisfies z.ZodType<RunRecordType>;

export const RunListAsk = z.object({
  ...PageAsk.shape,
  ...RangeAsk.shape,
  states: listOf(runStates).optional(),
  workflow: Identifier.optional(),
  text: SearchText.optional(),
  /** Runs with a step retried for this reason between from and to. */
  retried: z.enum(retryReasons).optional(),
  /** Runs resumed, or recovered by themselves, between from and to. */
  executed: z.enum(["resume", "recovery"]).optional(),
  /** Runs that stopped for good and that nobody and nothing dealt with. */
  dealt: z.literal("open").optional(),
});

/** All runs by state, whatever a list's other filters are. */
export const RunCounts = z.object({
  ...(Object.fromEntries(runStates.map((state) => [state, z.number()])) as Record<
    (typeof runStates)[number],
    z.ZodNumber
  >),
  /** Of those that stopped for good, how many are not dealt with. */
  open: z.number(),
});

/** The state a resume from checkpoint K would start with: every live result up to K, as of then. */
export const CheckpointState = z.object({
  number: z.number(),
  results: z.array(
    z.object({
      number: z.number(),
      stepName: z.string(),
      occurrence: z.string(),
      schemaName: z.string(),
      schemaVersion: z.number(),
      at: Time,
      bytes: z.number(),
      /** JSON text; null when it is too large to show, with `bytes` saying how large, or when it was removed. */
      body: z.string().nullable(),
      purged: z.boolean(),
    }),
  ),
});
