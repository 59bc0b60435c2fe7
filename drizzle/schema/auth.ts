/**
 * Accounts and sessions. The first five tables are the sign-in library's, in its own field names; the others are ours.
 * A role is a column of the account and is read with every request, so that a change applies at once.
 */

import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  json,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

export const auth = pgSchema("auth");

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const user = auth.table(
  "user",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    email: text().notNull().unique(),
    emailVerified: boolean("email_verified").notNull().default(false),
    image: text(),
    role: text().notNull().default("viewer"),
    /** Since when nobody signs in with it; null while it is active. */
    disabledAt: at("disabled_at"),
    /** To within a minute, like a session's: when its last session is gone it still says when somebody was here. */
    lastSeenAt: at("last_seen_at"),
    createdAt: at("created_at").notNull().defaultNow(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  () => [
    check("user_role", sql.raw("role in ('viewer', 'operator', 'approver', 'lead', 'admin')")),
    // Sign-in looks addresses up in lower case: one in capitals could never sign in.
    check("user_email_lower_case", sql.raw("email = lower(email)")),
  ],
);

export const session = auth.table(
  "session",
  {
    id: uuid().primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    token: text().notNull().unique(),
    expiresAt: at("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    lastSeenAt: at("last_seen_at"),
    createdAt: at("created_at").notNull().defaultNow(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [index("session_by_user").on(t.userId)],
);

/** A way to sign in; so far always a password, hashed. */
export const account = auth.table(
  "account",
  {
    id: uuid().primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    providerId: text("provider_id").notNull(),
    accountId: text("account_id").notNull(),
    password: text(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: at("access_token_expires_at"),
    refreshTokenExpiresAt: at("refresh_token_expires_at"),
    scope: text(),
    createdAt: at("created_at").notNull().defaultNow(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [index("account_by_user").on(t.userId)],
);

export const verification = auth.table(
  "verification",
  {
    id: uuid().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: at("expires_at").notNull(),
    createdAt: at("created_at").notNull().defaultNow(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [index("verification_by_identifier").on(t.identifier)],
);

/** In the database, not in memory: several web servers count together. */
export const rateLimit = auth.table("rate_limit", {
  id: uuid().primaryKey(),
  key: text().notNull().unique(),
  count: integer().notNull(),
  lastRequest: bigint("last_request", { mode: "number" }).notNull(),
});

/** What signs session cookies: made once, so that all processes on one database agree without being configured. */
export const secret = auth.table(
  "secret",
  { only: boolean().primaryKey().default(true), value: text().notNull(), madeAt: at("made_at").notNull() },
  () => [check("secret_is_one", sql.raw('"only"'))],
);

/** At most one link is good at a time; a used one stays, so that whoever opens it again is told so. */
export const firstAdminLink = auth.table(
  "first_admin_link",
  {
    only: boolean().primaryKey().default(true),
    tokenHash: text("token_hash").notNull(),
    expiresAt: at("expires_at").notNull(),
    usedAt: at("used_at"),
  },
  () => [check("first_admin_link_is_one", sql.raw('"only"'))],
);

/** What was changed of an account, by whom, and what was tried and refused. Rows are added, never rewritten. */
export const accountChange = auth.table(
  "account_change",
  {
    /** The nonce of the click: the same click twice is one change. */
    id: uuid().primaryKey(),
    at: at("at").notNull(),
    kind: text().notNull(),
    /** No foreign key on either: what was done outlives the account that it was done to, and the one that did it. */
    accountId: uuid("account_id").notNull(),
    accountName: text("account_name"),
    byId: uuid("by_id").notNull(),
    byName: text("by_name").notNull(),
    byRole: text("by_role").notNull(),
    /** What was asked for beyond the kind, such as the role to give. */
    asked: json(),
    before: json(),
    after: json(),
    reason: text(),
    /** The code of the refusal; null when it was done. */
    refused: text(),
  },
  (t) => [
    index("account_change_by_time").on(t.at),
    index("account_change_by_account").on(t.accountId, t.at),
    check("account_change_refused", sql.raw("refused is null or after is null")),
  ],
);

/** What programs show in place of a session; of the key itself only the hash is here. */
export const apiKey = auth.table(
  "api_key",
  {
    /** The nonce of the click that made it. */
    id: uuid().primaryKey(),
    name: text().notNull(),
    prefix: text().notNull(),
    hash: text().notNull().unique(),
    scopes: text().array().notNull(),
    /** Null for all. */
    workflows: text().array(),
    destinations: text().array(),
    createdBy: text("created_by").notNull(),
    createdAt: at("created_at").notNull(),
    expiresAt: at("expires_at"),
    lastUsedAt: at("last_used_at"),
    revokedAt: at("revoked_at"),
    revokedBy: text("revoked_by"),
    replacedBy: uuid("replaced_by"),
  },
  () => [
    check("api_key_scopes", sql.raw("scopes <@ '{worker,guard,read}' and cardinality(scopes) > 0")),
    check("api_key_revoked", sql.raw("(revoked_at is null) = (revoked_by is null)")),
  ],
);

/** Requests of programs by their Idempotency-Key, with the answers, for as long as somebody may send one again. */
export const keyRequest = auth.table(
  "key_request",
  {
    keyId: uuid("key_id")
      .notNull()
      .references(() => apiKey.id, { onDelete: "cascade" }),
    /** As the program made it. */
    name: text().notNull(),
    /** SHA-256 of the call and its body. */
    fingerprint: text().notNull(),
    begunAt: at("begun_at").notNull(),
    /** JSON as text, exactly what was answered; null while it is under way. */
    answer: text(),
  },
  (t) => [primaryKey({ columns: [t.keyId, t.name] }), index("key_request_by_time").on(t.begunAt)],
);
