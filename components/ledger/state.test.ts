import { describe, expect, it } from "vitest";
import { actionStates, transportResults } from "@/lib/ledger/action";
import { verdictKinds } from "@/lib/ledger/verdict";
import { actionLook, actionMarkLook, attemptLook, verdictLabel, verdictLook } from "./state";

const vocabularies = {
  action: { look: actionLook, stored: actionStates },
  "mark on an action": { look: actionMarkLook, stored: [] },
  attempt: { look: attemptLook, stored: transportResults },
  verdict: { look: verdictLook, stored: verdictKinds },
};

describe.each(Object.entries(vocabularies))("the words for a %s", (_, { look, stored }) => {
  it("cover every value that can be stored", () => {
    expect(Object.keys(look)).toEqual(expect.arrayContaining([...stored]));
  });
  it("are different for each value", () => {
    const labels = Object.values(look).map((each) => each.label);
    expect(new Set(labels).size).toBe(labels.length);
  });
  it("explain each value in one sentence", () => {
    for (const { meaning } of Object.values(look)) expect(meaning).toMatch(/^[A-Z][^.!]*\.$/);
  });
});

describe("an unknown action", () => {
  it("is never grey, never looks failed, and has a ring that survives printing in grey", () => {
    expect(actionLook.unknown).toMatchObject({ tone: "attention", emphasis: "solid", dashed: true });
  });
  it("shares its loudness only with the other state that means you", () => {
    const loud = Object.entries(actionLook).filter(
      ([, look]) => look.tone === "attention" && look.emphasis === "solid",
    );
    expect(loud.map(([state]) => state).sort()).toEqual(["held", "unknown"]);
  });
});

describe("a verdict", () => {
  it("says until when, where it does not last", () => {
    expect(verdictLabel("safe_with_same_key", "16:10")).toBe("SAFE WITH SAME KEY until 16:10");
    expect(verdictLabel("safe")).toBe("SAFE");
    expect(verdictLabel("useless")).toBe("USELESS until revised");
  });
});
