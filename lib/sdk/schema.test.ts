import { expect, test } from "vitest";
import { z } from "zod";
import { misfit, type Schema } from "./schema";

const Note = z.object({ text: z.string().max(3), amount: z.number() });
const asked = { text: "abc", amount: 1 };
const odd: Schema<string> = (value) => {
  if (typeof value !== "string" || value.startsWith("N-")) throw new Error("is not a number of a note");
  return `N-${value}`;
};

test.each<[string, Schema<unknown>, unknown, unknown, string | null]>([
  ["fits", Note, { text: "ab", amount: 2 }, asked, null],
  [
    "does not fit in two fields, each named",
    Note,
    { text: "abcd", amount: "2" },
    asked,
    "text: Too big: expected string to have <=3 characters; amount: Invalid input: expected number, received string",
  ],
  ["does not fit a function", (value) => (value === 1 ? 1 : fail("must be 1")), 2, 1, "must be 1"],
  ["cannot be judged by a schema that refuses its own results", odd, "N-N-1", "N-1", null],
])("an edited payload that %s", (_, schema, edited, former, why) => {
  expect(misfit(schema, edited, former)).toBe(why);
});

function fail(why: string): never {
  throw new Error(why);
}
