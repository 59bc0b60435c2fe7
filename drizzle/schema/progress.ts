/** The progress half: what a run computed and where it stands. It knows no action; ids of actions are plain values. */

import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

export const progress = pgSchema("progress");

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(", ")})`);

export const workflow = progress.table(
  "workflow",
  {
    name: text().notNull(),
    version: integer().notNull(),
    seenAt: at("seen_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.version] })],
);

export const worker = progress.table("worker", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  host: text().notNull(),
  pid: integer().notNull(),
  workflows: jsonb().notNull(),
  destinations: jsonb().notNull(),
  /** The shapes of results that its code reads, as far as they were declared or met. */
  shapes: jsonb().notNull().default([]),
  startedAt: at("started_at").notNull(),
  seenAt: at("seen_at").notNull(),
  endedAt: at("ended_at"),
  exitSeen: boolean("exit_seen").notNull().default(false),
});

export const run = progress.table(
  "run",
  {
    id: uuid().primaryKey(),
    workflow: text().notNull(),
    workflowVersion: integer("workflow_version").notNull(),
    logicalRunId: text("logical_run_id").notNull(),
    subject: text(),
    /** The person on whose behalf it runs: who asked for something does not approve it where four eyes are needed. */
    requestedBy: text("requested_by"),
    input: text().notNull(),
    output: text(),
    error: jsonb(),
    state: text().notNull(),
    cause: text(),
    causeText: text("cause_text"),
    waitsForActions: uuid("waits_for_actions").array().notNull().default(sql`'{}'`),
    waitsForValidations: uuid("waits_for_validations").array().notNull().default(sql`'{}'`),
    /** From when a worker may take it by itself; null when somebody else must move it first. */
    readyAt: at("ready_at"),
    recovery: text().notNull(),
    leaseMs: integer("lease_ms").notNull(),
    executionCount: integer("execution_count").notNull().default(0),
    resumeCount: integer("resume_count").notNull().default(0),
    createdAt: at("created_at").notNull(),
    startedAt: at("started_at"),
    endedAt: at("ended_at"),
    /** Who cancelled it; null for every other end. */
    endedBy: text("ended_by"),
    /** When its retention ended; it can never run again. */
    purgedAt: at("purged_at"),
  },
  (t) => [
    uniqueIndex("run_logical").on(t.workflow, t.logicalRunId),
    index("run_ready").on(t.workflow, t.readyAt).where(sql`ready_at is not null`),
    index("run_by_state").on(t.state, t.createdAt, t.id),
    index("run_by_time").on(t.createdAt, t.id),
    index("run_by_subject").on(t.subject),
    index("run_over").on(t.endedAt, t.id).where(sql`ended_at is not null`),
    check(
      "run_state",
      oneOf("state", [
        "queued",
        "running",
        "waiting",
        "needs_person",
        "interrupted",
        "blocked",
        "succeeded",
        "failed",
        "cancelled",
      ]),
    ),
    check("run_recovery", oneOf("recovery", ["automatic", "manual"])),
    check("run_end", sql`(ended_at is not null) = (state in ('succeeded', 'failed', 'cancelled'))`),
    check("run_ready_state", sql`ready_at is null or state in ('queued', 'waiting')`),
    check("run_queued_ready", sql`state <> 'queued' or ready_at is not null`),
    check("run_purged_over", sql`purged_at is null or ended_at is not null`),
    check("run_ended_by", sql`(ended_by is not null) = (state = 'cancelled')`),
    check(
      "run_cause",
      sql`(state not in ('waiting', 'needs_person', 'interrupted', 'blocked', 'failed')) or cause is not null`,
    ),
    check(
      "run_ids_short",
      sql`octet_length(logical_run_id) between 1 and 255 and octet_length(workflow) between 1 and 255`,
    ),
  ],
);

/**
 * The narrow row that every write to a run locks first, and the only one that changes with every write: no index holds
 * a column that a heartbeat or a checkpoint changes, so these updates touch no index. Without worker, nobody holds it.
 */
export const lease = progress.table(
  "lease",
  {
    runId: uuid("run_id").primaryKey(),
    token: bigint({ mode: "number" }).notNull().default(0),
    executionId: uuid("execution_id"),
    workerId: uuid("worker_id"),
    renewedAt: at("renewed_at"),
    expiresAt: at("expires_at"),
    checkpointCount: integer("checkpoint_count").notNull().default(0),
    lastActivityAt: at("last_activity_at").notNull(),
    /** The last write that was applied, so that its repeat is recognised. */
    writeId: uuid("write_id"),
  },
  (t) => [
    index("lease_held").on(t.runId).where(sql`worker_id is not null`),
    check("lease_expiry", sql`(worker_id is null) = (expires_at is null)`),
  ],
);

export const execution = progress.table(
  "execution",
  {
    id: uuid().primaryKey(),
    runId: uuid("run_id").notNull(),
    number: integer().notNull(),
    token: bigint({ mode: "number" }).notNull(),
    kind: text().notNull(),
    state: text().notNull(),
    workerId: uuid("worker_id"),
    workerName: text("worker_name"),
    startedAt: at("started_at").notNull(),
    endedAt: at("ended_at"),
    endReason: text("end_reason"),
    resumedFrom: integer("resumed_from"),
    resumedBy: text("resumed_by"),
    resumeReason: text("resume_reason"),
    /** The run's cause, if it ended by blocking its run; that one forgets it when somebody resumes it. */
    blockedFor: text("blocked_for"),
  },
  (t) => [
    uniqueIndex("execution_number").on(t.runId, t.number),
    uniqueIndex("execution_token").on(t.runId, t.token),
    index("execution_by_time").on(t.startedAt),
    index("execution_blocked").on(t.endedAt).where(sql`blocked_for is not null`),
    check("execution_kind", oneOf("kind", ["first", "recovery", "resume", "wake"])),
    check(
      "execution_state",
      oneOf("state", ["starting", "alive", "finished", "crashed", "lost", "replaced", "stopped"]),
    ),
    check("execution_end", sql`(ended_at is not null) = (state not in ('starting', 'alive'))`),
    check("execution_resume", sql`(kind = 'resume') = (resumed_from is not null)`),
  ],
);

export const step = progress.table(
  "step",
  {
    id: uuid().primaryKey(),
    runId: uuid("run_id").notNull(),
    name: text().notNull(),
    occurrence: text().notNull(),
    kind: text().notNull(),
    state: text().notNull(),
    ordinal: integer().notNull(),
    actionId: uuid("action_id"),
    executionId: uuid("execution_id").notNull(),
    startedAt: at("started_at").notNull(),
    endedAt: at("ended_at"),
    supersededBy: uuid("superseded_by"),
    nextTryAt: at("next_try_at"),
    wakeAt: at("wake_at"),
  },
  (t) => [
    uniqueIndex("step_live").on(t.runId, t.name, t.occurrence).where(sql`superseded_by is null`),
    index("step_by_run").on(t.runId, t.ordinal),
    // For weeks of steps; rows lie in the order in which they began, and a write costs it nothing.
    index("step_by_time").using("brin", t.startedAt),
    check("step_kind", oneOf("kind", ["step", "action", "validation", "sleep"])),
    check(
      "step_state",
      oneOf("state", ["running", "retrying", "waiting", "needs_person", "done", "failed", "lost", "cancelled"]),
    ),
  ],
);

export const stepAttempt = progress.table(
  "step_attempt",
  {
    id: uuid().primaryKey(),
    runId: uuid("run_id").notNull(),
    stepId: uuid("step_id").notNull(),
    number: integer().notNull(),
    executionId: uuid("execution_id").notNull(),
    startedAt: at("started_at").notNull(),
    endedAt: at("ended_at"),
    result: text().notNull(),
    reason: text(),
    decidedBy: text("decided_by"),
    error: jsonb(),
  },
  (t) => [
    uniqueIndex("step_attempt_number").on(t.stepId, t.number),
    index("step_attempt_by_run").on(t.runId),
    index("step_attempt_retries").on(t.startedAt).where(sql`number > 1`),
    index("step_attempt_failed").on(t.endedAt).where(sql`result in ('failed', 'lost')`),
    check("step_attempt_result", oneOf("result", ["open", "done", "failed", "lost"])),
    check("step_attempt_end", sql`(ended_at is not null) = (result <> 'open')`),
    check("step_attempt_reason", sql`result not in ('failed', 'lost') or reason is not null`),
  ],
);

export const checkpoint = progress.table(
  "checkpoint",
  {
    id: uuid().primaryKey(),
    runId: uuid("run_id").notNull(),
    number: integer().notNull(),
    stepId: uuid("step_id").notNull(),
    schemaName: text("schema_name").notNull(),
    schemaVersion: integer("schema_version").notNull(),
    hash: text().notNull(),
    bytes: integer().notNull(),
    /** JSON as text, so that content never fails an insert and the hash stays true; empty once purged. */
    body: text().notNull(),
    purgedAt: at("purged_at"),
    executionId: uuid("execution_id").notNull(),
    /** A migrated copy has the number of the checkpoint that it was made from. */
    parentId: uuid("parent_id"),
    supersededBy: uuid("superseded_by"),
    createdAt: at("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("checkpoint_number").on(t.runId, t.number).where(sql`parent_id is null`),
    uniqueIndex("checkpoint_live").on(t.stepId).where(sql`superseded_by is null`),
    check("checkpoint_size", sql`bytes <= 2097152`),
    check("checkpoint_purged", sql`(purged_at is null) = (body <> '')`),
  ],
);

export const validation = progress.table(
  "validation",
  {
    id: uuid().primaryKey(),
    runId: uuid("run_id").notNull(),
    stepId: uuid("step_id").notNull(),
    kind: text().notNull(),
    ask: text().notNull(),
    role: text().notNull(),
    state: text().notNull(),
    subjects: jsonb().notNull(),
    shown: jsonb(),
    requestedAt: at("requested_at").notNull(),
    deadlineAt: at("deadline_at").notNull(),
    /** How many people must approve. */
    quorum: integer().notNull().default(1),
    /** Whoever the run was started for may not decide. */
    fourEyes: boolean("four_eyes").notNull().default(false),
    onExpiry: text("on_expiry").notNull().default("block"),
    /** For "escalate": who is asked then, and for how long. */
    escalateTo: text("escalate_to"),
    escalateMs: bigint("escalate_ms", { mode: "number" }),
    escalatedAt: at("escalated_at"),
  },
  (t) => [
    check("validation_quorum", sql`quorum between 1 and 2`),
    check("validation_on_expiry", oneOf("on_expiry", ["block", "reject", "escalate"])),
    check(
      "validation_escalation",
      sql`(on_expiry = 'escalate') = (escalate_to is not null) and (escalate_to is null) = (escalate_ms is null)`,
    ),
    index("validation_by_run").on(t.runId),
    index("validation_by_step").on(t.stepId),
    index("validation_pending").on(t.deadlineAt).where(sql`state = 'pending'`),
    index("validation_by_state").on(t.state, t.deadlineAt, t.id),
    check("validation_kind", oneOf("kind", ["approval", "answer"])),
    check("validation_state", oneOf("state", ["pending", "approved", "rejected", "expired", "withdrawn"])),
  ],
);

export const decision = progress.table(
  "decision",
  {
    id: uuid().primaryKey(),
    validationId: uuid("validation_id").notNull(),
    verdict: text().notNull(),
    by: text().notNull(),
    /** The person, whatever account or session it decides through; null for decisions that were kept without one. */
    byId: text("by_id"),
    role: text().notNull(),
    reason: text(),
    answer: jsonb(),
    /** What the approver changed before approving. */
    edits: jsonb(),
    from: text(),
    decidedAt: at("decided_at").notNull(),
  },
  (t) => [
    // Not unique: after a change of what is sent, the same person may approve once more.
    index("decision_by_validation").on(t.validationId, t.byId),
    index("decision_by_time").on(t.decidedAt),
    check("decision_verdict", oneOf("verdict", ["approve", "reject"])),
    check("decision_reason", sql`verdict <> 'reject' or reason is not null`),
  ],
);

/** Append-only: log lines of the code, and what happened to the run. */
export const journal = progress.table(
  "journal",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    runId: uuid("run_id").notNull(),
    at: at("at").notNull(),
    kind: text().notNull(),
    level: text().notNull(),
    text: text().notNull(),
    stepId: uuid("step_id"),
    executionId: uuid("execution_id"),
  },
  (t) => [
    index("journal_by_run").on(t.runId, t.id),
    check("journal_kind", oneOf("kind", ["log", "run", "resume", "decision"])),
    check("journal_level", oneOf("level", ["debug", "info", "warn", "error"])),
  ],
);

export const progressOutbox = progress.table(
  "outbox",
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    kind: text().notNull(),
    body: jsonb().notNull(),
    createdAt: at("created_at").notNull(),
    nextTryAt: at("next_try_at").notNull(),
    tries: integer().notNull().default(0),
    deliveredAt: at("delivered_at"),
  },
  (t) => [
    index("progress_outbox_due").on(t.nextTryAt).where(sql`delivered_at is null`),
    index("progress_outbox_delivered").on(t.deliveredAt).where(sql`delivered_at is not null`),
  ],
);
