/**
 * What programs ask: workers, and whoever guards a call without a run. One schema validates, describes and types each ask
 * and answer. Every call may be repeated with the same ids and has one effect.
 */

import { z } from "zod";
import { actionStates, outcomes, transportResults } from "@/lib/ledger/action";
import { verdictKinds } from "@/lib/ledger/verdict";
import { executionKinds } from "@/lib/progress/execution";
import { retryReasons } from "@/lib/progress/retry";
import { runCauses } from "@/lib/progress/run";
import { stepKinds, stepStates } from "@/lib/progress/step";
import type { Claimed as ClaimedType, ProgressWrite as ProgressWriteType } from "@/lib/progress/store";
import { expiryEffects } from "@/lib/progress/validation";
import { Action, Attempt, attemptReasons, Destination, Hold, Probe } from "./action";
import { Id, Identifier, Role, Time } from "./basics";
import { Run, StepError, Validation } from "./run";

const JsonText = z.string().describe("JSON as text, kept letter by letter");
const Occurrence = z
  .union([z.literal(""), Identifier])
  .describe('Tells repeats for one object apart; "" for the only one');
const Ok = z.object({ ok: z.literal(true) });

// Runs

export const StartAsk = z.object({
  id: Id.describe("Made by the caller"),
  workflow: Identifier,
  workflowVersion: z.number().int().min(1),
  logicalRunId: Identifier.describe("Unique per workflow: a second start with it returns the first run"),
  subject: Identifier.nullable(),
  requestedBy: Identifier.nullable().optional(),
  input: z.unknown(),
  recovery: z.enum(["automatic", "manual"]),
  leaseMs: z.number().int().min(1_000).max(3_600_000),
});
export const StartAnswer = z.object({ run: Run, created: z.boolean() });

// Workers

const WorkerShape = z.object({
  workflow: z.string(),
  step: z.string(),
  schemaVersion: z.number().int(),
  migratesFrom: z.array(z.number().int()),
});
export const WorkerRecord = z.object({
  id: Id,
  name: Identifier,
  host: Identifier,
  pid: z.number().int(),
  workflows: z.array(z.object({ name: Identifier, version: z.number().int() })).max(1_000),
  destinations: z.array(Identifier).max(1_000),
  shapes: z.array(WorkerShape).max(10_000),
});
export const RegisterAsk = z.object({ worker: WorkerRecord, destinations: z.array(Destination).max(1_000) });
export const WorkerAsk = z.object({ workerId: Id });
export const LearnedAsk = z.object({ workerId: Id, shapes: z.array(WorkerShape).max(10_000) });
export const OkAnswer = Ok;

const Lease = z.object({ runId: Id, executionId: Id, token: z.number().int() });
const Refused = z.object({
  refused: z.enum([
    "stale_lease",
    "run_finished",
    "run_cancelled",
    "already_resumed",
    "server_behind",
    "run_waits_for_person",
    "run_is_running",
    "run_purged",
    "run_not_found",
  ]),
  by: z.string().nullable(),
  at: Time.nullable(),
});

/** A request is never held longer: proxies in between cut what takes a minute. */
export const claimWaitMaxMs = 25_000;
export const ClaimAsk = z.object({
  worker: WorkerRecord,
  waitMs: z.number().int().min(0).max(claimWaitMaxMs).default(0).describe("How long to wait for a run"),
});
const RecordedStep = z.object({
  checkpointId: Id,
  stepId: Id,
  name: z.string(),
  occurrence: z.string(),
  kind: z.enum(stepKinds),
  actionId: Id.nullable(),
  ordinal: z.number(),
  number: z.number(),
  schemaName: z.string(),
  schemaVersion: z.number(),
  hash: z.string(),
  body: JsonText,
  at: Time,
});
const OpenStep = z.object({
  stepId: Id,
  name: z.string(),
  occurrence: z.string(),
  kind: z.enum(stepKinds),
  actionId: Id.nullable(),
  ordinal: z.number(),
  attempts: z.number(),
  failedAttempts: z.number(),
  nextTryAt: Time.nullable(),
  validation: Validation.nullable(),
  wakeAt: Time.nullable(),
});
const Claimed = z.object({
  run: Run,
  input: JsonText,
  lease: Lease,
  kind: z.enum(executionKinds),
  leaseLeftMs: z.number(),
  recorded: z.array(RecordedStep),
  open: z.array(OpenStep),
}) satisfies z.ZodType<ClaimedType>;
export const ClaimAnswer = z.object({ claimed: Claimed.nullable().describe("Null when there is no run to execute") });

