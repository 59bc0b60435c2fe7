import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { demoAccounts } from "@/lib/auth/demo-accounts";
import { loadDemoAccounts } from "@/lib/auth/load-demo-accounts";
import { currentUser } from "@/lib/auth/session";
import { getWebAuth } from "@/lib/auth/web-auth";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { POST } from "./route";

const address = "http://127.0.0.1:3000";
let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await loadDemoAccounts(testDatabase.url);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await (await getWebAuth()).database.close();
  await testDatabase.drop();
});

function ask(form: Record<string, string>, { demo = "1", ...headers }: Record<string, string> = {}) {
  vi.stubEnv("DATABASE_URL", testDatabase.url);
  vi.stubEnv("REPRISE_DEMO", demo);
  const sent = { host: "127.0.0.1:3000", origin: address, ...headers };
  return POST(new Request(`${address}/sign-in/as`, { method: "POST", headers: sent, body: new URLSearchParams(form) }));
}

test.each(demoAccounts)("in the demo one click signs in as $role", async ({ role, email }) => {
  const answer = await ask({ role });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(role === "approver" ? "/approvals" : "/");
  const cookie = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  expect(await currentUser(new Headers({ cookie: cookie.join("; ") }))).toMatchObject({ role, email });
});

test.each([
  ["on a real database", { demo: "0" }, 404],
  ["through another name", { host: "reprise.example.com", origin: "https://reprise.example.com" }, 404],
  ["for somebody behind a proxy", { "x-forwarded-for": "203.0.113.7" }, 404],
  ["from another site", { origin: "https://evil.example" }, 403],
  ["from a page that does not say what it is", { origin: "null" }, 403],
])("nobody is signed in without a password %s", async (_where, headers, state) => {
  const answer = await ask({ role: "admin" }, headers as Record<string, string>);
  expect(answer.status).toBe(state);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test("a role that does not exist is refused", async () => {
  expect((await ask({ role: "root" })).status).toBe(400);
});

test("signing in leads back to where one was going, and never to another site", async () => {
  const kept = await ask({ role: "viewer", next: "/runs?state=unknown" });
  expect(kept.headers.get("location")).toBe("/runs?state=unknown");
  const foreign = await ask({ role: "viewer", next: "//evil.example" });
  expect(foreign.headers.get("location")).toBe("/");
});
