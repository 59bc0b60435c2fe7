/** What operators asked for: a ledger of its own, refused tries included. */

import { sql } from "drizzle-orm";
import { check, index, integer, json, pgSchema, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";

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
    check("message_object", sql.raw("object_kind in ('run', 'action', 'validation')")),
    check("message_end", sql`num_nonnulls(next_try_at, delivered_at, given_up_at) = 1`),
  ],
);

/** Facts about this deployment, such as "the demo was loaded". */
export const mark = ops.table("mark", {
  name: text().primaryKey(),
  value: json().notNull(),
  at: at("at").notNull(),
});
