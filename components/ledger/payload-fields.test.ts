import { describe, expect, it } from "vitest";
import { fieldsMax, labelOf, payloadView } from "./payload-fields";

function fields(value: unknown): [string, string][] {
  const view = payloadView(JSON.stringify(value));
  if (view.kind !== "fields") throw new Error("The payload was not read.");
  return view.fields.map((field) => [field.label, field.value]);
}

describe("a payload as fields", () => {
  it("labels each field in words and keeps its text whole", () => {
    const text = `First line.\n${"x".repeat(2_000)}`;
    expect(fields({ customerId: "C-77", ticket_id: "T-1041", text })).toEqual([
      ["Customer id", "C-77"],
      ["Ticket id", "T-1041"],
      ["Text", text],
    ]);
  });

  it.each<[string, unknown, [string, string][]]>([
    ["a nested object", { customer: { name: "ACME" } }, [["Customer · Name", "ACME"]]],
    ["a list of plain values", { tags: ["a", "b"] }, [["Tags", "a, b"]]],
    [
      "a list of objects",
      { lines: [{ sku: "A1" }, { sku: "B2" }] },
      [
        ["Lines · 1 · Sku", "A1"],
        ["Lines · 2 · Sku", "B2"],
      ],
    ],
    ["what is deeper than three levels", { a: { b: { c: { d: 1 } } } }, [["A · B · C", '{"d":1}']]],
    [
      "nothing",
      { note: null, text: "", list: [] },
      [
        ["Note", "none"],
        ["Text", "empty"],
        ["List", "empty list"],
      ],
    ],
    ["a yes or no", { urgent: false }, [["Urgent", "no"]]],
    ["a payload that is no object", 42, [["Value", "42"]]],
    ["an empty payload", {}, [["Value", "{}"]]],
  ])("shows %s", (_, value, expected) => {
    expect(fields(value)).toEqual(expected);
  });

  it("counts the fields that it leaves to the raw JSON", () => {
    const many = Object.fromEntries(Array.from({ length: fieldsMax + 5 }, (_, i) => [`f${i}`, i]));
    expect(payloadView(JSON.stringify(many))).toMatchObject({ kind: "fields", left: 5 });
  });

  it("gives text that is no JSON back as it is", () => {
    expect(payloadView("{half")).toEqual({ kind: "unreadable", text: "{half" });
  });

  it("keeps a name that has no words in it", () => {
    expect(labelOf("__")).toBe("__");
  });
});
