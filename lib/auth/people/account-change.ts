/** The record of what was changed of accounts, refused tries included: rows are added and never rewritten. */

import { desc, eq, sql } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { accountChange } from "@/drizzle/schema/auth";
import type { Role } from "@/lib/progress/validation";
import type { AccountChangeKind } from "./account-change-kind";

type Db = Pick<PostgresJsDatabase, "select" | "insert" | "execute">;

/** Who asks, as the session says; what they may is read anew. */
export type Asker = { id: string; name: string; role: Role };

export type AccountChange = {
  id: string;
  at: number;
  kind: AccountChangeKind;
  accountId: string;
  /** As it was called then. */
  accountName: string | null;
  byName: string;
  byRole: Role;
  /** What was asked for beyond the kind, such as the role to give. */
  asked: unknown;
  before: unknown;
  after: unknown;
  reason: string | null;
  refused: string | null;
};

export type NewAccountChange = Omit<AccountChange, "at" | "byName" | "byRole"> & { by: Asker };

/** In the transaction of what it tells. */
export async function recordChange(db: Db, { by, ...told }: NewAccountChange, now: Date): Promise<void> {
  await db.insert(accountChange).values({ ...told, at: now, byId: by.id, byName: by.name, byRole: by.role });
}

export type EarlierChange = Pick<AccountChange, "kind" | "accountId" | "refused">;

/** What this click did before, when its answer was lost. */
export async function findChange(db: Db, id: string): Promise<EarlierChange | null> {
  const [row] = await db.select().from(accountChange).where(eq(accountChange.id, id));
  return row ? toChange(row) : null;
}

/** Newest first. */
export async function listChanges(db: Db, limit: number): Promise<AccountChange[]> {
  return (await db.select().from(accountChange).orderBy(desc(accountChange.at)).limit(limit)).map(toChange);
}

/**
 * One change of accounts at a time, until the transaction ends. Some rules count accounts, which no lock on a single row
 * protects; such changes are rare.
 */
export async function lockAccounts(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('reprise accounts'))`);
}

function toChange({ byId: _, at, kind, byRole, ...row }: typeof accountChange.$inferSelect): AccountChange {
  // Written by `recordChange` alone, which takes no other kind and no other role.
  return { ...row, at: at.getTime(), kind: kind as AccountChangeKind, byRole: byRole as Role };
}
