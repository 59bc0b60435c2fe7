import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { businessKey, type KeyParts, markerOf, providerKey, readableKey } from "./key";

const parts: KeyParts = { type: "crm.note", object: "T-1041", logicalRunId: "desk-event-1", occurrence: "" };
const hmac = (text: string) => createHmac("sha256", "a secret").update(text).digest("hex");

describe("the business key", () => {
  test("is pinned: keys already stored must be found again", () => {
    expect(businessKey(parts)).toBe("8:crm.note|6:T-1041|12:desk-event-1|0:");
  });

  test.each<[string, Partial<KeyParts>, Partial<KeyParts>]>([
    ["a separator inside a part", { type: "a|1:b", object: "c" }, { type: "a", object: "b|1:c" }],
    [
      "a part that ends in the next part's length",
      { object: "x|12", logicalRunId: "r" },
      { object: "x", logicalRunId: "12|r" },
    ],
    ["text moved to the next part", { type: "ab", object: "c" }, { type: "a", object: "bc" }],
    ["an empty part moved", { object: "", logicalRunId: "x" }, { object: "x", logicalRunId: "" }],
    ["occurrence or object", { object: "a", occurrence: "b" }, { object: "b", occurrence: "a" }],
    ["upper and lower case", { object: "t-1041" }, { object: "T-1041" }],
    ["white space", { object: "T-1041 " }, { object: "T-1041" }],
    ["composed and decomposed", { object: "é" }, { object: "e\u0301" }],
    ["leading zeros", { object: "042" }, { object: "42" }],
  ])("differs: %s", (_, a, b) => {
    expect(businessKey({ ...parts, ...a })).not.toBe(businessKey({ ...parts, ...b }));
  });

  test("two intentions never share one", () => {
    const any = fc.record({
      type: fc.string(),
      object: fc.string(),
      logicalRunId: fc.string(),
      occurrence: fc.string(),
    });
    fc.assert(
      fc.property(any, any, (a, b) => {
        const same = (Object.keys(a) as (keyof KeyParts)[]).every((part) => a[part] === b[part]);
        expect(businessKey(a) === businessKey(b)).toBe(same);
      }),
    );
  });

  test("reads as people say it", () => {
    expect(readableKey(parts)).toBe("T-1041 · crm.note · desk-event-1");
    expect(readableKey({ ...parts, occurrence: "second" })).toBe("T-1041 · crm.note · desk-event-1 · second");
  });
});

describe("the provider key", () => {
  const key = businessKey(parts);

  test("is the same for every attempt, and another for another revision, key or secret", () => {
    const first = providerKey(hmac, key, 1);
    expect(providerKey(hmac, key, 1)).toBe(first);
    expect(providerKey(hmac, key, 2)).not.toBe(first);
    expect(providerKey(hmac, businessKey({ ...parts, object: "T-1042" }), 1)).not.toBe(first);
    expect(providerKey((text) => createHmac("sha256", "other").update(text).digest("hex"), key, 1)).not.toBe(first);
  });

  test("tells the destination nothing and fits any header", () => {
    expect(providerKey(hmac, key, 1)).toMatch(/^rp_[0-9a-f]{40}$/);
  });

  test("is the HMAC of RFC 4231, cut", () => {
    const jefe = () => createHmac("sha256", "Jefe").update("what do ya want for nothing?").digest("hex");
    expect(providerKey(jefe, key, 1)).toBe("rp_5bdcc146bf60754e6a042426089575c75a003f08");
  });

  test("gives a marker short enough for a reference field", () => {
    expect(markerOf(providerKey(hmac, key, 1))).toMatch(/^reprise:[0-9a-f]{20}$/);
  });
});
