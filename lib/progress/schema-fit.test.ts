import { describe, expect, it } from "vitest";
import { misfitText, schemaFit } from "./schema-fit";

const kept = (schemaVersion: number, schemaName = "history") => ({ schemaName, schemaVersion, hash: "h" });
const asked = (schemaVersion: number, ...migratesFrom: number[]) => ({
  schemaName: "history",
  schemaVersion,
  migratesFrom,
});

describe("a kept result", () => {
  it.each([
    ["of the version that is asked for is given as it is", kept(2), asked(2), { fits: "as_is" }],
    ["of the version that is asked for needs no migration", kept(2), asked(2, 1), { fits: "as_is" }],
    ["that is older goes through each migration", kept(1), asked(3, 1, 2), { fits: "migrated", from: [1, 2] }],
    ["that is older goes through the later migrations only", kept(2), asked(3, 1, 2), { fits: "migrated", from: [2] }],
    ["without its first migration is refused", kept(1), asked(3, 2), { fits: "no", missing: "1 → 2" }],
    ["without its last migration is refused", kept(1), asked(3, 1), { fits: "no", missing: "2 → 3" }],
    ["that is newer than its reader is refused", kept(4), asked(3, 1, 2), { fits: "no", newer: true, missing: null }],
    ["of another name is refused", kept(1, "x"), asked(1), { fits: "no", have: "x v1", need: "history v1" }],
  ])("%s", (_, from, to, fit) => {
    expect(schemaFit(from, to, "h")).toMatchObject(fit);
  });

  it("whose content is not what was kept is refused, whatever its version says", () => {
    for (const version of [1, 2, 3]) {
      expect(schemaFit(kept(version), asked(2, 1), "other")).toMatchObject({ fits: "no", why: "checkpoint_corrupt" });
    }
  });
});

describe("a refusal", () => {
  const checkpoint = { number: 2, stepName: "history" };
  const sentence = (from: ReturnType<typeof kept>, to: ReturnType<typeof asked>, hash = "h") => {
    const fit = schemaFit(from, to, hash);
    return fit.fits === "no" ? misfitText(checkpoint, fit) : null;
  };

  it("says what it has, what is needed, what is missing, and what to do", () => {
    expect(sentence(kept(1), asked(3, 1))).toBe(
      "Checkpoint 2 (history) has history v1, the code needs history v3, and the migration 2 → 3 is missing. Add it to the step, or resume from a checkpoint before it.",
    );
    expect(sentence(kept(4), asked(3))).toBe(
      "Checkpoint 2 (history) has history v4, newer than the history v3 that the code reads. Start workers with the newer code again, or resume from a checkpoint before it.",
    );
    expect(sentence(kept(1), asked(1), "other")).toBe(
      "Checkpoint 2 (history) is unreadable: its content is not what was kept. Resume from a checkpoint before it.",
    );
  });
});
