/** Accounts, as admins see and change them. */

import { z } from "zod";
import { accountChangeKinds } from "@/lib/auth/people/account-change-kind";
import { Id, Nonce, Reason, Role, Time } from "./basics";

export const Person = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  createdAt: Time,
  lastSeenAt: Time.nullable(),
  disabledAt: Time.nullable(),
  sessions: z.number().int(),
});
export type Person = z.infer<typeof Person>;

export const AccountChange = z.object({
  id: Id,
  at: Time,
  kind: z.enum(accountChangeKinds),
  accountId: Id,
  accountName: z.string().nullable(),
  byName: z.string(),
  byRole: Role,
  asked: z.unknown(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string().nullable(),
  refused: z.string().nullable(),
});
export type AccountChange = z.infer<typeof AccountChange>;

/** `me` is who reads. */
export const PersonList = z.object({ now: Time, me: Id, people: z.array(Person), changes: z.array(AccountChange) });

export const ChangePersonAsk = z.object({
  nonce: Nonce,
  reason: Reason,
  change: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("role"), to: Role }),
    z.object({ kind: z.literal("disable") }),
    z.object({ kind: z.literal("enable") }),
    z.object({ kind: z.literal("sign_out") }),
  ]),
});

export const ChangedPerson = z.object({ id: Id });
