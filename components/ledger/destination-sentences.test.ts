import { describe, expect, it } from "vitest";
import { codesText, lookUpText, probeText, repeatText } from "./destination-sentences";

const title = "the CRM";
const header = "Idempotency-Key";
const asked = { matchingField: "ref", horizonMs: 0, acceptsSilentHolders: false };

describe("the sentences about a destination", () => {
  it.each([
    [{ title, deduplicates: null }, "The CRM does not recognise repeats: sending again acts again."],
    [
      { title, deduplicates: { header, windowMs: 86_400_000, replaysErrors: false } },
      "The CRM recognises our key in Idempotency-Key for 1 d from the first attempt.",
    ],
    [
      { title, deduplicates: { header, windowMs: 3_600_000, replaysErrors: true } },
      "The CRM recognises our key in Idempotency-Key for 1 h from the first attempt. It replays stored errors, too: after one, the same key only returns that error.",
    ],
  ])("say whether and until when a repeat is recognised", (declared, expected) => {
    expect(repeatText(declared)).toBe(expected);
  });

  it.each([
    [{ title, probe: null }, "The CRM cannot be asked by machine whether it has an action."],
    [
      { title, probe: { matchingField: "marker", horizonMs: 10_000, acceptsSilentHolders: false } },
      "The CRM can be asked, by our marker in its field “marker”. A new record may stay hidden from that look-up for 10 s.",
    ],
    [
      { title, probe: { matchingField: "ref", horizonMs: 0, acceptsSilentHolders: true } },
      "The CRM can be asked, by our marker in its field “ref”. An “absent” counts although the sender never reported its end.",
    ],
  ])("say whether it can be asked, and what an answer relies on", (declared, expected) => {
    expect(probeText(declared)).toBe(expected);
  });

  it.each([
    [null, /^A person looks there/],
    [{ ...asked }, /^Looked up automatically/],
    [{ ...asked, automatic: false }, /^Looked up only when somebody presses “Check now”/],
  ])("say who finds out about an unknown outcome", (probe, expected) => {
    expect(lookUpText({ probe })).toMatch(expected);
  });

  it("name the answers that prove that nothing was done", () => {
    expect(codesText({ preExecutionCodes: [429, 409] })).toBe("With HTTP 429, 409 it refuses before it does anything.");
    expect(codesText({ preExecutionCodes: [] })).toBe("No answer is declared as refused before execution.");
  });
});
