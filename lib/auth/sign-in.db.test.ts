import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { session, user } from "@/drizzle/schema/auth";
import { connect } from "@/lib/store/database";
import { makeAuth } from "./auth";
import { authUnderTest, headersWith } from "./auth-under-test";
import { demoAccounts, demoPassword } from "./demo-accounts";
import { loadDemoAccounts } from "./load-demo-accounts";
import { openSession } from "./open-session";
import { getSecret } from "./secret";
import { findUser } from "./session";

let on: Awaited<ReturnType<typeof authUnderTest>>;
beforeAll(async () => {
  on = await authUnderTest({ demo: true });
});
afterAll(() => on.close());

function ask(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const sent = { "content-type": "application/json", origin: on.publicUrl, ...headers };
  return on.auth.handler(
    new Request(`${on.publicUrl}/api/auth${path}`, { method: "POST", headers: sent, body: JSON.stringify(body) }),
  );
}

async function signedIn(email: string): Promise<Headers> {
  const cookies = await openSession(on.auth, new Headers(), { email, password: demoPassword });
  if (cookies === null) throw new Error(`${email} could not sign in.`);
  return headersWith(cookies);
}

test.each(demoAccounts)("the demo's $role signs in and is known by name and role", async ({ email, name, role }) => {
  expect(await findUser(on.auth, await signedIn(email))).toMatchObject({ email, name, role });
});

test("loading the demo's accounts again changes nothing", async () => {
  const before = await on.database.db.select().from(user).orderBy(user.email);
  await loadDemoAccounts(on.url);
  expect(await on.database.db.select().from(user).orderBy(user.email)).toEqual(before);
});

test("a wrong password and an unknown address are refused alike", async () => {
  const wrong = await ask("/sign-in/email", { email: demoAccounts[0]!.email, password: "not the password" });
  const unknown = await ask("/sign-in/email", { email: "nobody@demo.reprise.local", password: demoPassword });
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  expect(await wrong.json()).toEqual(await unknown.json());
  expect(wrong.headers.getSetCookie()).toEqual([]);
});

test("nobody can make an account for themselves", async () => {
  const body = { email: "eve@example.com", password: "a long enough password", name: "Eve" };
  expect((await ask("/sign-up/email", body)).ok).toBe(false);
  expect(await on.database.db.select().from(user).where(eq(user.email, body.email))).toEqual([]);
});

test("the session cookie is out of reach of scripts and of other sites", async () => {
  const cookies = await openSession(on.auth, new Headers(), {
    email: demoAccounts[1]!.email,
    password: demoPassword,
  });
  const line = cookies?.find((each) => each.startsWith("reprise.session_token="));
  expect(line).toMatch(/HttpOnly/i);
  expect(line).toMatch(/SameSite=Lax/i);
});

test("behind TLS the session cookie is sent over TLS only, and no plain page can plant one", async () => {
  const publicUrl = "https://reprise.example.com";
  const auth = makeAuth({ database: on.database, secret: await getSecret(on.database), publicUrl });
  const cookies = await openSession(auth, new Headers(), { email: demoAccounts[1]!.email, password: demoPassword });
  const line = cookies?.find((each) => each.includes("reprise.session_token="));
  expect(line).toMatch(/^__Secure-/);
  expect(line).toMatch(/; Secure/i);
  expect(line).not.toMatch(/; Domain=/i);
});

test("a changed role and a removed account apply to the very next request", async () => {
  const email = "approver@demo.reprise.local";
  const headers = await signedIn(email);
  await on.database.db.update(user).set({ role: "viewer" }).where(eq(user.email, email));
  expect((await findUser(on.auth, headers))?.role).toBe("viewer");
  await on.database.db.delete(user).where(eq(user.email, email));
  expect(await findUser(on.auth, headers)).toBeNull();
});

test("signing out ends the session, also for whoever kept the cookie", async () => {
  const headers = await signedIn("lead@demo.reprise.local");
  const answer = await ask("/sign-out", {}, { cookie: headers.get("cookie")! });
  expect(answer.status).toBe(200);
  expect(await findUser(on.auth, headers)).toBeNull();
});

test("signing in as somebody else ends the session one had", async () => {
  const headers = await signedIn("viewer@demo.reprise.local");
  await openSession(on.auth, headers, { email: "admin@demo.reprise.local", password: demoPassword });
  expect(await findUser(on.auth, headers)).toBeNull();
});

test("a session is over when its time is", async () => {
  const headers = await signedIn("operator@demo.reprise.local");
  await on.database.db.update(session).set({ expiresAt: new Date(0) });
  expect(await findUser(on.auth, headers)).toBeNull();
});

test("a forged cookie is nobody", async () => {
  expect(await findUser(on.auth, new Headers({ cookie: "reprise.session_token=abc.def" }))).toBeNull();
});

test("another site can sign nobody in", async () => {
  const body = { email: "admin@demo.reprise.local", password: demoPassword };
  const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" };
  expect((await ask("/sign-in/email", body, headers)).status).toBe(403);
});

test("guessing is slowed down, and the answer says for how long", async () => {
  const from = { "x-forwarded-for": "203.0.113.9" };
  const guess = () => ask("/sign-in/email", { email: "admin@demo.reprise.local", password: "a wrong guess" }, from);
  for (let tries = 0; tries < 10; tries++) expect((await guess()).status).toBe(401);
  const refused = await guess();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("x-retry-after"))).toBeGreaterThan(0);
});

test("all processes on one database sign with the same secret", async () => {
  const [one, other] = await Promise.all([getSecret(on.database), getSecret(on.database)]);
  expect(one).toBe(other);
  expect(one.length).toBeGreaterThanOrEqual(32);
});

test("a database that does not answer is not taken for a person who is not signed in", async () => {
  const headers = await signedIn("admin@demo.reprise.local");
  const gone = await connect(on.url, { connectionsMax: 1 });
  const auth = makeAuth({ database: gone, secret: await getSecret(on.database), publicUrl: on.publicUrl });
  await gone.close();
  await expect(findUser(auth, headers)).rejects.toMatchObject({ code: "CONNECTION_ENDED" });
});
