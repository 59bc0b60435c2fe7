import { describe, expect, it } from "vitest";
import { executionStates } from "@/lib/progress/execution";
import { runStates } from "@/lib/progress/run";
import { stepStates } from "@/lib/progress/step";
import { validationStates } from "@/lib/progress/validation";
import { checkpointLook, executionLook, runLook, stepLook, validationLook } from "./state";

const vocabularies = {
  run: { look: runLook, stored: runStates },
  step: { look: stepLook, stored: stepStates },
  execution: { look: executionLook, stored: executionStates },
  checkpoint: { look: checkpointLook, stored: [] },
  validation: { look: validationLook, stored: validationStates },
};

describe.each(Object.entries(vocabularies))("the words for a %s", (_, { look, stored }) => {
  it("cover every state that can be stored", () => {
    expect(Object.keys(look)).toEqual(expect.arrayContaining([...stored]));
  });
  it("are different for each state", () => {
    const labels = Object.values(look).map((each) => each.label);
    expect(new Set(labels).size).toBe(labels.length);
  });
  it("explain each state in one sentence", () => {
    for (const { meaning } of Object.values(look)) expect(meaning).toMatch(/^[A-Z][^.!]*\.$/);
  });
});

describe("the words for a run", () => {
  it("never speak for the actions: neither end claims that something was or was not sent", () => {
    for (const { meaning } of Object.values(runLook)) expect(meaning).not.toMatch(/\bsent\b|\bsend/);
  });
  it("are loud for problems and quiet for success", () => {
    expect(runLook.failed.emphasis).toBe("solid");
    expect(runLook.succeeded.emphasis).toBe("soft");
  });
});
