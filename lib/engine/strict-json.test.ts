import { describe, expect, it } from "vitest";
import { byteLength, checkIdentifier, checkJson, InputRefused } from "./limits";
import { parseStrictJson } from "./strict-json";

const nested = (levels: number, inside = "") => `${"[".repeat(levels)}${inside}${"]".repeat(levels)}`;

function refusalOf(work: () => unknown): { code: string; message: string } | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof InputRefused) return { code: error.code, message: error.message };
    throw error;
  }
}

describe("JSON from the wire", () => {
  it.each([
    ["a field given twice", '{"a":1,"a":2}', "duplicate_key"],
    ["a field given twice under another escape", '{"a":1,"\\u0061":2}', "duplicate_key"],
    ["a field given twice far inside", '{"x":[{"y":{"a":1,"b":[1,{}],"a":2}}]}', "duplicate_key"],
    ["__proto__ given twice", '{"__proto__":1,"__proto__":2}', "duplicate_key"],
    ["a 64-bit id", '{"ticket_id":1533947986218845197}', "number_not_safe"],
    ["the first unsafe integer", "9007199254740993", "number_not_safe"],
    ["a number beyond all doubles", "[1e400]", "number_not_safe"],
    ["a number that would become zero", "1e-400", "number_not_safe"],
    ["a decimal of thirty digits", "[0.123456789012345678901234567890]", "number_not_safe"],
    ["65 levels", nested(65), "too_deep"],
    ["1,000 levels", nested(1_000), "too_deep"],
    ["35,000 levels", nested(35_000), "too_deep"],
  ])("with %s is refused", (_, text, code) => {
    expect(refusalOf(() => parseStrictJson(text, "The body"))?.code).toBe(code);
  });

  it.each([
    ["the same field in two objects", '[{"a":1},{"a":1},{"b":{"a":1},"a":2}]'],
    ["a value that is written like a field", '{"a":"a","b":["a","b"],"c":"\\"c\\":"}'],
    ["brackets and commas in text", '{"a":"[{,:}]","b":"\\\\"}'],
    ["64 levels", nested(64, "1")],
    ["numbers that doubles hold", "[0.1,-0,1.50,1e3,1E+3,100,9007199254740991,-12.5e-1,5e-324,1.7976931348623157e308]"],
    ["words", '{"a":true,"b":false,"c":null}'],
    ["a NUL in text, a literal backslash before one, and neither changed", '["a\\u0000b","a\\\\u0000b"]'],
    ["constructor and __proto__ as ordinary fields", '{"constructor":1,"__proto__":{"polluted":true}}'],
  ])("with %s is read as it is", (_, text) => {
    expect(parseStrictJson(text, "The body")).toEqual(JSON.parse(text));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("names the place and, for a number, what to do", () => {
    expect(refusalOf(() => parseStrictJson('{"a":[0,{"b":1,"b":2}]}', "The body"))?.message).toContain("a[1].b twice");
    const number = refusalOf(() => parseStrictJson('{"a":{"id":1533947986218845197}}', "The body"));
    expect(number?.message).toBe(
      "The body holds 1533947986218845197 at a.id, which cannot be kept exactly. Send a string.",
    );
  });

  it("that is no JSON stays a syntax error", () => {
    for (const text of ["", "{", '{"a":01}', "[1,]", "NaN"]) {
      expect(() => parseStrictJson(text, "The body")).toThrow(SyntaxError);
    }
  });
});

describe("a value to keep", () => {
  const cycle: unknown[] = [];
  cycle.push(cycle);
  it.each([
    ["NaN", Number.NaN, "number_not_safe"],
    ["Infinity", { a: Number.POSITIVE_INFINITY }, "number_not_safe"],
    ["an unsafe integer", [2 ** 53], "number_not_safe"],
    ["half a surrogate pair", { a: "\ud800" }, "lone_surrogate"],
    ["a field named by half a surrogate pair", { "\udc00": 1 }, "lone_surrogate"],
    ["a bigint", { a: 1n }, "not_json"],
    ["a function", [() => 1], "not_json"],
    ["a symbol", Symbol("x"), "not_json"],
    ["a Map, whose content JSON would lose", { a: new Map([["k", 1]]) }, "not_json"],
    ["a Set, whose content JSON would lose", new Set([1]), "not_json"],
    ["a circle", cycle, "too_deep"],
    ["65 levels", JSON.parse(nested(65)), "too_deep"],
    ["what an object makes of itself", { a: { toJSON: () => ({ id: 2 ** 53 }) } }, "number_not_safe"],
  ])("with %s is refused", (_, value, code) => {
    expect(refusalOf(() => checkJson(value, 1_000, "The result"))?.code).toBe(code);
  });

  it("is measured in bytes, not characters: the limit itself is kept, one byte more is not", () => {
    const max = 2 * 1024 * 1024;
    const euros = "€".repeat((max - 2 - 2) / 3);
    const exact = `${euros}${"x".repeat(max - 2 - byteLength(euros))}`;
    expect(byteLength(checkJson(exact, max, "A result"))).toBe(max);
    expect(refusalOf(() => checkJson(`${exact}x`, max, "A result"))).toEqual({
      code: "too_large",
      message: `A result has ${max + 1} bytes; at most ${max} are kept.`,
    });
  });

  it("keeps NUL, a literal backslash-u0000 and a date as they are", () => {
    const value = { "k\u0000": "a\u0000b", literal: "a\\u0000b", at: new Date(0) };
    expect(JSON.parse(checkJson(value, 1_000, "The result"))).toEqual({ ...value, at: "1970-01-01T00:00:00.000Z" });
  });
});

describe("an identifier", () => {
  it.each([
    ["", "identifier_empty"],
    ["a\u0000b", "identifier_has_nul"],
    ["\ud800", "lone_surrogate"],
    ["é".repeat(128), "identifier_too_long"],
    ["é".repeat(127), null],
    ["x".repeat(255), null],
    ["x".repeat(256), "identifier_too_long"],
    ["a\\u0000b", null],
  ])("%j: %s", (value, code) => {
    expect(refusalOf(() => checkIdentifier("The id", value))?.code ?? null).toBe(code);
  });
});
