import { describe, expect, it, test } from "vitest";
import { isUsable, keyStateOf, whyKeyMayNot } from "./api-key";
import { hashKey, newKey } from "./new-key";

const now = Date.UTC(2026, 2, 2);
const life = { expiresAt: null, revokedAt: null, replacedBy: null };

test.each([
  ["one that never expires", life, "good", true],
  ["one that expires later", { ...life, expiresAt: now + 1 }, "good", true],
  ["one that expires just now", { ...life, expiresAt: now }, "expired", false],
  ["one in the overlap of its rotation", { ...life, expiresAt: now + 1, replacedBy: "other" }, "replaced", true],
  ["one after that overlap", { ...life, expiresAt: now, replacedBy: "other" }, "expired", false],
  ["a revoked one, whatever else it is", { expiresAt: now + 1, revokedAt: now, replacedBy: null }, "revoked", false],
])("%s", (_, key, state, usable) => {
  expect([keyStateOf(key, now), isUsable(key, now)]).toEqual([state, usable]);
});

describe("what a key may do", () => {
  const key = { name: "eu workers", scopes: ["worker" as const], workflows: ["support"], destinations: ["crm"] };

  it("is its scope", () => {
    expect(whyKeyMayNot(key, { scope: "worker" })).toBeNull();
    expect(whyKeyMayNot(key, { scope: "read" })).toBe('The key "eu workers" has no scope "read"; it has worker.');
  });

  it("is limited to its workflows and destinations, and to none where none are named", () => {
    expect(whyKeyMayNot(key, { scope: "worker", workflow: "support", destination: "crm" })).toBeNull();
    expect(whyKeyMayNot(key, { scope: "worker", workflow: "refund" })).toContain('the workflow "refund"');
    expect(whyKeyMayNot(key, { scope: "worker", destination: "mail" })).toContain('the destination "mail"');
    const all = { ...key, workflows: null, destinations: null };
    expect(whyKeyMayNot(all, { scope: "worker", workflow: "refund", destination: "mail" })).toBeNull();
  });
});

test("a key has 256 random bits, begins readably, and is found by its hash alone", () => {
  const [one, other] = [newKey(), newKey()];
  expect(one.key).toMatch(/^rpk_[0-9a-f]{8}_[\w-]{43}$/);
  expect(one.key.startsWith(`${one.prefix}_`)).toBe(true);
  expect(one.key).not.toBe(other.key);
  expect(hashKey(one.key)).toBe(one.hash);
  expect(one.hash).not.toContain(one.key.slice(13));
});
