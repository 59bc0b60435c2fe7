import { describe, expect, it } from "vitest";
import { checkProgress, itemText } from "./bulk-check-words";

const look = (state: "queued" | "running" | "done", result: "found" | "absent" | "unclear" | null = null) => ({
  look: { state, result, detail: `${result} there.` },
  why: null,
});

describe("the progress of a check of all", () => {
  it("counts each answer by what it said, and what could not be asked about apart", () => {
    const items = [
      look("done", "found"),
      look("done", "found"),
      look("done", "absent"),
      look("done", "unclear"),
      look("queued"),
      look("running"),
      { look: null, why: "It cannot be asked about." },
    ];
    expect(checkProgress(items)).toEqual({
      answered: 4,
      total: 7,
      sentence: "4 of 6 answered, 2 found, 1 absent, 1 unclear, 1 could not be asked about.",
    });
  });

  it("says nothing of answers before the first one came", () => {
    expect(checkProgress([look("queued")]).sentence).toBe("0 of 1 answered.");
  });

  it("names the way on for what stays unknown", () => {
    expect(itemText({ ...look("done", "absent"), state: "unknown" })).toBe(
      "absent there. It stays unknown: settle it below.",
    );
    expect(itemText({ ...look("done", "found"), state: "confirmed" })).toBe("found there.");
  });
});
