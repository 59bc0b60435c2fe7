/** Keys in the database, without the keys: what is kept is their hash. */

import { and, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { apiKey } from "@/drizzle/schema/auth";
import { type ApiKey, keyScopes } from "./api-key";

type Db = PostgresJsDatabase;
type Row = typeof apiKey.$inferSelect;

const ms = (at: Date | null): number | null => at?.getTime() ?? null;

function toKey({ hash: _, createdAt, expiresAt, lastUsedAt, revokedAt, scopes, ...row }: Row): ApiKey {
  return {
    ...row,
    scopes: keyScopes.filter((scope) => scopes.includes(scope)),
    createdAt: createdAt.getTime(),
    expiresAt: ms(expiresAt),
    lastUsedAt: ms(lastUsedAt),
    revokedAt: ms(revokedAt),
  };
}

export type NewApiKey = Pick<
  ApiKey,
  "id" | "name" | "prefix" | "scopes" | "workflows" | "destinations" | "createdBy" | "expiresAt"
> & { hash: string };

/** One that was kept before and never shown gets its new secret. */
export async function keepKey(db: Db, { expiresAt, ...key }: NewApiKey, now: Date): Promise<ApiKey> {
  const row = { ...key, createdAt: now, expiresAt: expiresAt === null ? null : new Date(expiresAt) };
  const { prefix, hash } = key;
  const [kept] = await db
    .insert(apiKey)
    .values(row)
    .onConflictDoUpdate({ target: apiKey.id, set: { prefix, hash }, setWhere: isNull(apiKey.lastUsedAt) })
    .returning();
  if (kept === undefined) throw new Error("A key that was used already cannot get another secret.");
  return toKey(kept);
}

/** Newest first. */
export async function listKeys(db: Db): Promise<ApiKey[]> {
  return (await db.select().from(apiKey).orderBy(desc(apiKey.createdAt), desc(apiKey.id))).map(toKey);
}

export async function findKey(db: Db, by: { id: string } | { hash: string }): Promise<ApiKey | null> {
  const [row] = await db
    .select()
    .from(apiKey)
    .where("id" in by ? eq(apiKey.id, by.id) : eq(apiKey.hash, by.hash));
  return row ? toKey(row) : null;
}

/** It is good until `until`, or until it would have expired anyway. */
export async function replaceKey(db: Db, id: string, replacedBy: string, until: Date): Promise<void> {
  await db
    .update(apiKey)
    .set({ replacedBy, expiresAt: sql`least(${apiKey.expiresAt}, ${until.toISOString()}::timestamptz)` })
    .where(and(eq(apiKey.id, id), or(isNull(apiKey.replacedBy), eq(apiKey.replacedBy, replacedBy))));
}

/** False when it was revoked before. */
export async function revoke(db: Db, id: string, revokedBy: string, now: Date): Promise<boolean> {
  const done = await db
    .update(apiKey)
    .set({ revokedAt: now, revokedBy })
    .where(and(eq(apiKey.id, id), isNull(apiKey.revokedAt)))
    .returning({ id: apiKey.id });
  return done.length > 0;
}

/** To within a minute: enough to see that a key is in use, and a write per request would be too much. */
export async function keyWasUsed(db: Db, id: string, now: Date): Promise<void> {
  await db
    .update(apiKey)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKey.id, id), or(isNull(apiKey.lastUsedAt), lt(apiKey.lastUsedAt, now))));
}
