import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText, storedText } from "./free-text";

test.each(["", "plain", "\u0000", "\u0001", "\u00010", "\u00011", "\u0001\u0000", "\u0000\u0000\u00010", "\\u0000"])(
  "%j comes back and holds no NUL in between",
  (text) => {
    expect(storedText(text)).not.toContain("\u0000");
    expect(plainText(storedText(text))).toBe(text);
  },
);

test("any text comes back", () => {
  const any = fc.string({ unit: fc.constantFrom("\u0000", "\u0001", "0", "1", "x", "\\") });
  fc.assert(fc.property(any, (text) => plainText(storedText(text)) === text && !storedText(text).includes("\u0000")));
});

test("ordinary text is stored as it is, and nothing as nothing", () => {
  expect(storedText("Günther & 漢字 \n")).toBe("Günther & 漢字 \n");
  expect(storedText(null)).toBeNull();
  expect(plainText(null)).toBeNull();
});
