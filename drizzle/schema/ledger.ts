/** The ledger half: what was attempted in the outside world. It knows runs and executions only as plain ids. */

import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSchema,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

export const ledger = pgSchema("ledger");

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(", ")})`);

/** One row: the secret behind all provider keys, so that a restored database makes the same keys again. */
export const secret = ledger.table("secret", {
  id: integer().primaryKey().default(1),
  value: text().notNull(),
});

export const destination = ledger.table(
  "destination",
  {
    name: text().primaryKey(),
    declaration: jsonb().notNull(),
    /** When it was first declared as it is now. */
    declaredAt: at("declared_at").notNull(),
    heldAt: at("held_at"),
    heldBy: text("held_by"),
    heldReason: text("held_reason"),
    /** The click's, by which a repeat of it is known. */
    heldId: uuid("held_id"),
  },
  () => [
    check("destination_hold", sql`(held_at is null) = (held_by is null) and (held_at is null) = (held_reason is null)`),
  ],
);

export const action = ledger.table(
  "action",
  {
    id: uuid().primaryKey(),
    runId: uuid("run_id"),
    logicalRunId: text("logical_run_id"),
    type: text().notNull(),
    object: text().notNull(),
    occurrence: text().notNull(),
    businessKey: text("business_key").notNull(),
    revision: integer().notNull().default(1),
    live: boolean().notNull().default(true),
    providerKey: text("provider_key").notNull(),
    marker: text().notNull(),
    fingerprint: text().notNull(),
    /** Of the first declaration, which asks are compared with; null for the first one itself. */
    declaredFingerprint: text("declared_fingerprint"),
    /** Of asks that differ from it and that a person let in. */
    acceptedFingerprints: text("accepted_fingerprints").array().notNull().default(sql`'{}'`),
    /** JSON as text, exactly what is sent; null once purged. */
    payload: text(),
    payloadBytes: integer("payload_bytes").notNull(),
    purgedAt: at("purged_at"),
    destination: text().notNull(),
    declaration: jsonb().notNull(),
    state: text().notNull(),
    needsGrant: boolean("needs_grant").notNull(),
    grantDecisionId: uuid("grant_decision_id"),
    grantFingerprint: text("grant_fingerprint"),
    withdrawnWhy: text("withdrawn_why"),
    version: integer().notNull().default(1),
    createdAt: at("created_at").notNull(),
    firstBegunAt: at("first_begun_at"),
    settledAt: at("settled_at"),
    contradictedAt: at("contradicted_at"),
    contradictionFound: text("contradiction_found"),
    riskAccepted: boolean("risk_accepted").notNull().default(false),
    response: text(),
  },
  (t) => [
    uniqueIndex("action_live").on(t.businessKey).where(sql`live`),
    uniqueIndex("action_revision").on(t.businessKey, t.revision),
    index("action_by_run").on(t.runId),
    index("action_by_time").on(t.createdAt, t.id),
    index("action_by_state").on(t.state, t.createdAt, t.id),
    index("action_by_destination").on(t.destination, t.state),
    index("action_contradicted").on(t.contradictedAt).where(sql`contradicted_at is not null`),
    index("action_by_object").on(t.type, t.object, t.logicalRunId),
    check(
      "action_state",
      oneOf("state", ["planned", "held", "sending", "confirmed", "refused", "unknown", "withdrawn"]),
    ),
    check(
      "action_found",
      sql`contradiction_found is null or (contradiction_found in ('once', 'twice') and contradicted_at is not null)`,
    ),
    check("action_withdrawn", sql`(state = 'withdrawn') = (withdrawn_why is not null)`),
    check("action_grant", sql`(grant_decision_id is null) = (grant_fingerprint is null)`),
    check("action_payload", sql`(payload is null) = (purged_at is not null)`),
    /** What may still be sent has its payload. */
    check("action_purged", sql`purged_at is null or state in ('confirmed', 'refused', 'withdrawn')`),
    check(
      "action_ids_short",
      sql`octet_length(type) between 1 and 255 and octet_length(object) between 1 and 255 and octet_length(occurrence) <= 255`,
    ),
  ],
);

export const attempt = ledger.table(
  "attempt",
  {
    id: uuid().primaryKey(),
    actionId: uuid("action_id")
      .notNull()
      .references(() => action.id),
    number: integer().notNull(),
    runId: uuid("run_id"),
    token: bigint({ mode: "number" }).notNull(),
    executionId: uuid("execution_id"),
    workerId: uuid("worker_id"),
    begunAt: at("begun_at").notNull(),
    deadlineAt: at("deadline_at").notNull(),
    endedAt: at("ended_at"),
    outcome: text(),
    closedBy: text("closed_by"),
    transport: text(),
    reason: text(),
    httpCode: integer("http_code"),
    detail: text(),
    holderEndedAt: at("holder_ended_at"),
    resolution: text(),
  },
  (t) => [
    uniqueIndex("attempt_number").on(t.actionId, t.number),
    uniqueIndex("attempt_open").on(t.actionId).where(sql`outcome is null`),
    index("attempt_open_deadline").on(t.deadlineAt).where(sql`outcome is null`),
    index("attempt_open_run").on(t.runId, t.token).where(sql`outcome is null`),
    index("attempt_by_worker").on(t.workerId).where(sql`holder_ended_at is null`),
    index("attempt_unknown").on(t.endedAt).where(sql`outcome = 'unknown'`),
    index("attempt_again").on(t.begunAt).where(sql`number > 1`),
    index("attempt_retries").on(t.endedAt).where(sql`reason is not null`),
    check("attempt_outcome", sql.raw("outcome is null or outcome in ('confirmed', 'refused', 'not_sent', 'unknown')")),
    check("attempt_end", sql`(ended_at is null) = (outcome is null) and (closed_by is null) = (outcome is null)`),
    check("attempt_deadline", sql`deadline_at > begun_at`),
    check("attempt_closed_by", sql.raw("closed_by in ('report', 'fence', 'deadline', 'exit')")),
    /** Both stand together when a late report came after the read-back or the person. */
    check("attempt_resolution", sql`resolution is null or outcome in ('unknown', 'confirmed')`),
  ],
);

/** The highest token the ledger has seen for a run. */
export const fence = ledger.table("fence", {
  runId: uuid("run_id").primaryKey(),
  token: bigint({ mode: "number" }).notNull(),
});

export const probe = ledger.table(
  "probe",
  {
    id: uuid().primaryKey(),
    actionId: uuid("action_id")
      .notNull()
      .references(() => action.id),
    destination: text().notNull(),
    askedBy: text("asked_by").notNull(),
    askedAt: at("asked_at").notNull(),
    notBefore: at("not_before").notNull(),
    state: text().notNull(),
    workerId: uuid("worker_id"),
    takenUntil: at("taken_until"),
    result: text(),
    foundCount: integer("found_count"),
    detail: text(),
    finishedAt: at("finished_at"),
  },
  (t) => [
    index("probe_finished").on(t.finishedAt).where(sql`finished_at is not null`),
    index("probe_due").on(t.notBefore).where(sql`state in ('queued', 'running')`),
    uniqueIndex("probe_one_at_a_time").on(t.actionId).where(sql`state in ('queued', 'running')`),
    check("probe_state", oneOf("state", ["queued", "running", "done", "failed"])),
    check("probe_result", sql`(result is not null) = (state = 'done')`),
  ],
);

/** Append-only: every statement about an action, in the order it became known. */
export const evidence = ledger.table(
  "evidence",
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    /** Several statements may be of one moment; this keeps their order. */
    ordinal: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    actionId: uuid("action_id")
      .notNull()
      .references(() => action.id),
    attemptId: uuid("attempt_id"),
    kind: text().notNull(),
    says: text().notNull(),
    by: text(),
    at: at("at").notNull(),
  },
  (t) => [
    index("evidence_by_action").on(t.actionId, t.ordinal),
    index("evidence_late").on(t.at).where(sql`kind = 'late_report'`),
    check(
      "evidence_kind",
      oneOf("kind", ["report", "late_report", "fence", "deadline", "exit_seen", "probe", "person", "proposal"]),
    ),
  ],
);

/** What one person wants to settle as, where a repeat is grave, until a second one confirms it. */
export const proposal = ledger.table(
  "proposal",
  {
    id: uuid().primaryKey(),
    actionId: uuid("action_id")
      .notNull()
      .references(() => action.id),
    as: text().notNull(),
    evidence: text().notNull(),
    reason: text().notNull(),
    by: text().notNull(),
    /** The person, whatever their account's name or role is. */
    byPerson: text("by_person").notNull(),
    at: at("at").notNull(),
    state: text().notNull(),
    decidedBy: text("decided_by"),
    decidedByPerson: text("decided_by_person"),
    decidedAt: at("decided_at"),
  },
  (t) => [
    index("proposal_by_action").on(t.actionId),
    uniqueIndex("proposal_one_at_a_time").on(t.actionId).where(sql`state = 'pending'`),
    check("proposal_as", oneOf(`"as"`, ["did_not_happen", "send_again", "once"])),
    check("proposal_state", oneOf("state", ["pending", "confirmed", "declined", "replaced"])),
    check("proposal_end", sql`(state = 'pending') = (decided_at is null)`),
    check("proposal_two_persons", sql`state <> 'confirmed' or decided_by_person <> by_person`),
  ],
);

export const avoided = ledger.table(
  "avoided",
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    actionId: uuid("action_id")
      .notNull()
      .references(() => action.id),
    executionId: uuid("execution_id").notNull(),
    runId: uuid("run_id"),
    cause: text().notNull(),
    proofAttemptId: uuid("proof_attempt_id"),
    at: at("at").notNull(),
    /** Set when a person said that it was a genuine second action, which then got an occurrence of its own. */
    wrongAt: at("wrong_at"),
    wrongBy: text("wrong_by"),
    wrongReason: text("wrong_reason"),
    secondActionId: uuid("second_action_id"),
  },
  (t) => [
    uniqueIndex("avoided_once").on(t.actionId, t.executionId),
    index("avoided_by_time").on(t.at),
    index("avoided_by_run").on(t.runId),
    index("avoided_second").on(t.secondActionId).where(sql`second_action_id is not null`),
    check("avoided_wrong", sql`(wrong_at is null) = (second_action_id is null)`),
    check("avoided_cause", oneOf("cause", ["recovery", "resume", "wake", "repeated_ask"])),
  ],
);

/** What was almost the same action. It warns or holds; only an exact key blocks. */
export const nearMiss = ledger.table(
  "near_miss",
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    /** The action that came close: the later of two runs', or the one whose key was asked for. */
    actionId: uuid("action_id")
      .notNull()
      .references(() => action.id),
    /** The earlier action that it came close to. */
    otherActionId: uuid("other_action_id").references(() => action.id),
    runId: uuid("run_id"),
    executionId: uuid("execution_id"),
    /** Of the payload that was asked; "" where the payload is not what was close. */
    fingerprint: text().notNull().default(""),
    payload: text(),
    state: text().notNull(),
    at: at("at").notNull(),
    decidedBy: text("decided_by"),
    reason: text(),
    decidedAt: at("decided_at"),
  },
  (t) => [
    uniqueIndex("near_miss_once").on(t.actionId, t.kind, t.fingerprint),
    index("near_miss_by_other").on(t.otherActionId),
    index("near_miss_by_time").on(t.at),
    index("near_miss_open").on(t.at).where(sql`state = 'open'`),
    check("near_miss_kind", oneOf("kind", ["other_run", "other_occurrence", "other_payload", "after_window"])),
    check("near_miss_state", oneOf("state", ["open", "noted", "let_go", "withdrawn", "kept", "revised"])),
    check("near_miss_decided", sql`(decided_at is not null) = (state not in ('open', 'noted'))`),
  ],
);

export const ledgerOutbox = ledger.table(
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
    index("ledger_outbox_due").on(t.nextTryAt).where(sql`delivered_at is null`),
    index("ledger_outbox_delivered").on(t.deliveredAt).where(sql`delivered_at is not null`),
  ],
);
