/**
 * The one-time link that makes a database's first admin. Whoever can read the terminal of the server may become admin, once:
 * the token is kept hashed, a newer link replaces it, and with an admin in the database no link is good.
 */

import { createHash, randomBytes } from "node:crypto";
import { eq, exists, not } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { firstAdminLink as link, user } from "@/drizzle/schema/auth";
import { connect } from "@/lib/store/database";

type Db = Pick<PostgresJsDatabase, "select">;

export type FirstAdminLinkState = "good" | "used" | "expired" | "unknown" | "admin_exists";

const lifetimeMs = 24 * 60 * 60 * 1000;

/** @returns null when there is an admin already */
export async function firstAdminLink(
  databaseUrl: string,
  publicUrl: string,
  now: Date = new Date(),
): Promise<string | null> {
  const database = await connect(databaseUrl, { applicationName: "reprise first admin", connectionsMax: 1 });
  try {
    if (await hasAdmin(database.db)) return null;
    const token = randomBytes(32).toString("base64url");
    const row = {
      tokenHash: hashToken(token),
      expiresAt: new Date(now.getTime() + lifetimeMs),
      usedAt: null,
    };
    await database.db.insert(link).values(row).onConflictDoUpdate({ target: link.only, set: row });
    return `${publicUrl}/first-admin?token=${token}`;
  } finally {
    await database.close();
  }
}

export async function readFirstAdminLink(db: Db, token: string, now: Date): Promise<FirstAdminLinkState> {
  const [row] = await db
    .select()
    .from(link)
    .where(eq(link.tokenHash, hashToken(token)));
  if (row?.usedAt) return "used";
  if (await hasAdmin(db)) return "admin_exists";
  if (!row) return "unknown";
  return row.expiresAt > now ? "good" : "expired";
}

export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

export const noAdmin = (db: Db) => not(exists(db.select({ id: user.id }).from(user).where(eq(user.role, "admin"))));

export async function hasAdmin(db: Db): Promise<boolean> {
  const [admin] = await db.select({ id: user.id }).from(user).where(eq(user.role, "admin")).limit(1);
  return admin !== undefined;
}
