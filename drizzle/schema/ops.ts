/** What operators asked for, refused tries included; what the outside was told; what went wrong, and who saw to it. */

import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  json,
  pgSchema,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

export const ops = pgSchema("ops");

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const command = ops.table(
  "command",
  {
    /** The nonce of the click: the same click twice is one command. */
    id: uuid().primaryKey(),
    kind: text().notNull(),
    objectKind: text("object_kind").notNull(),
    /** A uuid, or the name of a destination. */
    objectId: text("object_id").notNull(),
    by: text().notNull(),
    role: text().notNull(),
    reason: text(),
    /** The verdict or plan that was on the screen. JSON as it was written: jsonb refuses a NUL that a person pasted. */
    shown: json(),
    before: json(),
    after: json(),
    state: text().notNull(),
    /** The stored answer, given again to the same nonce. */
    answer: json(),
    observed: text(),
    at: at("at").notNull(),
    observedAt: at("observed_at"),
  },
  (t) => [
    index("command_by_object").on(t.objectId, t.at),
    index("command_by_time").on(t.at),
    check("command_state", sql.raw("state in ('accepted', 'applied', 'no_effect', 'refused')")),
  ],
);

/** Who followed which step of a runbook about what; one row per tick, which keeps the words that were ticked. */
export const runbookStep = ops.table(
  "runbook_step",
  {
    /** The nonce of the click. */
    id: uuid().primaryKey(),
    slug: text().notNull(),
    /** Of section and words. */
    hash: text().notNull(),
    section: text(),
    text: text().notNull(),
    objectKind: text("object_kind").notNull(),
    objectId: uuid("object_id").notNull(),
    by: text().notNull(),
    at: at("at").notNull(),
    undoneBy: text("undone_by"),
    undoneAt: at("undone_at"),
  },
  (t) => [
    uniqueIndex("runbook_step_once").on(t.objectId, t.slug, t.hash).where(sql`undone_at is null`),
    index("runbook_step_by_object").on(t.objectId, t.at),
    index("runbook_step_by_slug").on(t.slug, t.at),
    check("runbook_step_object", sql.raw("object_kind in ('run', 'action', 'incident')")),
    check("runbook_step_undone", sql`(undone_by is null) = (undone_at is null)`),
  ],
);

/** What people said about runs that stopped for good: rows are added, the last one of a run stands. */
export const stopDecision = ops.table(
  "stop_decision",
  {
    /** The nonce of the click. */
    id: uuid().primaryKey(),
    runId: uuid("run_id").notNull(),
    execution: integer().notNull(),
    number: integer().notNull(),
    as: text("decided_as").notNull(),
    supersededBy: uuid("superseded_by"),
    by: text().notNull(),
    role: text().notNull(),
    reason: text().notNull(),
    at: at("at").notNull(),
  },
  (t) => [
    uniqueIndex("stop_decision_number").on(t.runId, t.number),
    check("stop_decision_as", sql.raw("decided_as in ('accepted', 'superseded', 'reopened')")),
    check("stop_decision_by_run", sql`(superseded_by is not null) = (decided_as = 'superseded')`),
    check("stop_decision_other_run", sql`superseded_by <> run_id`),
  ],
);

/** What the webhook tells the outside: an outbox, one row per event, object and occasion. */
export const message = ops.table(
  "message",
  {
    id: uuid().primaryKey(),
    event: text().notNull(),
    objectKind: text("object_kind").notNull(),
    objectId: uuid("object_id").notNull(),
    occasion: text().notNull(),
    name: text().notNull(),
    state: text().notNull(),
    at: at("at").notNull(),
    tries: integer().notNull().default(0),
    nextTryAt: at("next_try_at"),
    deliveredAt: at("delivered_at"),
    givenUpAt: at("given_up_at"),
    error: text(),
  },
  (t) => [
    uniqueIndex("message_once").on(t.objectId, t.event, t.occasion),
    index("message_due").on(t.nextTryAt).where(sql`next_try_at is not null`),
    index("message_by_time").on(t.at, t.id),
    check("message_object", sql.raw("object_kind in ('run', 'action', 'validation', 'review')")),
    check("message_end", sql`num_nonnulls(next_try_at, delivered_at, given_up_at) = 1`),
  ],
);

/** Trouble of one kind in one place; the figures are those of its evidence. */
export const incident = ops.table(
  "incident",
  {
    id: uuid().primaryKey(),
    signature: text().notNull(),
    cause: text().notNull(),
    workflow: text(),
    step: text(),
    destination: text(),
    class: text().notNull(),
    severity: text().notNull(),
    state: text().notNull().default("open"),
    title: text().notNull(),
    ownerId: text("owner_id"),
    ownerName: text("owner_name"),
    formerId: uuid("former_id").references((): AnyPgColumn => incident.id),
    openedBy: text("opened_by"),
    openedAt: at("opened_at").notNull(),
    startedAt: at("started_at").notNull(),
    lastSeenAt: at("last_seen_at").notNull(),
    mitigatedAt: at("mitigated_at"),
    closedAt: at("closed_at"),
    reviewedAt: at("reviewed_at"),
    version: integer().notNull().default(1),
    evidenceCount: integer("evidence_count").notNull().default(0),
    runCount: integer("run_count").notNull().default(0),
    actionCount: integer("action_count").notNull().default(0),
    costMs: bigint("cost_ms", { mode: "number" }).notNull().default(0),
    costTokens: bigint("cost_tokens", { mode: "number" }).notNull().default(0),
    costMicroUsd: bigint("cost_micro_usd", { mode: "number" }).notNull().default(0),
  },
  (t) => [
    uniqueIndex("incident_ongoing").on(t.signature).where(sql`state in ('open', 'mitigated') and cause <> 'by_hand'`),
    index("incident_by_signature").on(t.signature, t.openedAt, t.id),
    index("incident_by_time").on(t.lastSeenAt, t.id),
    index("incident_by_former").on(t.formerId),
    check(
      "incident_class",
      sql.raw("class in ('progress_loss', 'duplicate_action', 'state_inconsistency', 'observability_debt')"),
    ),
    check("incident_severity", sql.raw("severity in ('s1', 's2', 's3')")),
    check("incident_state", sql.raw("state in ('open', 'mitigated', 'resolved', 'reviewed', 'dismissed')")),
    check("incident_owner", sql`(owner_id is null) = (owner_name is null)`),
    check("incident_closed", sql`(closed_at is not null) = (state in ('resolved', 'reviewed', 'dismissed'))`),
    check("incident_reviewed", sql`(reviewed_at is not null) = (state = 'reviewed')`),
    check("incident_by_hand", sql`(cause = 'by_hand') = (opened_by is not null)`),
    check("incident_seen", sql`last_seen_at >= started_at`),
  ],
);

