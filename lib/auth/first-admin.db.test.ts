import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { user } from "@/drizzle/schema/auth";
import { authUnderTest, headersWith } from "./auth-under-test";
import { claimFirstAdmin } from "./claim-first-admin";
import { firstAdminLink, readFirstAdminLink } from "./first-admin";
import { openSession } from "./open-session";
import { findUser } from "./session";

const now = new Date("2026-03-02T03:00:00Z");
const later = (hours: number) => new Date(now.getTime() + hours * 60 * 60 * 1000);
const ada = { name: "Ada Byron", email: "ada@example.com", password: "analytical engine" };

let on: Awaited<ReturnType<typeof authUnderTest>>;
const opened: (typeof on)[] = [];
beforeEach(async () => {
  on = await authUnderTest({ demo: false });
  opened.push(on);
});
afterAll(async () => {
  for (const each of opened) await each.close();
});

async function makeToken(): Promise<string> {
  const link = await firstAdminLink(on.url, on.publicUrl, now);
  const url = new URL(link ?? "about:blank");
  expect(url.origin + url.pathname).toBe(`${on.publicUrl}/first-admin`);
  return url.searchParams.get("token")!;
}

test("the link makes one admin, who can sign in", async () => {
  const token = await makeToken();
  expect(await claimFirstAdmin(on.database, { ...ada, token }, later(1))).toMatchObject({ ok: true });
  const cookies = await openSession(on.auth, new Headers(), ada);
  expect(await findUser(on.auth, headersWith(cookies!))).toMatchObject({ name: ada.name, role: "admin" });
});

test("a used link makes nobody", async () => {
  const token = await makeToken();
  await claimFirstAdmin(on.database, { ...ada, token }, later(1));
  const again = await claimFirstAdmin(on.database, { ...ada, email: "eve@example.com", token }, later(1));
  expect(again).toEqual({ ok: false, code: "used" });
  expect(await on.database.db.select().from(user)).toHaveLength(1);
});

test("of two who use the link at once, one becomes admin", async () => {
  const token = await makeToken();
  const answers = await Promise.all(
    ["ada@example.com", "eve@example.com"].map((email) =>
      claimFirstAdmin(on.database, { ...ada, email, token }, later(1)),
    ),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  expect(await on.database.db.select().from(user)).toHaveLength(1);
});

test("after a day the link is expired", async () => {
  const token = await makeToken();
  expect(await readFirstAdminLink(on.database.db, token, later(23))).toBe("good");
  expect(await readFirstAdminLink(on.database.db, token, later(24))).toBe("expired");
  expect(await claimFirstAdmin(on.database, { ...ada, token }, later(24))).toEqual({ ok: false, code: "expired" });
});

test("a newer link replaces the older, and a made-up one is unknown", async () => {
  const older = await makeToken();
  const newer = await makeToken();
  expect(await readFirstAdminLink(on.database.db, older, now)).toBe("unknown");
  expect(await readFirstAdminLink(on.database.db, newer, now)).toBe("good");
  expect(await readFirstAdminLink(on.database.db, "made-up", now)).toBe("unknown");
});

test("with an admin there is no link, and one made before is no good", async () => {
  const token = await makeToken();
  await on.database.db.insert(user).values({ ...ada, id: crypto.randomUUID(), role: "admin" });
  expect(await firstAdminLink(on.url, on.publicUrl, now)).toBeNull();
  expect(await readFirstAdminLink(on.database.db, token, now)).toBe("admin_exists");
  const claim = await claimFirstAdmin(on.database, { ...ada, email: "eve@example.com", token }, now);
  expect(claim).toEqual({ ok: false, code: "admin_exists" });
});

test("an address that is taken makes no admin and leaves the link good", async () => {
  const token = await makeToken();
  await on.database.db.insert(user).values({ ...ada, id: crypto.randomUUID(), role: "viewer" });
  const refused = await claimFirstAdmin(on.database, { ...ada, token }, now);
  expect(refused).toEqual({ ok: false, code: "email_taken" });
  expect(await readFirstAdminLink(on.database.db, token, now)).toBe("good");
  const [found] = await on.database.db.select().from(user).where(eq(user.email, ada.email));
  expect(found?.role).toBe("viewer");
});
