/**
 * Requests that may arrive twice, after the IETF's Idempotency-Key draft: what was answered is answered again, what is
 * under way is not begun a second time, and a key stands for one request only. What fails leaves nothing behind.
 */

import { createHash } from "node:crypto";
import type { Database } from "@/lib/store/database";

export type KeyRequest = { keyId: string; name: string; fingerprint: string };

export type BegunRequest =
  | { state: "begun" }
  | { state: "answered"; answer: string }
  | { state: "in_flight" }
  /** The same key came with another request before. */
  | { state: "other" };

/** Longer than any program goes on trying; every call has ids of its own besides, which hold for ever. */
const keptMs = 15 * 60_000;
/** Longer than any call takes: its process died, and what it did is found by the call's own ids. */
const underWayMs = 60_000;
const removedAtOnce = 10_000;

export const requestFingerprint = (call: string, body: unknown): string =>
  createHash("sha256")
    .update(`${call} ${JSON.stringify(body)}`)
    .digest("hex");

export async function beginRequest({ sql }: Pick<Database, "sql">, asked: KeyRequest): Promise<BegunRequest> {
  const { keyId, name, fingerprint } = asked;
  const [row] = await sql<{ begun: boolean; fingerprint: string; answer: string | null }[]>`
    with mine as (
      insert into auth.key_request as known (key_id, name, fingerprint, begun_at)
      values (${keyId}, ${name}, ${fingerprint}, clock_timestamp())
      on conflict (key_id, name) do update set begun_at = excluded.begun_at
        where known.answer is null and known.fingerprint = excluded.fingerprint
          and known.begun_at < clock_timestamp() - ${underWayMs} * interval '1 millisecond'
      returning true as begun
    )
    select coalesce((select begun from mine), false) as begun, r.fingerprint, r.answer
    from (select 1) one left join auth.key_request r on r.key_id = ${keyId} and r.name = ${name}`;
  if (row?.begun) return { state: "begun" };
  // Begun by another one after this statement looked: it is under way.
  if (!row?.fingerprint) return { state: "in_flight" };
  if (row.fingerprint !== fingerprint) return { state: "other" };
  return row.answer === null ? { state: "in_flight" } : { state: "answered", answer: row.answer };
}

export async function keepAnswer({ sql }: Pick<Database, "sql">, asked: KeyRequest, answer: string): Promise<void> {
  await sql`update auth.key_request set answer = ${answer} where key_id = ${asked.keyId} and name = ${asked.name}`;
}

export async function forgetRequest({ sql }: Pick<Database, "sql">, asked: KeyRequest): Promise<void> {
  await sql`
    delete from auth.key_request where key_id = ${asked.keyId} and name = ${asked.name} and answer is null`;
}

export async function removeOldRequests({ sql }: Pick<Database, "sql">): Promise<void> {
  await sql`
    delete from auth.key_request where ctid in (
      select ctid from auth.key_request
      where begun_at < clock_timestamp() - ${keptMs} * interval '1 millisecond' limit ${removedAtOnce})`;
}
