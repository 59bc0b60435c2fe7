import { eq } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { session, user } from "@/drizzle/schema/auth";
import type { Database } from "@/lib/store/database";
import { type Asker, findChange, lockAccounts, recordChange } from "./account-change";
import { type Person, type PersonChange, type PersonRefusal, personRefusals, whyNotChange } from "./person";
import { countOtherAdmins, findPerson } from "./person-store";

type Tx = Parameters<Parameters<PostgresJsDatabase["transaction"]>[0]>[0];

export type PersonAsk = { nonce: string; by: Asker; personId: string; change: PersonChange; reason: string };

export type PersonAnswer =
  | { ok: true }
  | { ok: false; code: PersonRefusal | "person_not_found" | "nonce_reused"; message: string };

/**
 * Changes an account and records it, both or neither; what is refused is recorded alone. Roles and sessions are read with
 * every request, so that it counts from the next one on.
 */
export async function changePerson({ db }: Database, ask: PersonAsk, now: Date): Promise<PersonAnswer> {
  const { nonce, by, personId, change, reason } = ask;
  return db.transaction(async (tx) => {
    await lockAccounts(tx);
    const earlier = await findChange(tx, nonce);
    if (earlier !== null) {
      return earlier.kind === change.kind && earlier.accountId === personId ? answerOf(earlier.refused) : nonceReused;
    }
    const person = await findPerson(tx, personId, now);
    if (person === null) return noSuchPerson;
    const asker = await findPerson(tx, by.id, now);
    const refused = whyNotChange(person, change, {
      by: asker ?? { role: "viewer", disabledAt: null },
      otherAdmins: await countOtherAdmins(tx, personId),
    });
    if (refused === null) await apply(tx, personId, change, now);
    const left = refused === null ? await findPerson(tx, personId, now) : null;
    const { kind, ...asked } = change;
    const about = { id: nonce, kind, accountId: personId, accountName: person.name, by, asked, reason, refused };
    await recordChange(tx, { ...about, before: standing(person), after: left && standing(left) }, now);
    return answerOf(refused);
  });
}

async function apply(tx: Tx, personId: string, change: PersonChange, now: Date): Promise<void> {
  switch (change.kind) {
    case "role":
      await tx.update(user).set({ role: change.to, updatedAt: now }).where(eq(user.id, personId));
      return;
    case "disable":
      await tx.update(user).set({ disabledAt: now, updatedAt: now }).where(eq(user.id, personId));
      return signOutEverywhere(tx, personId);
    case "enable":
      await tx.update(user).set({ disabledAt: null, updatedAt: now }).where(eq(user.id, personId));
      // One that was opened in the moment of the disabling must not come back to life.
      return signOutEverywhere(tx, personId);
    case "sign_out":
      return signOutEverywhere(tx, personId);
  }
}

async function signOutEverywhere(tx: Tx, personId: string): Promise<void> {
  await tx.delete(session).where(eq(session.userId, personId));
}

const standing = ({ role, disabledAt, sessions }: Person) => ({ role, disabledAt, sessions });

function answerOf(refused: string | null): PersonAnswer {
  if (refused === null) return { ok: true };
  // Written from a `PersonRefusal` by this file alone.
  const code = refused as PersonRefusal;
  return { ok: false, code, message: personRefusals[code] };
}

const noSuchPerson = { ok: false, code: "person_not_found", message: "There is no such account." } as const;
const nonceReused = {
  ok: false,
  code: "nonce_reused",
  message: "This click was already used for something else. Reload the page.",
} as const;
