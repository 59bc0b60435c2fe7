/** Accounts in the database, with who was here when. */

import { and, eq, gt, isNull, ne, sql } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { session, user } from "@/drizzle/schema/auth";
import type { Role } from "@/lib/progress/validation";
import type { Person } from "./person";

type Db = Pick<PostgresJsDatabase, "select">;

/** Active ones first, by name. */
export async function listPeople(db: Db, now: Date): Promise<Person[]> {
  const rows = await people(db, now).orderBy(sql`${user.disabledAt} is not null`, user.name, user.id);
  return rows.map(toPerson);
}

export async function findPerson(db: Db, id: string, now: Date): Promise<Person | null> {
  const [row] = await people(db, now).where(eq(user.id, id));
  return row ? toPerson(row) : null;
}

/** How many active admins there are beside this account. */
export async function countOtherAdmins(db: Db, id: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(user)
    .where(and(eq(user.role, "admin"), isNull(user.disabledAt), ne(user.id, id)));
  return row?.count ?? 0;
}

function people(db: Db, now: Date) {
  const open = db
    .select({ userId: session.userId, count: sql<number>`count(*)::int`.as("count") })
    .from(session)
    .where(gt(session.expiresAt, now))
    .groupBy(session.userId)
    .as("open");
  const { id, name, email, role, createdAt, lastSeenAt, disabledAt } = user;
  return db
    .select({ id, name, email, role, createdAt, lastSeenAt, disabledAt, sessions: open.count })
    .from(user)
    .leftJoin(open, eq(open.userId, user.id))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof people>>[number];

function toPerson({ createdAt, lastSeenAt, disabledAt, role, sessions, ...row }: Row): Person {
  return {
    ...row,
    // The column's CHECK holds the same list.
    role: role as Role,
    createdAt: createdAt.getTime(),
    lastSeenAt: lastSeenAt?.getTime() ?? null,
    disabledAt: disabledAt?.getTime() ?? null,
    sessions: sessions ?? 0,
  };
}
