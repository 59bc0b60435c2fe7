import { hashPassword } from "better-auth/crypto";
import { and, eq, gt, isNull, TransactionRollbackError } from "drizzle-orm";
import { firstAdminLink as link } from "@/drizzle/schema/auth";
import type { Database } from "@/lib/store/database";
import { createUser } from "./create-user";
import { type FirstAdminLinkState, hashToken, noAdmin, readFirstAdminLink } from "./first-admin";
import type { FirstAdmin } from "./first-admin-form";

export type ClaimRefusal = Exclude<FirstAdminLinkState, "good"> | "email_taken";
export type ClaimAnswer = { ok: true; userId: string } | { ok: false; code: ClaimRefusal };

/** Makes the admin and uses the link up, both or neither. Of two clicks at once, one wins. */
export async function claimFirstAdmin({ db }: Database, asked: FirstAdmin, now: Date): Promise<ClaimAnswer> {
  const { name, email, token } = asked;
  const state = await readFirstAdminLink(db, token, now);
  // Before the password is hashed: a stranger with a made-up link must not make the server work.
  if (state !== "good") return { ok: false, code: state };
  const passwordHash = await hashPassword(asked.password);
  const isGood = and(eq(link.tokenHash, hashToken(token)), isNull(link.usedAt), gt(link.expiresAt, now), noAdmin(db));
  try {
    return await db.transaction(async (tx) => {
      const used = await tx.update(link).set({ usedAt: now }).where(isGood).returning({ only: link.only });
      if (used.length === 0) return { ok: false, code: "used" };
      const userId = await createUser(tx, { name, email, role: "admin", passwordHash });
      return userId === null ? tx.rollback() : { ok: true, userId };
    });
  } catch (error) {
    if (error instanceof TransactionRollbackError) return { ok: false, code: "email_taken" };
    throw error;
  }
}
