import { describe, expect, test } from "vitest";
import { aDestination, anAction, monday } from "@/lib/testing/factories";
import { actionStates } from "./action";
import { isHold, nearMissHolds, nearMissKinds, nearMissStates, nearMissWith, whyNotRevise } from "./near-miss";

const asked = anAction({ businessKey: "new", logicalRunId: "event-2" });
const earlier = (over: Parameters<typeof anAction>[0] = {}, hasOpenMismatch = false) => ({
  ...anAction({ state: "confirmed", ...over }),
  hasOpenMismatch,
});

describe("an earlier action of the same type and object", () => {
  test.each([
    ["planned", "other_run"],
    ["held", "other_run"],
    ["sending", "other_run"],
    ["unknown", "other_run"],
    ["confirmed", "other_run"],
    ["refused", null],
    ["withdrawn", null],
  ] as const)("of another run is near while it took or may take effect: %s", (state, kind) => {
    expect(nearMissWith(asked, earlier({ state }))).toBe(kind);
  });

  test.each([
    ["its exact key", { businessKey: "new" }],
    ["another type", { type: "crm.task" }],
    ["another object", { object: "T-2" }],
    ["no run", { logicalRunId: null }],
    ["a newer revision in its place", { live: false }],
  ])("is not near with %s", (_, over) => {
    expect(nearMissWith(asked, earlier(over))).toBeNull();
  });

  test("of the same run is near only once another payload was asked under its key", () => {
    const ofRun = { logicalRunId: "event-2" };
    expect(nearMissWith(asked, earlier(ofRun))).toBeNull();
    expect(nearMissWith(asked, earlier(ofRun, true))).toBe("other_occurrence");
  });
});

test.each([
  ["none", false],
  ["pollutes_data", true],
  ["escalates_to_people", true],
  ["breaks_an_sla", true],
  ["money", true],
] as const)("where the impact of a repeat is %s, a second action is held: %s", (impact, holds) => {
  expect(nearMissHolds(aDestination({ impact }))).toBe(holds);
});

test("a person lets go of what is open and held, and of nothing else", () => {
  const held = nearMissKinds.flatMap((kind) =>
    nearMissStates.flatMap((state) => (isHold({ kind, state }) ? [`${kind} ${state}`] : [])),
  );
  expect(held).toEqual(["other_run open", "other_occurrence open"]);
});

test.each(actionStates.map((state) => [state, state === "sending" || state === "unknown" ? "not_settled" : null]))(
  "a live %s action is revised unless its outcome is open: %s",
  (state, why) => {
    expect(whyNotRevise(anAction({ state: state as (typeof actionStates)[number] }))).toBe(why);
  },
);

test("neither a replaced action nor one whose evidence contradicts itself is revised", () => {
  expect(whyNotRevise(anAction({ live: false }))).toBe("replaced");
  expect(whyNotRevise(anAction({ state: "confirmed", contradictedAt: monday }))).toBe("incident");
});
