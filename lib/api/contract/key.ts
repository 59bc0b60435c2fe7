/** Keys of programs. A key itself is in one answer only: to the click that made it. */

import { z } from "zod";
import { keyScopes } from "@/lib/auth/keys/api-key";
import { Id, Identifier, Nonce, Reason, Time } from "./basics";

const dayMs = 24 * 60 * 60 * 1000;
const lifeMaxMs = 3 * 365 * dayMs;
const namesMax = 50;

const Limits = z.array(Identifier).min(1).max(namesMax).nullable();

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  workflows: z.array(z.string()).nullable(),
  destinations: z.array(z.string()).nullable(),
  createdBy: z.string(),
  createdAt: Time,
  expiresAt: Time.nullable(),
  lastUsedAt: Time.nullable(),
  revokedAt: Time.nullable(),
  revokedBy: z.string().nullable(),
  replacedBy: Id.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const KeyList = z.object({ now: Time, keys: z.array(ApiKey) });

/** Null for never. */
const LivesForMs = z.number().int().min(60_000).max(lifeMaxMs).nullable();

export const MakeKeyAsk = z.object({
  nonce: Nonce,
  name: z.string().trim().min(1, "Name it after the program that will hold it.").max(80),
  scopes: z.array(z.enum(keyScopes)).min(1, "Choose what it is for."),
  workflows: Limits.default(null),
  destinations: Limits.default(null),
  livesForMs: LivesForMs,
});

export const RotateKeyAsk = z.object({
  nonce: Nonce,
  /** How long the old key goes on beside the new one. */
  overlapMs: z
    .number()
    .int()
    .min(0)
    .max(30 * dayMs),
  livesForMs: LivesForMs,
});

export const RevokeKeyAsk = z.object({ nonce: Nonce, reason: Reason });

/** `key` is null when this click was answered before: it is shown once. */
export const MadeKey = z.object({ id: Id, key: z.string().nullable() });
export const RevokedKey = z.object({ id: Id });