/** One fact that a rule or a person pointed to. Ids of runs and actions are plain values. */
export const incidentEvidence = ops.table(
  "incident_evidence",
  {
    id: uuid().primaryKey(),
    incidentId: uuid("incident_id")
      .notNull()
      .references(() => incident.id),
    key: text().notNull(),
    at: at("at").notNull(),
    says: text().notNull(),
    runId: uuid("run_id"),
    actionId: uuid("action_id"),
    executionId: uuid("execution_id"),
    step: text(),
    costMs: bigint("cost_ms", { mode: "number" }).notNull(),
    costTokens: bigint("cost_tokens", { mode: "number" }).notNull(),
    costMicroUsd: bigint("cost_micro_usd", { mode: "number" }).notNull(),
  },
  (t) => [
    uniqueIndex("incident_evidence_once").on(t.key),
    index("incident_evidence_by_incident").on(t.incidentId, t.at, t.id),
    index("incident_evidence_by_time").on(t.at, t.id),
    index("incident_evidence_by_run").on(t.runId).where(sql`run_id is not null`),
    index("incident_evidence_by_action").on(t.actionId).where(sql`action_id is not null`),
  ],
);

/** Append-only: what was changed of an incident, by whom and why. */
export const incidentChange = ops.table(
  "incident_change",
  {
    id: uuid().primaryKey(),
    ordinal: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    incidentId: uuid("incident_id")
      .notNull()
      .references(() => incident.id),
    kind: text().notNull(),
    before: text(),
    after: text(),
    by: text(),
    byId: text("by_id"),
    role: text(),
    reason: text(),
    at: at("at").notNull(),
  },
  (t) => [
    index("incident_change_by_incident").on(t.incidentId, t.ordinal),
    check("incident_change_kind", sql.raw("kind in ('opened', 'state', 'class', 'severity', 'owner', 'note')")),
  ],
);

/** The review of a week, in versions; what is frozen is never changed again. */
export const review = ops.table(
  "review",
  {
    id: uuid().primaryKey(),
    /** "2026-W48". */
    week: text().notNull(),
    version: integer().notNull(),
    state: text().notNull().default("draft"),
    /** Counts what people changed in the draft. */
    revision: integer().notNull().default(1),
    /** Nonces of the clicks that changed it: one that comes again was applied. */
    clicks: uuid().array().notNull().default(sql`'{}'`),
    /** A person's, in place of the one made from the figures. */
    paragraph: text(),
    paragraphBy: text("paragraph_by"),
    /** Why there is a version after the first. */
    note: text(),
    /** All that the page shows, as it was frozen. */
    snapshot: json(),
    createdAt: at("created_at").notNull(),
    frozenAt: at("frozen_at"),
    frozenBy: text("frozen_by"),
  },
  (t) => [
    uniqueIndex("review_once").on(t.week, t.version),
    uniqueIndex("review_one_draft").on(t.week).where(sql`state = 'draft'`),
    check("review_week", sql.raw(`week ~ '^[0-9]{4}-W[0-9]{2}$'`)),
    check("review_state", sql.raw("state in ('draft', 'frozen')")),
    check(
      "review_frozen",
      sql`(state = 'frozen') = (snapshot is not null) and (frozen_at is null) = (snapshot is null) and (frozen_by is null) = (snapshot is null)`,
    ),
    check("review_paragraph", sql`(paragraph is null) = (paragraph_by is null)`),
    check("review_note", sql`(version = 1) = (note is null)`),
  ],
);

/** What a week's review decided; its three places cannot be taken twice. */
export const reviewDecision = ops.table(
  "review_decision",
  {
    id: uuid().primaryKey(),
    week: text().notNull(),
    place: integer().notNull(),
    what: text().notNull(),
    owner: text().notNull(),
    /** A calendar day in the deployment's zone; as text, since it is no instant. */
    due: text().notNull(),
    reduces: text().notNull(),
    decidedBy: text("decided_by").notNull(),
    decidedAt: at("decided_at").notNull(),
    doneBy: text("done_by"),
    doneAt: at("done_at"),
  },
  (t) => [
    uniqueIndex("review_decision_place").on(t.week, t.place),
    check("review_decision_places", sql`place between 1 and 3`),
    check("review_decision_due", sql.raw(`due ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'`)),
    check("review_decision_done", sql`(done_at is null) = (done_by is null)`),
    check(
      "review_decision_class",
      sql.raw("reduces in ('progress_loss', 'duplicate_action', 'state_inconsistency', 'observability_debt')"),
    ),
  ],
);

/** Facts about this deployment, such as "the demo was loaded". */
export const mark = ops.table("mark", {
  name: text().primaryKey(),
  value: json().notNull(),
  at: at("at").notNull(),
});
