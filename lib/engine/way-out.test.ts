import { describe, expect, it } from "vitest";
import type { Action, AttemptReason } from "@/lib/ledger/action";
import type { NearMiss } from "@/lib/ledger/near-miss";
import type { ActionRecord } from "@/lib/ledger/store";
import { type Run, type RunCause, runCauses } from "@/lib/progress/run";
import { anAction, anActionRecord, anAttempt, aRun, aRunRecord, aStep, monday } from "@/lib/testing/factories";
import { planResume } from "./resume-plan";
import { wayOut } from "./way-out";

const asked = (over: Partial<NearMiss> = {}) => ({ kind: "other_payload", state: "open", ...over }) as NearMiss;

/** A note, and whatever came close to it; its last attempt ended for `reason`. */
function aNote(over: Partial<Action>, nearMisses: NearMiss[] = [], reason: AttemptReason | null = null): ActionRecord {
  const action = anAction(over);
  const attempts = reason === null ? [] : [anAttempt(action, { outcome: "not_sent", reason })];
  return { ...anActionRecord(action, attempts), nearMisses };
}

const blocked = (cause: RunCause, note: ActionRecord, over: Partial<Run> = {}) =>
  aRunRecord(aRun({ state: "blocked", cause, waitsFor: { actionIds: [note.action.id], validationIds: [] }, ...over }), [
    "read-ticket",
  ]);

/** Failed on its last step, which asked for the note; with `caught` the code went on after that. */
function failed(note: ActionRecord, caught = false) {
  const run = aRun({ state: "failed", cause: "error" });
  const step = aStep(run, { name: "crm.note", kind: "action", state: "failed", ordinal: 2, actionId: note.action.id });
  const after = aStep(run, { name: "after", state: "failed", ordinal: 3 });
  return aRunRecord(run, ["read-ticket"], caught ? [step, after] : [step]);
}

describe("a run that a resume alone would stop in the same place again", () => {
  it.each([
    ["payload_mismatch", "confirmed"],
    ["payload_mismatch", "held"],
    ["approval_mismatch", "planned"],
  ] as const)("for %s of a %s action leads to keeping or revising it", (cause, state) => {
    const note = aNote({ state }, [asked()]);
    expect(wayOut(blocked(cause, note), [note])).toMatchObject({ as: "keep_or_revise", actionId: note.action.id });
  });

  it("for an edit that its type refuses leads to revising that", () => {
    const note = aNote({ state: "planned", revision: 2 }, [], "schema_mismatch");
    expect(wayOut(blocked("payload_mismatch", note), [note])).toMatchObject({
      as: "revise",
      actionId: note.action.id,
    });
  });

  it("for a refusal leads to revising what was refused", () => {
    const note = aNote({ state: "refused" });
    expect(wayOut(failed(note), [note])).toMatchObject({ as: "revise", actionId: note.action.id });
  });

  it("for code that changed says that the code has to change, and that an earlier checkpoint may do", () => {
    const note = aNote({ state: "planned" });
    const record = blocked("code_changed", note);
    expect(wayOut(record, [note])).toMatchObject({ as: "change_code", actionId: null });
    const stopsAgain = (from: number) =>
      planResume({ record, actions: [note], typical: [] }, from, monday, String).stopsAgain;
    expect([stopsAgain(1), stopsAgain(0)]).toEqual([expect.stringContaining("the same code"), null]);
  });
});

describe("a run that a resume may help", () => {
  it.each(Object.keys(runCauses) as RunCause[])(
    "blocked for %s is told so once nothing else is to be decided",
    (cause) => {
      const note = aNote({ state: "planned" }, [asked({ state: "kept" })]);
      const way = wayOut(blocked(cause, note), [note]);
      expect(way === null).toBe(cause !== "code_changed");
    },
  );

  it("is one whose code caught the refusal and failed on something else", () => {
    const note = aNote({ state: "refused" });
    expect(wayOut(failed(note, true), [note])).toBeNull();
  });

  it.each(["denied", "expired"] as const)(
    "is one whose action is withdrawn as %s: it is asked for anew",
    (withdrawnWhy) => {
      const note = aNote({ state: "withdrawn", withdrawnWhy });
      expect([wayOut(failed(note), [note]), wayOut(blocked("validation_expired", note), [note])]).toEqual([null, null]);
    },
  );

  it("is one whose refused action was revised since", () => {
    const former = aNote({ state: "refused", live: false });
    const revision = aNote({ state: "planned", revision: 2 });
    expect(wayOut(failed(former), [former, revision])).toBeNull();
  });
});

it("a run that nobody can resume is led nowhere", () => {
  const note = aNote({ state: "planned" }, [asked()]);
  expect(wayOut(blocked("payload_mismatch", note, { state: "needs_person" }), [note])).toBeNull();
});
