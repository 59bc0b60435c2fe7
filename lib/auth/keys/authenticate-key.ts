import { log } from "@/lib/log";
import type { Database } from "@/lib/store/database";
import { getWebAuth } from "../web-auth";
import { type ApiKey, isUsable } from "./api-key";
import { findKey, keyWasUsed } from "./key-store";
import { hashKey } from "./new-key";

/**
 * Whose key the request shows (`Authorization: Bearer rpk_...`). Read from the database each time, so that a revoked key is
 * refused at once.
 * @returns null without one, and for one that is not known, expired or revoked: which of these is nobody's business
 */
export async function authenticateKey(request: Request): Promise<ApiKey | null> {
  const key = bearer(request.headers);
  if (key === null) return null;
  const { database } = await getWebAuth();
  return findUsableKey(database, key, new Date());
}

/** Whether a key is shown at all, good or not: such a request is a program's, whatever cookies it has. */
export const bearsKey = (headers: Headers): boolean => bearer(headers) !== null;

export async function findUsableKey({ db }: Database, key: string, now: Date): Promise<ApiKey | null> {
  const found = await findKey(db, { hash: hashKey(key) });
  if (found === null || !isUsable(found, now.getTime())) return null;
  if (isDue(found.lastUsedAt, now)) {
    void keyWasUsed(db, found.id, now).catch((error) => log.warn({ err: error }, "a key's use could not be noted"));
  }
  return found;
}

const usedAgainAfterMs = 60_000;
const isDue = (lastUsedAt: number | null, now: Date): boolean =>
  lastUsedAt === null || lastUsedAt < now.getTime() - usedAgainAfterMs;

function bearer(headers: Headers): string | null {
  const [, key] = /^Bearer\s+(rpk_[\w-]+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  return key ?? null;
}
