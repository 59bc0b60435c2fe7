import { describe, expect, it } from "vitest";
import { observedEffect } from "./observed-effect";

const action = { state: "confirmed" } as const;
const probes = [
  { id: "queued", state: "queued", result: null },
  { id: "found", state: "done", result: "found" },
  { id: "unclear", state: "done", result: "unclear" },
  { id: "failed", state: "failed", result: null },
] as const;

describe("what is seen to have followed a command", () => {
  it.each([
    ["check", "queued", "Observed: the look-up waits for a worker."],
    ["check", "found", "Observed: the look-up says found."],
    ["check", "unclear", "Observed: the look-up gave no clear answer."],
    ["check", "failed", "Observed: the destination could not be asked."],
    ["check", "merged into another", "No effect observed yet."],
    ["settle", "x", "Observed: the action is confirmed now."],
  ])("of a %s (%s)", (kind, id, expected) => {
    expect(observedEffect({ id, kind, observed: null }, { action, probes })).toBe(expected);
  });

  it("is what the server observed, where it did", () => {
    expect(observedEffect({ id: "x", kind: "check", observed: "Found." }, { action, probes })).toBe("Found.");
  });
});
