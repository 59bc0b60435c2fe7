import { describe, expect, it } from "vitest";
import { evidenceText } from "./evidence-text";

describe("a line of evidence", () => {
  it.each([
    [
      "unknown · connection_lost · network_after_send · socket hang up",
      "proves nothing · cut off · network, after sending · socket hang up",
    ],
    ["refused · rejected · refused · HTTP 422", "refused, nothing done · rejected · HTTP 422"],
    ["confirmed · deduplicated · HTTP 200", "it happened · deduplicated · HTTP 200"],
    [
      "It happened: note n_81 · seen at 14:02 (reason: called them)",
      "It happened: note n_81 · seen at 14:02 (reason: called them)",
    ],
  ])("%s reads as words", (says, expected) => {
    expect(evidenceText(says)).toBe(expected);
  });
});
