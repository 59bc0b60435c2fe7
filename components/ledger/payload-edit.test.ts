import { describe, expect, it } from "vitest";
import { editableFields, editedPayload } from "./payload-edit";

const json = JSON.stringify({ text: "Hello", amount: 10, urgent: true, tags: ["a"], nested: { a: 1 }, none: null });

describe("a payload under an approver's hand", () => {
  it("offers its own texts, numbers and yes-or-no values", () => {
    expect(editableFields(json).map(({ name, kind }) => [name, kind])).toEqual([
      ["text", "text"],
      ["amount", "number"],
      ["urgent", "boolean"],
    ]);
  });

  it.each(['"text"', "[1]", "null", "7"])("offers nothing of %s", (text) => {
    expect(editableFields(text)).toEqual([]);
  });

  it("keeps the kind of what is changed, and everything else as it was", () => {
    expect(editedPayload(json, { text: "Bye", amount: "8", urgent: "false" })).toEqual({
      ok: true,
      changed: true,
      payload: { text: "Bye", amount: 8, urgent: false, tags: ["a"], nested: { a: 1 }, none: null },
    });
  });

  it("is unchanged while what is typed is what stands there", () => {
    expect(editedPayload(json, { text: "Hello", amount: "10" })).toMatchObject({ changed: false });
  });

  it.each([
    ["amount", "ten", "Amount must be a number."],
    ["amount", "", "Amount must be a number."],
    ["urgent", "perhaps", "Urgent must be true or false."],
  ])("refuses %s as %j", (name, typed, why) => {
    expect(editedPayload(json, { [name]: typed })).toEqual({ ok: false, why });
  });
});
