/**
 * The sign-in library, set up: accounts with an email address and a password, made by us and never by sign-up. A session
 * is looked up with every request and cached nowhere, so that a changed role and a closed session apply at once.
 */

import { randomUUID } from "node:crypto";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError } from "better-auth/api";
import { betterAuth } from "better-auth/minimal";
import { and, eq, isNotNull } from "drizzle-orm";
import * as schema from "@/drizzle/schema/auth";
import { log } from "@/lib/log";
import type { Database } from "@/lib/store/database";
import { passwordMax, passwordMin } from "./password";
import { trustedOrigins } from "./request-origin";
import { rootCause } from "./root-cause";

export type Auth = ReturnType<typeof makeAuth>;

/** The answer's code to who signs in rightly to an account that an admin disabled. */
export const accountDisabled = "ACCOUNT_DISABLED";

/** Two weeks: an approver on a phone need not sign in for each approval, and a lost phone does not approve for months. */
const sessionSeconds = 14 * 24 * 60 * 60;

export function makeAuth({ database, secret, publicUrl }: { database: Database; secret: string; publicUrl: string }) {
  return betterAuth({
    appName: "Reprise",
    baseURL: publicUrl,
    secret,
    trustedOrigins: (request) => trustedOrigins(request?.headers ?? new Headers(), publicUrl),
    database: drizzleAdapter(database.db, { provider: "pg", schema }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordMin,
      maxPasswordLength: passwordMax,
    },
    user: {
      additionalFields: {
        role: { type: "string", required: true, defaultValue: "viewer", input: false },
        disabledAt: { type: "date", required: false, input: false },
      },
    },
    session: {
      expiresIn: sessionSeconds,
      // Fixed, not sliding: a page cannot write the cookie that would have to slide along.
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      additionalFields: { lastSeenAt: { type: "date", required: false, input: false } },
    },
    // Whatever way in there is, it ends in a session; who may not have one is told only once they proved who they are.
    databaseHooks: { session: { create: { before: ({ userId }) => refuseDisabled(database, userId) } } },
    rateLimit: {
      enabled: true,
      storage: "database",
      // Room for a person who mistypes; twelve unknown characters do not fall at ten guesses a minute.
      customRules: { "/sign-in/email": { window: 60, max: 10 } },
    },
    advanced: {
      cookiePrefix: "reprise",
      database: { generateId: () => randomUUID() },
      // Said aloud because the library leaves it out under a test runner, where it is to be seen refusing.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    logger: {
      level: "error",
      log: (_level, message, error) => log.error({ err: rootCause(error) }, `sign-in: ${message}`),
    },
    telemetry: { enabled: false },
  });
}

async function refuseDisabled({ db }: Database, userId: string): Promise<void> {
  const disabled = await db
    .select({ id: schema.user.id })
    .from(schema.user)
    .where(and(eq(schema.user.id, userId), isNotNull(schema.user.disabledAt)));
  if (disabled.length > 0) throw new APIError("FORBIDDEN", { code: accountDisabled, message: "It is disabled." });
}
