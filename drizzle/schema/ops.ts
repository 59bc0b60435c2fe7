/** What operators asked for: a ledger of its own, refused tries included. */

import { sql } from "drizzle-orm";
import { check, index, json, pgSchema, text, timestamp, uuid } from "drizzle-orm/pg-core";

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

/** Facts about this deployment, such as "the demo was loaded". */
export const mark = ops.table("mark", {
  name: text().primaryKey(),
  value: json().notNull(),
  at: at("at").notNull(),
});
