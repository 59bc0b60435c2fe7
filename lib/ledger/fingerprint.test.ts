import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalForm, differingPaths, type Json, PayloadRefused } from "./fingerprint";

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
};

const refusal = (payload: unknown): string => {
  try {
    return canonicalForm(payload);
  } catch (error) {
    if (error instanceof PayloadRefused) return `${error.code} at ${error.path}`;
    throw error;
  }
};

describe("the canonical form", () => {
  test.each<[string, unknown, string]>([
    ["keys by code unit", { b: 1, a: 2, B: 3, aa: 4 }, '{"B":3,"a":2,"aa":4,"b":1}'],
    [
      "the sorting example of RFC 8785, 3.2.3",
      JSON.parse(
        '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control","\\u00f6":"Latin Small Letter O With Diaeresis"}',
      ),
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    ],
    [
      "the numbers and text of RFC 8785, 3.2.2, less its unsafe integer",
      JSON.parse(
        '{"numbers":[333333333.33333329,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
      ),
      '{"literals":[null,true,false],"numbers":[333333333.3333333,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    ],
    ["minus zero is zero", [-0, 0], "[0,0]"],
    ["1.0 is 1", JSON.parse("[1.0, 1, 10e-1]"), "[1,1,1]"],
    ["42 is not its text", [42, "42"], '[42,"42"]'],
    ["the smallest and the largest safe number", [5e-324, Number.MAX_SAFE_INTEGER], "[5e-324,9007199254740991]"],
    ["arrays keep their order", [3, 1, 2], "[3,1,2]"],
    ["a missing field and an undefined one are the same", { a: 1, b: undefined }, '{"a":1}'],
    ["null is not missing", { a: null }, '{"a":null}'],
    ["a key named __proto__ is a key", JSON.parse('{"__proto__":{"a":1},"b":2}'), '{"__proto__":{"a":1},"b":2}'],
    ["an object without a prototype", Object.assign(Object.create(null), { b: 1, a: 2 }), '{"a":2,"b":1}'],
    ["NUL stays readable", "a\u0000b", '"a\\u0000b"'],
    ["composed and decomposed letters differ", ["é", "e\u0301"], '["é","e\u0301"]'],
  ])("%s", (_, payload, form) => {
    expect(canonicalForm(payload)).toBe(`v1:${form}`);
  });

  test.each([
    [{}, "661275e7bf4a8cd68412ad491c90e8f946ba4b8ed4d9a49398d07b093150672a"],
    [{ b: [true, null, "x"], a: 1 }, "6921aff427c215ae471aabab25912cc1561baddfc983f282d166edc72c25be02"],
  ])("its hash is pinned, since stored fingerprints must stay valid: %j", (payload, hash) => {
    expect(createHash("sha256").update(canonicalForm(payload)).digest("hex")).toBe(hash);
  });

  test.each<[string, unknown, string]>([
    ["64 levels", nested(64), ""],
    ["65 levels", nested(65), "too_deep"],
    ["35,000 levels", nested(35_000), "too_deep"],
    ["an unsafe integer", { a: [2 ** 53] }, "number_not_safe at a[0]"],
    ["a negative unsafe integer", -(2 ** 53), "number_not_safe at "],
    ["a large power of ten", 1e30, "number_not_safe at "],
    ["not a number", { a: Number.NaN }, "number_not_safe at a"],
    ["infinity", [Number.POSITIVE_INFINITY], "number_not_safe at [0]"],
    ["half a character", { a: { b: "x\ud800" } }, "lone_surrogate at a.b"],
    ["half a character in a key", { a: { "\udc00": 1 } }, "lone_surrogate at a"],
    ["undefined in an array", [undefined], "not_json at [0]"],
    // biome-ignore lint/suspicious/noSparseArray: a hole is what is refused
    ["a hole in an array", [1, , 2], "not_json at [1]"],
    ["undefined itself", undefined, "not_json at "],
    ["a date", { at: new Date(0) }, "not_json at at"],
    ["a map", new Map(), "not_json at "],
    ["a function", { f: () => 1 }, "not_json at f"],
    ["a bigint", { n: 1n }, "not_json at n"],
    ["a symbol", [Symbol("s")], "not_json at [0]"],
  ])("%s", (_, payload, expected) => {
    expect(refusal(payload)).toMatch(expected === "" ? /^v1:/ : expected);
  });

  test("leaves out the volatile fields that are named, at their path only", () => {
    const payload = { sentAt: 1, meta: { requestId: "r", sentAt: 2 }, "meta.x": 3 };
    expect(canonicalForm(payload, ["sentAt", "meta.requestId"])).toBe('v1:{"meta":{"sentAt":2},"meta.x":3}');
    expect(canonicalForm(payload, ["meta"])).toBe('v1:{"meta.x":3,"sentAt":1}');
    expect(canonicalForm({ a: 1 }, ["b"])).toBe('v1:{"a":1}');
  });

  test("is the same for any order of keys, and reads back as the payload", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, noUnicodeString: false }), (payload) => {
        const form = refusal(payload);
        fc.pre(form.startsWith("v1:"));
        expect(canonicalForm(reversed(payload as Json))).toBe(form);
        expect(differingPaths(JSON.parse(form.slice(3)), payload as Json)).toEqual([]);
      }),
    );
  });
});

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}

