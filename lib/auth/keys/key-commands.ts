/**
 * Making, replacing and revoking keys: commands like any other, kept with who and when. The key itself is in the answer to the
 * click that made it and nowhere else; the same click again is told that it was made, without it.
 */

import { type Applied, type CommandAnswer, command } from "@/lib/engine/command";
import type { Operator } from "@/lib/engine/command-store";
import type { Engine } from "@/lib/engine/engine";
import type { Database } from "@/lib/store/database";
import type { ApiKey } from "./api-key";
import { findKey, keepKey, type NewApiKey, replaceKey, revoke } from "./key-store";
import { newKey } from "./new-key";

type Click = { nonce: string; operator: Operator };
type Wanted = Pick<ApiKey, "name" | "scopes" | "workflows" | "destinations" | "expiresAt">;
/** `key` is null when it was shown before. */
export type MadeKey = { id: string; key: string | null };

export async function makeKey(
  engine: Engine,
  { db }: Database,
  { nonce, operator, ...wanted }: Click & Wanted,
): Promise<CommandAnswer<MadeKey>> {
  const ask = { nonce, operator, kind: "make_key", objectKind: "api_key", objectId: nonce } as const;
  let shown: string | null = null;
  const answer = await command<{ id: string }>(
    engine,
    { ...ask, reason: null, shown: null, before: null },
    async (): Promise<Applied<{ id: string }>> => {
      const { key, ...kept } = await keepNew(db, { ...wanted, id: nonce, createdBy: operator.name });
      shown = key;
      return { ok: true, id: kept.id, after: kept };
    },
  );
  return answer.ok ? { ...answer, key: shown } : answer;
}

export type Rotation = { keyId: string; overlapMs: number; expiresAt: number | null };

/** The new key is for the same; the old one goes on for the overlap. */
export async function rotateKey(
  engine: Engine,
  { db }: Database,
  { nonce, operator, keyId, overlapMs, expiresAt }: Click & Rotation,
): Promise<CommandAnswer<MadeKey>> {
  const old = await findKey(db, { id: keyId });
  if (old === null) return noSuchKey;
  const ask = { nonce, operator, kind: "rotate_key", objectKind: "api_key", objectId: keyId } as const;
  let shown: string | null = null;
  const answer = await command<{ id: string }>(
    engine,
    { ...ask, reason: null, shown: null, before: old },
    async (): Promise<Applied<{ id: string }>> => {
      if (old.revokedAt !== null) return { ok: false, code: "key_ended", message: "It was revoked. Make a new one." };
      if (old.replacedBy !== null && old.replacedBy !== nonce) {
        return { ok: false, code: "key_ended", message: "It was replaced already. Replace the newer one." };
      }
      const { name, scopes, workflows, destinations } = old;
      const wanted = { id: nonce, name, scopes, workflows, destinations, expiresAt, createdBy: operator.name };
      const { key, ...kept } = await keepNew(db, wanted);
      await replaceKey(db, old.id, kept.id, new Date(Date.now() + overlapMs));
      shown = key;
      return { ok: true, id: kept.id, after: kept };
    },
  );
  return answer.ok ? { ...answer, key: shown } : answer;
}

export async function revokeKey(
  engine: Engine,
  { db }: Database,
  { nonce, operator, keyId, reason }: Click & { keyId: string; reason: string },
): Promise<CommandAnswer<{ id: string }>> {
  const before = await findKey(db, { id: keyId });
  if (before === null) return noSuchKey;
  const ask = { nonce, operator, kind: "revoke_key", objectKind: "api_key", objectId: keyId } as const;
  return command<{ id: string }>(engine, { ...ask, reason, shown: null, before }, async () => {
    await revoke(db, keyId, operator.name, new Date());
    return { ok: true, id: keyId, after: await findKey(db, { id: keyId }) };
  });
}

async function keepNew(
  db: Database["db"],
  wanted: Omit<NewApiKey, "prefix" | "hash">,
): Promise<ApiKey & { key: string }> {
  const { key, prefix, hash } = newKey();
  return { ...(await keepKey(db, { ...wanted, prefix, hash }, new Date())), key };
}

const noSuchKey = { ok: false, code: "key_not_found", message: "There is no such key." } as const;
