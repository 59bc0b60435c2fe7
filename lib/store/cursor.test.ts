import { expect, test } from "vitest";
import { BadCursor, cursorText, parseCursor } from "./cursor";

const id = "01890a5d-ac96-774b-bcce-b302099a8057";

test.each(["0", "1772442000000123", "-1"])("a cursor at %s µs comes back and reads as nothing", (micros) => {
  const text = cursorText({ micros, id });
  expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(parseCursor(text)).toEqual({ micros, id });
});

test.each<[string, string]>([
  ["empty", ""],
  ["not base64url", "%%%"],
  ["padded", `${cursorText({ micros: "1", id })}=`],
  ["another spelling of the same bytes", `${cursorText({ micros: "1", id }).slice(0, -1)}/`],
  ["without an id", Buffer.from("1.").toString("base64url")],
  ["without a time", Buffer.from(`.${id}`).toString("base64url")],
  ["a time that is none", Buffer.from(`1e9.${id}`).toString("base64url")],
  ["a time beyond all", Buffer.from(`${"9".repeat(19)}.${id}`).toString("base64url")],
  ["an id that is none", Buffer.from("1.' or true --").toString("base64url")],
  ["an id in capitals", Buffer.from(`1.${id.toUpperCase()}`).toString("base64url")],
  ["something after", Buffer.from(`1.${id} `).toString("base64url")],
])("refuses a cursor that is %s", (_, text) => {
  expect(() => parseCursor(text)).toThrow(BadCursor);
});