describe("the paths that differ", () => {
  test.each<[string, Json | undefined, Json | undefined, string[]]>([
    ["nothing", { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
    ["zero and minus zero do not", { a: -0 }, { a: 0 }, []],
    ["a value", { a: { b: 1 } }, { a: { b: 2 } }, ["a.b"]],
    ["a number and its text", { a: 42 }, { a: "42" }, ["a"]],
    ["missing and null", { a: null }, {}, ["a"]],
    ["missing on either side", { a: 1 }, { b: 1 }, ["a", "b"]],
    ["an element", [1, 2, 3], [1, 5, 3], ["[1]"]],
    ["a longer list", { a: [1] }, { a: [1, { b: 2 }] }, ["a[1]"]],
    ["another kind", { a: [] }, { a: {} }, ["a"]],
    ["the order of a list", [1, 2], [2, 1], ["[0]", "[1]"]],
    ["the whole payload", 1, "1", ["(whole payload)"]],
    ["inherited names are no values", {}, { toString: "x" }, ["toString"]],
    ["a key named __proto__", JSON.parse('{"__proto__":1}'), {}, ["__proto__"]],
  ])("%s", (_, a, b, paths) => {
    expect(differingPaths(a, b)).toEqual(paths);
    expect(differingPaths(b, a)).toEqual(paths);
  });
});

test("machines of other languages write the same form, whose letters sort differently there", () => {
  const payloads = [
    { z: 1, ä: 2, a: 3, I: 4, ı: 5, i: 6, İ: 7 },
    { İ: 7, i: 6, ı: 5, I: 4, a: 3, ä: 2, z: 1 },
    { numbers: [1, 1.0, 1, 0.1 + 0.2, -0, 1.5e-7], I: "ı" },
  ];
  const file = path.join(import.meta.dirname, "fingerprint.ts");
  const code = `const { canonicalForm } = await import(${JSON.stringify(file)});
    console.log(JSON.stringify(${JSON.stringify(payloads)}.map((payload) => canonicalForm(payload))));`;
  const formsOf = (locale: string) =>
    execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: locale, LANG: locale },
    }).trim();
  const here = JSON.stringify(JSON.parse(JSON.stringify(payloads)).map((payload: unknown) => canonicalForm(payload)));
  for (const locale of ["C", "sv_SE.UTF-8", "tr_TR.UTF-8"]) expect(formsOf(locale), locale).toBe(here);
  const [first, second] = payloads.map((payload) => canonicalForm(payload));
  expect(second).toBe(first);
}, 30_000);
