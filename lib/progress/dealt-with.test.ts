import { describe, expect, it, test } from "vitest";
import { anId, monday } from "@/lib/testing/factories";
import { dealtWith, isSuccessor, type StopDecision, type Successor, stoppedForGood } from "./dealt-with";
import type { Execution } from "./execution";
import { type Run, type RunCause, runCauses, runStates } from "./run";

const failed = { state: "failed", cause: "error", executionCount: 2 } as const;
const successor: Successor = {
  id: anId(),
  workflow: "support-ticket",
  subject: "T-1",
  logicalRunId: "event 2",
  createdAt: monday + 1,
  endedAt: monday + 2,
};

const aDecision = (over: Partial<StopDecision> = {}): StopDecision => ({
  id: anId(),
  runId: anId(),
  execution: 2,
  number: 1,
  as: "accepted",
  supersededBy: null,
  by: "Dana",
  role: "operator",
  reason: "The customer left.",
  at: monday,
  ...over,
});

const anExecution = (over: Partial<Execution>): Execution => ({
  id: anId(),
  runId: anId(),
  number: 1,
  token: 1,
  kind: "first",
  state: "finished",
  workerId: null,
  workerName: null,
  startedAt: monday,
  endedAt: null,
  endReason: null,
  resumedFrom: null,
  resumedBy: null,
  resumeReason: null,
  ...over,
});

test.each(runStates)("a run that is %s stopped for good exactly if nothing but a person moves it", (state) => {
  const causes = Object.keys(runCauses) as RunCause[];
  const found = causes.filter((cause) => stoppedForGood({ state, cause }));
  if (state === "failed") expect(found).toEqual(causes);
  else if (state === "blocked") expect(found.every((cause) => runCauses[cause] === "a person resumes it")).toBe(true);
  else expect(found).toEqual([]);
});

test("a blocked run whose action is unknown, or whose payload differs, has not stopped for good", () => {
  for (const cause of ["outcome_unknown", "payload_mismatch", "approval_mismatch", "destination_held"] as const) {
    expect(stoppedForGood({ state: "blocked", cause })).toBe(false);
  }
});

describe("a run that stopped for good", () => {
  it.each([
    ["open, when nobody and nothing answered for it", null, null, { as: "open" }],
    ["superseded by the facts", successor, null, { as: "superseded", runId: successor.id, by: null, at: monday + 2 }],
    ["accepted by a person", null, aDecision(), { as: "accepted", by: "Dana", reason: "The customer left." }],
    ["accepted, also when another run succeeded", successor, aDecision(), { as: "accepted" }],
    [
      "superseded by hand, by the run that was named",
      successor,
      aDecision({ as: "superseded", supersededBy: "other" }),
      { as: "superseded", runId: "other", by: "Dana" },
    ],
    ["open again when a person reopened it", successor, aDecision({ as: "reopened" }), { as: "open" }],
    ["open when it was accepted before it ran again", null, aDecision({ execution: 1 }), { as: "open" }],
    [
      "superseded by the facts when it was reopened before it ran again",
      successor,
      aDecision({ as: "reopened", execution: 1 }),
      { as: "superseded", runId: successor.id },
    ],
  ] as const)("is %s", (_, later, decision, expected) => {
    expect(dealtWith(failed, [], later, decision)).toMatchObject(expected);
  });
});

test("a run that went on by a person's resume is resumed, whatever was decided before", () => {
  const executions = [
    anExecution({}),
    anExecution({ number: 2, kind: "resume", resumedBy: "Mia", resumedFrom: 3, startedAt: monday + 5 }),
  ];
  const going = { state: "running", cause: null, executionCount: 2 } as const;
  expect(dealtWith(going, executions, null, aDecision())).toMatchObject({ as: "resumed", by: "Mia", from: 3 });
  expect(dealtWith(failed, executions, null, null)).toEqual({ as: "open" });
});

test("a run that never stopped for good has nothing to be dealt with", () => {
  const fine = { state: "succeeded", cause: null, executionCount: 1 } as const;
  expect(dealtWith(fine, [anExecution({})], null, null)).toEqual({ as: "never_stopped" });
});

describe("a later run", () => {
  const aRun = (over: Partial<Run>): Run =>
    ({
      id: anId(),
      workflow: "support-ticket",
      subject: "T-1",
      logicalRunId: anId(),
      state: "succeeded",
      createdAt: monday,
      endedAt: monday,
      lastActivityAt: monday,
      ...over,
    }) as Run;
  const stopped = aRun({ state: "failed", logicalRunId: "event 1" });
  const after = { createdAt: monday + 1 };
  it.each([
    ["did the work: same workflow and subject", aRun(after), true],
    [
      "did the work: same logical id in another workflow",
      aRun({ ...after, workflow: "v2", logicalRunId: "event 1" }),
      true,
    ],
    ["of another workflow did not", aRun({ ...after, workflow: "refund" }), false],
    ["for another subject did not", aRun({ ...after, subject: "T-2" }), false],
    ["that began before the stop did not", aRun({ createdAt: monday }), false],
    ["that failed too did not", aRun({ ...after, state: "failed" }), false],
    ["without a subject did not", aRun({ ...after, subject: null }), false],
  ])("%s", (_, later, expected) => {
    expect(isSuccessor(stopped, later)).toBe(expected);
  });
  it("without a subject on both sides is not the same", () => {
    expect(isSuccessor(aRun({ state: "failed", subject: null }), aRun({ ...after, subject: null }))).toBe(false);
  });
});
