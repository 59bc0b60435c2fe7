/** The secret that signs session cookies: BETTER_AUTH_SECRET, or the one that the first process to ask made in the database. */

import { randomBytes } from "node:crypto";
import { secret } from "@/drizzle/schema/auth";
import type { Database } from "@/lib/store/database";

export async function getSecret({ db }: Database): Promise<string> {
  const given = process.env.BETTER_AUTH_SECRET;
  if (given) return given;
  const made = { value: randomBytes(32).toString("base64url"), madeAt: new Date() };
  // Two processes may ask at once: one row is kept, and both read that one.
  await db.insert(secret).values(made).onConflictDoNothing();
  const [kept] = await db.select({ value: secret.value }).from(secret);
  if (kept === undefined) throw new Error("The secret was deleted while it was read.");
  return kept.value;
}
