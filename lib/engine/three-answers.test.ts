import { describe, expect, it } from "vitest";
import { anAction, anActionRecord, anAttempt, aRun, aRunRecord, aStep, monday } from "@/lib/testing/factories";
import { threeAnswers } from "./three-answers";

const typical = ["read-ticket", "fetch-history", "recommend", "crm.note", "queue.escalate"].map((name) => ({
  name,
  kind: "step" as const,
  tookMs: 1,
  actionId: null,
}));
const three = ["read-ticket", "fetch-history", "recommend"];

describe("the three answers", () => {
  it("say where an interrupted run stopped, and that nothing was sent", () => {
    const answers = threeAnswers(aRunRecord(aRun(), three), [], typical, monday);
    expect(answers.stopped.sentence).toBe("Interrupted after step 3 of 5, recommend. Its worker stopped answering.");
    expect(answers.attempted.sentence).toBe("Nothing was sent.");
    expect(answers.retry.sentence).toBe("Safe: no action was declared yet.");
  });

  it("put what is unknown before what failed, and say that it must be checked first", () => {
    const unknown = anAction({ state: "unknown", firstBegunAt: monday });
    const done = anAction({ state: "confirmed", type: "queue.escalate" });
    const answers = threeAnswers(
      aRunRecord(aRun({ state: "blocked", cause: "outcome_unknown", causeText: "The CRM may have the note." }), three),
      [
        anActionRecord(done, [anAttempt(done)]),
        anActionRecord(unknown, [anAttempt(unknown, { outcome: "unknown", transport: "timed_out" })]),
      ],
      typical,
      monday + 60_000,
    );
    expect(answers.attempted.sentence).toBe("1 unknown, 1 confirmed.");
    expect(answers.retry.actions.map((action) => action.verdict.kind)).toEqual(["verify_first", "not_needed"]);
    expect(answers.retry.sentence).toBe("Check crm.note first; everything else is safe.");
  });

  it("never let a finished run read as if everything was sent", () => {
    const held = anAction({ state: "withdrawn", withdrawnWhy: "denied" });
    const answers = threeAnswers(
      aRunRecord(aRun({ state: "succeeded", cause: null }), three),
      [anActionRecord(held)],
      typical,
      monday,
    );
    expect(answers.stopped.sentence).toBe("Finished: 3 steps done.");
    expect(answers.attempted.sentence).toBe("Nothing was sent; 1 withdrawn.");
  });

  it("name nobody who could move a failed run once its retention ended", () => {
    const failed = { state: "failed", cause: "error", endedAt: monday } as const;
    const stopped = (purgedAt: number | null) =>
      threeAnswers(aRunRecord(aRun({ ...failed, purgedAt }), three), [], typical, monday);
    expect(stopped(null).stopped.waker).toBe("a person resumes it");
    expect(stopped(monday).stopped.waker).toBeNull();
    expect(stopped(monday).retry.sentence).toBe("Nothing is left to retry.");
  });

  it("name the step that an execution was in when it was lost", () => {
    const run = aRun();
    const lost = aStep(run, { name: "crm.note", kind: "action", state: "lost", ordinal: 4, endedAt: null });
    expect(threeAnswers(aRunRecord(run, three, [lost]), [], typical, monday).stopped.stepName).toBe("crm.note");
  });
});
