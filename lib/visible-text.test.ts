import { expect, it } from "vitest";
import { visibleJson, visibleText } from "./visible-text";

it.each([
  ["a\u0000b", "a␀b"],
  ["\u0007\u001b[31m", "␇␛[31m"],
  ["line\n\ttab\r\n", "line\n\ttab\r\n"],
  ["a\\u0000b", "a\\u0000b"],
  ["é 😀 \u007f", "é 😀 ␡"],
  ["pay \u202egnp.exe", "pay ⟨U+202E⟩gnp.exe"],
  ["\u202a\u202b\u202c\u202d", "⟨U+202A⟩⟨U+202B⟩⟨U+202C⟩⟨U+202D⟩"],
  ["\u2066a\u2067b\u2068c\u2069", "⟨U+2066⟩a⟨U+2067⟩b⟨U+2068⟩c⟨U+2069⟩"],
  ["T-1\u200b041 \u200e\u200f\ufeff\u00ad\u2060", "T-1⟨U+200B⟩041 ⟨U+200E⟩⟨U+200F⟩⟨U+FEFF⟩⟨U+00AD⟩⟨U+2060⟩"],
  ["a\u2028b\u0085c\u009bd", "a⟨U+2028⟩b⟨U+0085⟩c⟨U+009B⟩d"],
  ["ok\u{e0041}\u{e0042}", "ok⟨U+E0041⟩⟨U+E0042⟩"],
  ["refund\u200dall\u200c", "refund⟨U+200D⟩all⟨U+200C⟩"],
  [
    "👩\u200d💻 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "👩\u200d💻 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  ],
  ["می\u200cخواهم שלום", "می\u200cخواهم שלום"],
])("%j is shown as %j", (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

it("names and texts inside a value are shown, numbers and hostile names stay what they are", () => {
  const value = JSON.parse('{"k\\u0000":["a\\u0000",1,null],"__proto__":{"x":"\\u0000"}}') as unknown;
  expect(JSON.stringify(visibleJson(value))).toBe('{"k␀":["a␀",1,null],"__proto__":{"x":"␀"}}');
});

it("what is exact stays, and everything beside it is shown; shown twice, it is the same", () => {
  const value = { payload: "\u202e", inner: [{ payload: "\u202e", name: "a\u202e" }] };
  const shown = { payload: "\u202e", inner: [{ payload: "\u202e", name: "a⟨U+202E⟩" }] };
  expect(visibleJson(value, new Set(["payload"]))).toEqual(shown);
  expect(visibleJson(visibleJson(value))).toEqual(visibleJson(value));
});