export const HeartbeatAsk = z.object({ lease: Lease });
export const HeartbeatAnswer = z.union([z.object({ leaseLeftMs: z.number() }), Refused]);

const StepWrite = z.object({
  id: Id,
  name: Identifier,
  occurrence: z.string().max(600),
  kind: z.enum(stepKinds),
  ordinal: z.number().int(),
  actionId: Id.nullable().optional(),
  state: z.enum(stepStates),
  nextTryAt: Time.nullable().optional(),
  wakeInMs: z.number().nullable().optional(),
});
const AttemptWrite = z.object({
  id: Id,
  stepId: Id,
  number: z.number().int(),
  result: z.enum(["done", "failed", "lost"]).optional(),
  reason: z.enum(retryReasons).nullable().optional(),
  decidedBy: z.enum(["policy", "person"]).nullable().optional(),
  error: StepError.nullable().optional(),
  tookMs: z.number().optional(),
});
const Subject = z.object({ actionId: Id, businessKey: z.string(), fingerprint: z.string() });
const ValidationWrite = z.object({
  id: Id,
  stepId: Id,
  kind: z.enum(["approval", "answer"]),
  ask: z.string(),
  role: Role,
  subjects: z.array(Subject),
  shown: z.unknown(),
  withinMs: z.number(),
  quorum: z.union([z.literal(1), z.literal(2)]).optional(),
  fourEyes: z.boolean().optional(),
  onExpiry: z.enum(expiryEffects).optional(),
  escalation: z.object({ role: Role, withinMs: z.number() }).nullable().optional(),
});
const CheckpointWrite = z.object({
  id: Id,
  stepId: Id,
  schemaName: z.string(),
  schemaVersion: z.number().int(),
  hash: z.string(),
  body: JsonText,
});
const CopyWrite = z.object({ id: Id, parentId: Id, schemaVersion: z.number().int(), hash: z.string(), body: JsonText });
const JournalWrite = z.object({
  level: z.enum(["debug", "info", "warn", "error"]),
  text: z.string(),
  stepId: Id.nullable().optional(),
});
const Cause = z.enum(Object.keys(runCauses) as [keyof typeof runCauses, ...(keyof typeof runCauses)[]]);
const RunEnd = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("finished"), output: JsonText }),
  z.object({ kind: z.literal("failed"), error: StepError, text: z.string() }),
  z.object({ kind: z.literal("blocked"), cause: Cause, text: z.string(), actionIds: z.array(Id) }),
  z.object({
    kind: z.literal("suspended"),
    cause: z.enum(["validation", "timer", "retry", "action_in_flight", "destination_held"]),
    text: z.string(),
    validationIds: z.array(Id),
    actionIds: z.array(Id).optional(),
    wakeInMs: z.number().nullable(),
  }),
  z.object({ kind: z.literal("released"), text: z.string() }),
]);
const ProgressWrite = z.object({
  id: Id.describe("New for each write; a repeat with it is applied once").optional(),
  steps: z.array(StepWrite).optional(),
  attempts: z.array(AttemptWrite).optional(),
  validations: z.array(ValidationWrite).optional(),
  copies: z.array(CopyWrite).optional(),
  checkpoints: z.array(CheckpointWrite).optional(),
  journal: z.array(JournalWrite).optional(),
  end: RunEnd.optional(),
}) satisfies z.ZodType<ProgressWriteType>;
export const RecordAsk = z.object({ lease: Lease, write: ProgressWrite });
export const RecordAnswer = z.union([
  z.object({ recorded: z.literal(true), at: Time, resumeNow: z.boolean() }),
  Refused,
]);

// Actions

const named = {
  type: Identifier.describe('What is done, such as "crm.note"'),
  object: Identifier.describe("The business object, such as a ticket's id"),
};
const GuardIntent = z.object({
  ...named,
  occurrence: Occurrence.default(""),
  payload: z.unknown().describe("What is sent; another one under the same key is refused"),
  volatileFields: z.array(z.string()).default([]).describe("Dotted paths that may differ between two asks"),
  declaration: Destination,
});
const Intent = GuardIntent.extend({ needsGrant: z.boolean() });
const Holder = Lease.extend({ workerId: Id, executionKind: z.enum(executionKinds) });

