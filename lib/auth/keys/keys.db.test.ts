import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { anOperator } from "@/lib/testing/engine-world";
import { anId } from "@/lib/testing/factories";
import { createEngine, type Wired } from "@/lib/wiring";
import { authUnderTest } from "../auth-under-test";
import { findUsableKey } from "./authenticate-key";
import { makeKey, revokeKey, rotateKey } from "./key-commands";
import { listKeys } from "./key-store";

const wanted = {
  name: "EU workers",
  scopes: ["worker" as const],
  workflows: ["support"],
  destinations: null,
  expiresAt: null,
};
const admin = anOperator("admin");
const inAnHour = () => new Date(Date.now() + 60 * 60 * 1000);
const now = () => new Date();

let on: Awaited<ReturnType<typeof authUnderTest>>;
let wired: Wired;
beforeAll(async () => {
  on = await authUnderTest({ demo: false });
  wired = await createEngine({ progressUrl: on.url, ledgerUrl: on.url, connectionsMax: 2 });
});
afterAll(async () => {
  await wired.close();
  await on.close();
});
beforeEach(async () => {
  await on.database.sql`delete from auth.api_key`;
});

async function aKey(over: { expiresAt?: number } = {}) {
  const nonce = anId();
  const made = await makeKey(wired.engine, on.database, { ...wanted, ...over, nonce, operator: admin });
  if (!made.ok || made.key === null) throw new Error("It was not made.");
  return { id: made.id, key: made.key, nonce };
}

test("a key lets its program in, with what it is for, and only its hash is kept", async () => {
  const { key } = await aKey();
  expect(await findUsableKey(on.database, key, now())).toMatchObject({ name: "EU workers", workflows: ["support"] });
  expect(await findUsableKey(on.database, `${key}x`, now())).toBeNull();
  const rows = await on.database.sql`select row_to_json(k)::text as kept from auth.api_key k`;
  const commands = await on.database.sql`select row_to_json(c)::text as kept from ops.command c`;
  for (const { kept } of [...rows, ...commands]) expect(kept).not.toContain(key.slice(13));
});

test("the same click again makes no second key and does not show the first one again", async () => {
  const { nonce, id } = await aKey();
  const again = await makeKey(wired.engine, on.database, { ...wanted, nonce, operator: admin });
  expect(again).toEqual({ ok: true, id, key: null });
  expect(await listKeys(on.database.db)).toHaveLength(1);
});

test("a click whose process died before it answered gets a key that works, and there is one", async () => {
  const { nonce, key } = await aKey();
  await on.database.sql`update ops.command set state = 'accepted', answer = null where id = ${nonce}`;
  const again = await makeKey(wired.engine, on.database, { ...wanted, nonce, operator: admin });
  if (!again.ok || again.key === null) throw new Error("It was not made.");
  expect(await findUsableKey(on.database, again.key, now())).not.toBeNull();
  expect(await findUsableKey(on.database, key, now())).toBeNull();
  expect(await listKeys(on.database.db)).toHaveLength(1);
});

test("an expired key and a revoked one are refused at once", async () => {
  const short = await aKey({ expiresAt: Date.now() + 1_000 });
  expect(await findUsableKey(on.database, short.key, now())).not.toBeNull();
  expect(await findUsableKey(on.database, short.key, inAnHour())).toBeNull();
  const { id: keyId, key } = await aKey();
  const ask = { keyId, reason: "It was in a log.", nonce: anId(), operator: admin };
  expect(await revokeKey(wired.engine, on.database, ask)).toEqual({ ok: true, id: keyId });
  expect(await findUsableKey(on.database, key, now())).toBeNull();
});

test("a replaced key goes on for the overlap, and the new one is for the same", async () => {
  const old = await aKey();
  const ask = { keyId: old.id, overlapMs: 60_000, expiresAt: null, nonce: anId(), operator: admin };
  const made = await rotateKey(wired.engine, on.database, ask);
  if (!made.ok || made.key === null) throw new Error("It was not replaced.");
  expect(await findUsableKey(on.database, old.key, now())).not.toBeNull();
  expect(await findUsableKey(on.database, old.key, inAnHour())).toBeNull();
  expect(await findUsableKey(on.database, made.key, inAnHour())).toMatchObject({
    scopes: ["worker"],
    workflows: ["support"],
  });
  const twice = await rotateKey(wired.engine, on.database, { ...ask, nonce: anId() });
  expect(twice).toMatchObject({ ok: false, code: "key_ended" });
});

test("a replacement never prolongs the old key", async () => {
  const old = await aKey({ expiresAt: Date.now() + 1_000 });
  const ask = { keyId: old.id, overlapMs: 24 * 60 * 60 * 1000, expiresAt: null, nonce: anId(), operator: admin };
  await rotateKey(wired.engine, on.database, ask);
  expect(await findUsableKey(on.database, old.key, inAnHour())).toBeNull();
});

test.each(["viewer", "operator", "approver", "lead"] as const)(
  "a %s makes no key, and the try is kept",
  async (role) => {
    const nonce = anId();
    const answer = await makeKey(wired.engine, on.database, { ...wanted, nonce, operator: anOperator(role) });
    expect(answer).toMatchObject({ ok: false, code: "role_missing" });
    expect(await listKeys(on.database.db)).toEqual([]);
    const [kept] = await on.database.sql`select state, role from ops.command where id = ${nonce}`;
    expect(kept).toEqual({ state: "refused", role });
  },
);

test("the use of a key is noted", async () => {
  const { key } = await aKey();
  await findUsableKey(on.database, key, now());
  await expect.poll(async () => (await listKeys(on.database.db))[0]?.lastUsedAt).toBeGreaterThan(0);
});
