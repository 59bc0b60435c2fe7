import { randomUUID } from "node:crypto";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { account, user } from "@/drizzle/schema/auth";
import type { Role } from "@/lib/progress/validation";

export type NewUser = { name: string; email: string; role: Role; passwordHash: string };

/** Call it in a transaction: an account without its way to sign in is of no use. @returns null when the address is taken */
export async function createUser(db: Pick<PostgresJsDatabase, "insert">, given: NewUser): Promise<string | null> {
  const id = randomUUID();
  const { name, role, passwordHash } = given;
  const email = given.email.toLowerCase();
  const made = await db
    .insert(user)
    .values({ id, name, email, role })
    .onConflictDoNothing({ target: user.email })
    .returning({ id: user.id });
  if (made.length === 0) return null;
  // How the sign-in library knows a password from the ways it could have through others.
  const way = { providerId: "credential", accountId: id };
  await db.insert(account).values({ ...way, id: randomUUID(), userId: id, password: passwordHash });
  return id;
}
