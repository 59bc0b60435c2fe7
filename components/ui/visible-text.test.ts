import { expect, it } from "vitest";
import { visibleJson, visibleText } from "./visible-text";

it.each([
  ["a\u0000b", "a␀b"],
  ["\u0007\u001b[31m", "␇␛[31m"],
  ["line\n\ttab\r\n", "line\n\ttab\r\n"],
  ["a\\u0000b", "a\\u0000b"],
  ["é 😀 \u007f", "é 😀 ␡"],
])("%j is shown as %j", (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

it("names and texts inside a value are shown, numbers and hostile names stay what they are", () => {
  const value = JSON.parse('{"k\\u0000":["a\\u0000",1,null],"__proto__":{"x":"\\u0000"}}') as unknown;
  expect(JSON.stringify(visibleJson(value))).toBe('{"k␀":["a␀",1,null],"__proto__":{"x":"␀"}}');
});
