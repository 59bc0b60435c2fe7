import { hashPassword } from "better-auth/crypto";
import { afterAll, beforeEach, describe, expect, it, test } from "vitest";
import type { Role } from "@/lib/progress/validation";
import { anId } from "@/lib/testing/factories";
import { authUnderTest, headersWith } from "../auth-under-test";
import { createUser } from "../create-user";
import { openSession } from "../open-session";
import { findUser } from "../session";
import { listChanges } from "./account-change";
import { changePerson, type PersonAsk } from "./change-person";
import { listPeople } from "./person-store";

const now = new Date();
const password = "analytical engine";
const passwordHash = await hashPassword(password);

let on: Awaited<ReturnType<typeof authUnderTest>>;
const opened: (typeof on)[] = [];
let ada: Asker;
type Asker = { id: string; name: string; role: Role; email: string };
beforeEach(async () => {
  on = await authUnderTest({ demo: false });
  opened.push(on);
  ada = await aPerson("admin", "Ada Byron");
});
afterAll(async () => {
  for (const each of opened) await each.close();
});

async function aPerson(role: Role, name = "Dana Scully"): Promise<Asker> {
  const email = `${anId()}@example.com`;
  const id = await createUser(on.database.db, { name, email, role, passwordHash });
  return { id: id!, name, role, email };
}

const change = (ask: Partial<PersonAsk> & Pick<PersonAsk, "personId" | "change">) =>
  changePerson(on.database, { nonce: anId(), by: ada, reason: "as agreed", ...ask }, now);

async function signIn({ email }: { email: string }): Promise<Headers> {
  const cookies = await openSession(on.auth, new Headers(), { email, password });
  if (cookies === null) throw new Error("refused");
  return headersWith(cookies);
}

const peopleNamed = async (id: string) => (await listPeople(on.database.db, now)).find((each) => each.id === id);

describe("with a session open", () => {
  it("another role counts from the very next request on", async () => {
    const dana = await aPerson("admin");
    const session = await signIn(dana);
    expect((await findUser(on.auth, session))?.role).toBe("admin");
    expect(await change({ personId: dana.id, change: { kind: "role", to: "viewer" } })).toEqual({ ok: true });
    expect((await findUser(on.auth, session))?.role).toBe("viewer");
  });

  it("whoever is disabled is signed out, cannot sign in, and can again once enabled, without the old session", async () => {
    const dana = await aPerson("operator");
    const session = await signIn(dana);
    await change({ personId: dana.id, change: { kind: "disable" } });
    expect(await findUser(on.auth, session)).toBeNull();
    await expect(signIn(dana)).rejects.toThrow("refused");
    await change({ personId: dana.id, change: { kind: "enable" } });
    expect(await findUser(on.auth, session)).toBeNull();
    expect(await findUser(on.auth, await signIn(dana))).toMatchObject({ id: dana.id, role: "operator" });
  });

  it("a session that slipped in beside the disabling lets nobody in", async () => {
    const dana = await aPerson("operator");
    const session = await signIn(dana);
    await on.database.sql`update auth.user set disabled_at = now() where id = ${dana.id}`;
    expect(await findUser(on.auth, session)).toBeNull();
  });

  it("signing somebody out ends each of their sessions and nobody else's", async () => {
    const dana = await aPerson("operator");
    const sessions = [await signIn(dana), await signIn(dana)];
    const own = await signIn(ada);
    expect((await peopleNamed(dana.id))?.sessions).toBe(2);
    await change({ personId: dana.id, change: { kind: "sign_out" } });
    for (const session of sessions) expect(await findUser(on.auth, session)).toBeNull();
    expect(await findUser(on.auth, own)).not.toBeNull();
    expect((await peopleNamed(dana.id))?.sessions).toBe(0);
  });
});

test("who signs in rightly to a disabled account is told so, and who guesses is not", async () => {
  const dana = await aPerson("operator");
  await change({ personId: dana.id, change: { kind: "disable" } });
  const ask = (given: string) =>
    on.auth.handler(
      new Request(`${on.publicUrl}/api/auth/sign-in/email`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: on.publicUrl },
        body: JSON.stringify({ email: dana.email, password: given }),
      }),
    );
  const [right, wrong] = [await ask(password), await ask("a wrong password")];
  expect([right.status, (await right.json()).code]).toEqual([403, "ACCOUNT_DISABLED"]);
  expect([wrong.status, (await wrong.json()).code]).toEqual([401, "INVALID_EMAIL_OR_PASSWORD"]);
});

describe("the last active admin", () => {
  it("is neither demoted nor disabled, not even by themselves", async () => {
    for (const each of [{ kind: "role", to: "lead" }, { kind: "disable" }] as const) {
      expect(await change({ personId: ada.id, change: each })).toMatchObject({ ok: false, code: "last_admin" });
    }
    expect(await peopleNamed(ada.id)).toMatchObject({ role: "admin", disabledAt: null });
  });

  it("remains when two admins demote each other at once", async () => {
    const eve = await aPerson("admin", "Eve");
    const demote = (by: Asker, personId: string) => change({ by, personId, change: { kind: "role", to: "viewer" } });
    const answers = await Promise.all([demote(ada, eve.id), demote(eve, ada.id)]);
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    const admins = (await listPeople(on.database.db, now)).filter(({ role }) => role === "admin");
    expect(admins).toHaveLength(1);
  });
});

describe("the record", () => {
  it("says who changed what, from what to what, and why", async () => {
    const dana = await aPerson("viewer");
    await change({ personId: dana.id, change: { kind: "role", to: "lead" }, reason: "leads the team" });
    expect(await listChanges(on.database.db, 10)).toMatchObject([
      {
        kind: "role",
        accountName: "Dana Scully",
        byName: "Ada Byron",
        byRole: "admin",
        asked: { to: "lead" },
        before: { role: "viewer" },
        after: { role: "lead" },
        reason: "leads the team",
        refused: null,
      },
    ]);
  });

  it("keeps what was tried and refused, with who tried", async () => {
    const dana = await aPerson("operator");
    const tried = await change({ by: dana, personId: dana.id, change: { kind: "role", to: "admin" } });
    expect(tried).toMatchObject({ ok: false, code: "role_missing" });
    expect(await listChanges(on.database.db, 10)).toMatchObject([
      {
        byName: "Dana Scully",
        asked: { to: "admin" },
        before: { role: "operator" },
        after: null,
        refused: "role_missing",
      },
    ]);
    expect(await peopleNamed(dana.id)).toMatchObject({ role: "operator" });
  });

  it("holds a click once, however often it arrives, and answers it alike", async () => {
    const dana = await aPerson("viewer");
    const ask = { nonce: anId(), personId: dana.id, change: { kind: "role", to: "lead" } } as const;
    expect([await change(ask), await change(ask)]).toEqual([{ ok: true }, { ok: true }]);
    expect(await listChanges(on.database.db, 10)).toHaveLength(1);
    const other = await change({ ...ask, change: { kind: "disable" } });
    expect(other).toMatchObject({ ok: false, code: "nonce_reused" });
  });
});

test("an account that is not there is not changed", async () => {
  expect(await change({ personId: anId(), change: { kind: "disable" } })).toMatchObject({ code: "person_not_found" });
});
