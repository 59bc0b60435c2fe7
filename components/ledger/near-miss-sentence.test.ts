import { expect, test } from "vitest";
import { nearMissKinds } from "@/lib/ledger/near-miss";
import { nearMissSentence, otherSent } from "./near-miss-sentence";

test.each(nearMissKinds)("%s is one whole sentence, from either side", (kind) => {
  for (const own of ["later", "earlier"]) {
    expect(nearMissSentence({ kind, actionId: "later" }, own)).toMatch(/^[A-Z].*\.$/);
  }
});

test("two runs that come close are told apart by whose page it is", () => {
  const near = { kind: "other_run", actionId: "later" } as const;
  expect(nearMissSentence(near, "later")).not.toBe(nearMissSentence(near, "earlier"));
});

test.each([
  ["confirmed", 100, 200, "was sent and has happened, known since", 200],
  ["refused", 100, 200, "was sent and refused, nothing done, on", 200],
  ["unknown", 100, null, "was sent, and nobody knows whether it happened, on", 100],
  ["sending", 100, null, "is being sent since", 100],
  ["planned", null, null, "is planned, nothing of it was sent", null],
  ["planned", 100, null, "is planned, it was tried without effect", null],
  ["held", null, null, "is held for approval, nothing of it was sent", null],
  ["withdrawn", null, 200, "was withdrawn, nothing of it was sent", null],
] as const)("of a near miss with one that is %s, it is said from either side how far that one is", (...row) => {
  const [state, firstBegunAt, settledAt, says, at] = row;
  const far = { state, firstBegunAt, settledAt };
  const own = { state: "held", firstBegunAt: null, settledAt: null } as const;
  const ids = { actionId: "later", otherActionId: "earlier" };
  expect(otherSent({ ...ids, later: own, earlier: far }, "later")).toEqual({ id: "earlier", says, at });
  expect(otherSent({ ...ids, later: far, earlier: own }, "earlier")).toEqual({ id: "later", says, at });
});

test("what came close to itself has no other side", () => {
  const later = { state: "confirmed", firstBegunAt: 1, settledAt: 2 } as const;
  expect(otherSent({ actionId: "own", otherActionId: null, later, earlier: null }, "own")).toBeNull();
});