export const BeginAsk = z.object({
  holder: Holder,
  logicalRunId: Identifier,
  intent: Intent,
  actionId: Id,
  attemptId: Id.describe("The nonce of this ask"),
  validationId: Id.nullable(),
});
const Proceed = z.object({
  id: Id.describe("The attempt, for its report"),
  number: z.number(),
  providerKey: z.string().describe("The idempotency key for the destination: equal in all attempts"),
  marker: z.string().describe("To be stored in the destination's record, by which it is looked up"),
  payload: z.unknown().describe("What to send, whatever was asked"),
  deadlineMs: z.number().describe("How long the call may take, counted from the ask"),
});
const answers = [
  z.object({ answer: z.literal("proceed"), actionId: Id, attempt: Proceed }),
  z.object({
    answer: z.literal("stored"),
    actionId: Id,
    state: z.enum(["confirmed", "refused"]),
    response: z.unknown(),
    settledAt: Time,
    detailsPurged: z.boolean(),
  }),
  z.object({ answer: z.literal("in_flight"), actionId: Id, retryAfterMs: z.number() }),
  z.object({ answer: z.literal("held"), actionId: Id, ask: z.string().nullable() }),
  z.object({ answer: z.literal("withdrawn"), actionId: Id, why: z.enum(["denied", "expired", "cancelled"]) }),
  z.object({ answer: z.literal("outcome_unknown"), actionId: Id, windowClosedAt: Time.nullable() }),
  z.object({ answer: z.literal("payload_mismatch"), actionId: Id, paths: z.array(z.string()) }),
  z.object({ answer: z.literal("approval_mismatch"), actionId: Id, paths: z.array(z.string()) }),
  z.object({ answer: z.literal("destination_held"), actionId: Id, hold: Hold }),
] as const;
export const GuardAnswer = z.discriminatedUnion("answer", answers);
export const BeginAnswer = z.discriminatedUnion("answer", [...answers, z.object({ answer: z.literal("stale_lease") })]);

export const HoldActionsAsk = z.object({
  holder: Holder,
  logicalRunId: Identifier,
  actions: z.array(z.object({ actionId: Id, intent: Intent })).max(100),
});
export const HoldActionsAnswer = z.discriminatedUnion("answer", [
  z.object({ answer: z.literal("held"), subjects: z.array(Subject) }),
  z.object({ answer: z.literal("granted") }),
  z.object({ answer: z.literal("payload_mismatch"), actionId: Id }),
  z.object({ answer: z.literal("stale_lease") }),
]);

export const ReportAsk = z.object({
  attemptId: Id,
  outcome: z.enum(outcomes).describe("What is proven; unknown for everything else"),
  transport: z.enum(transportResults),
  reason: z.enum(attemptReasons).nullable().default(null),
  httpCode: z.number().int().nullable().default(null),
  detail: z.string().max(10_000).nullable().default(null),
  response: JsonText.nullable().default(null),
  deduplicated: z.boolean().default(false),
});
export const ReportAnswer = z.union([
  z.object({
    reported: z.literal(true),
    state: z.enum(actionStates),
    settledAt: Time.nullable(),
    contradicted: z.boolean(),
  }),
  z.object({ reported: z.literal(false), why: z.literal("attempt_not_found") }),
]);

export const UnsettledAsk = z.object({ runId: Id });
export const UnsettledAnswer = z.object({
  actions: z.array(
    z.object({ actionId: Id, type: z.string(), object: z.string(), occurrence: z.string(), state: z.string() }),
  ),
});

export const SecondAsk = z.object({ types: z.array(Identifier).max(1_000) });
export const SecondAnswer = z.object({
  task: z.object({ action: z.object({ id: Id, type: z.string(), object: z.string() }), attempt: Proceed }).nullable(),
});

export const ProbeTaskAsk = z.object({ workerId: Id, destinations: z.array(Identifier).max(1_000) });
export const ProbeTaskAnswer = z.object({
  task: z.object({ probe: Probe, action: Action, attempts: z.array(Attempt) }).nullable(),
});
export const ProbeReportAsk = z.object({
  probeId: Id,
  actionId: Id,
  answer: z.object({
    found: z.boolean(),
    complete: z.boolean(),
    count: z.number().int().min(0),
    detail: z.string().max(10_000),
    record: z.unknown(),
  }),
});

// Guard

export const GuardAsk = z.object({
  intent: GuardIntent,
  actionId: Id.describe("For an action that is new; a known one keeps its own id"),
  attemptId: Id.describe("The nonce of this ask: sent again after a lost reply, it gets the same answer"),
});
export const GuardStateAsk = z.object({ ...named, occurrence: Occurrence.default("") });
export const GuardStateAnswer = z.object({
  guarded: z
    .object({
      actionId: Id,
      destination: z.string(),
      state: z.enum(actionStates),
      verdict: z.object({ kind: z.enum(verdictKinds), until: Time.nullable(), reasons: z.array(z.string()) }),
      attempts: z.number(),
      response: z.unknown(),
      settledAt: Time.nullable(),
    })
    .nullable()
    .describe("Null when nobody ever began it"),
});
