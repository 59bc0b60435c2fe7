import { describe, expect, it } from "vitest";
import { runStates } from "@/lib/progress/run";
import { cancelOff, confirmLabel, type Plan, type PlannedAction, planDifferences, resumeOff } from "./plan";

const step = (name: string) => ({ name, occurrence: "", kind: "step" as const, tookMs: null, expected: false });

const note: PlannedAction = {
  actionId: "a",
  type: "crm.note",
  object: "T-1041",
  state: "unknown",
  verdict: { kind: "verify_first", until: null, absentCountsFrom: null, reasons: [] },
  mayRepeat: false,
};

const aPlan = (over: Partial<Plan> = {}): Plan => ({
  runId: "r",
  from: 3,
  choices: [],
  reused: [],
  willRun: [step("crm.note"), step("queue.escalate")],
  protected: [],
  mayBeSent: [],
  needsDecision: [],
  unknown: [],
  guides: [],
  holds: [],
  disabled: null,
  checksFirst: false,
  stopsAgain: null,
  recommendation: "",
  token: "t",
  madeAt: 0,
  ...over,
});

describe("the confirm button of a plan", () => {
  it.each([
    ["names how many steps will run", aPlan(), "Resume and run 2 steps"],
    ["speaks of one step as one", aPlan({ willRun: [step("a")] }), "Resume and run 1 step"],
    ["says that it checks first", aPlan({ checksFirst: true }), "Check, then resume"],
    ["promises no steps when none is known", aPlan({ willRun: [] }), "Resume"],
    ["says when all is computed anew", aPlan({ willRun: [], from: 0 }), "Resume from zero"],
  ])("%s", (_, plan, label) => {
    expect(confirmLabel(plan)).toBe(label);
  });
});

describe("what changed between two plans", () => {
  it("names an action that moved to another group", () => {
    const after = aPlan({ protected: [{ ...note, state: "confirmed" }] });
    expect(planDifferences(aPlan({ unknown: [note] }), after)).toEqual(["crm.note was unknown, and is now protected."]);
  });

  it("names a new action and the reason that now stands against the resume", () => {
    const disabled = { code: "outcome_unknown", why: "Nobody knows whether crm.note happened." };
    expect(planDifferences(aPlan(), aPlan({ unknown: [note], disabled }))).toEqual([
      "crm.note is new: unknown.",
      "Nobody knows whether crm.note happened.",
    ]);
  });

  it("is silent when nothing did", () => {
    expect(planDifferences(aPlan(), aPlan({ token: "other", madeAt: 5 }))).toEqual([]);
  });
});

describe("the buttons of a run", () => {
  it.each(runStates)("give a viewer a reason in state %s, always", (state) => {
    expect(resumeOff({ state, cause: null, purgedAt: null }, "viewer")).not.toBeNull();
    expect(cancelOff({ state }, "viewer")).not.toBeNull();
  });

  it("let an operator resume what stopped, and cancel what is not over", () => {
    const resumable = runStates.filter(
      (state) => resumeOff({ state, cause: null, purgedAt: null }, "operator") === null,
    );
    const cancellable = runStates.filter((state) => cancelOff({ state }, "operator") === null);
    expect(resumable).toEqual(["interrupted", "blocked", "failed"]);
    expect(resumeOff({ state: "failed", cause: "error", purgedAt: 1 }, "operator")).toContain("retention ended");
    expect(cancellable).toEqual(["queued", "running", "waiting", "needs_person", "interrupted", "blocked"]);
  });
});
