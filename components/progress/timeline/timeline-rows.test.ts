import { describe, expect, it } from "vitest";
import type { Execution } from "@/lib/progress/execution";
import type { StepAttempt } from "@/lib/progress/step";
import type { RunRecord } from "@/lib/progress/store";
import { aCheckpoint, anId, aRun, aRunRecord, aStep, monday } from "@/lib/testing/factories";
import { activityScale } from "./activity-scale";
import { busySpans } from "./busy-spans";
import { causeOfIdle } from "./idle-cause";
import { type TimelineRow, timelineRows } from "./timeline-rows";

const second = 1_000;
const hour = 3_600_000;

const anExecution = (record: RunRecord, over: Partial<Execution>): Execution => ({
  id: anId(),
  runId: record.run.id,
  number: 1,
  token: 1,
  kind: "first",
  state: "finished",
  workerId: anId(),
  workerName: "worker-1",
  startedAt: monday,
  endedAt: null,
  endReason: null,
  resumedFrom: null,
  resumedBy: null,
  resumeReason: null,
  ...over,
});

const anAttemptAt = (stepId: string, executionId: string, over: Partial<StepAttempt>): StepAttempt => ({
  id: anId(),
  stepId,
  number: 1,
  executionId,
  startedAt: monday,
  endedAt: monday,
  result: "done",
  reason: null,
  decidedBy: null,
  error: null,
  ...over,
});

/** Three steps done, then the worker was killed in the fourth. An hour later an operator resumes it from 3. */
function interruptedThenResumed(): RunRecord {
  const run = aRun({ createdAt: monday, state: "running", cause: null });
  const record = aRunRecord(run, []);
  const first = anExecution(record, { state: "lost", endedAt: monday + 9 * second, endReason: "lease expired" });
  const second_ = anExecution(record, {
    number: 2,
    kind: "resume",
    state: "alive",
    startedAt: monday + hour,
    resumedFrom: 3,
    resumedBy: "Omar Haddad",
    resumeReason: "the CRM is back",
  });
  const done = ["read-ticket", "fetch-history", "recommend"].map((name, i) =>
    aStep(run, {
      name,
      ordinal: i + 1,
      executionId: first.id,
      startedAt: monday + i * second,
      endedAt: monday + (i + 1) * second,
    }),
  );
  const lost = aStep(run, {
    name: "crm.note",
    kind: "action",
    actionId: anId(),
    ordinal: 4,
    state: "lost",
    executionId: first.id,
    startedAt: monday + 3 * second,
    endedAt: monday + 9 * second,
    supersededBy: second_.id,
  });
  const again = aStep(run, {
    name: "crm.note",
    kind: "action",
    actionId: lost.actionId,
    ordinal: 4,
    executionId: second_.id,
    startedAt: monday + hour + second,
    endedAt: monday + hour + 2 * second,
  });
  return {
    ...record,
    executions: [first, second_],
    steps: [...done, lost, again],
    checkpoints: [
      ...done.map((step, i) => aCheckpoint(step, i + 1)),
      aCheckpoint(again, 4, { createdAt: monday + hour + 2 * second }),
    ],
  };
}

const text = (row: TimelineRow): string => {
  switch (row.kind) {
    case "execution":
      return `execution ${row.execution.number}`;
    case "resume":
      return `resume by ${row.execution.resumedBy}`;
    case "step":
      return `${"  ".repeat(row.level - 1)}${row.step.name} ${row.superseded ? "superseded" : row.state}`;
    case "attempt":
      return `    attempt ${row.attempt.number} ${row.attempt.reason}`;
    case "checkpoint":
      return `  checkpoint ${row.checkpoint.number}${row.latest ? " latest" : ""}`;
    case "reused":
      return `  reused ${row.checkpoints.length}`;
    case "wait":
      return row.cause;
    case "expected":
      return `${row.count} expected`;
  }
};

describe("the timeline's rows", () => {
  it("show a resumed run as it happened, with what each execution made, lost and reused", () => {
    const rows = timelineRows(interruptedThenResumed(), monday + hour + 3 * second, 1);
    expect(rows.map(text)).toEqual([
      "execution 1",
      "  read-ticket done",
      "  checkpoint 1",
      "  fetch-history done",
      "  checkpoint 2",
      "  recommend done",
      "  checkpoint 3",
      "  crm.note superseded",
      "interrupted until Omar Haddad resumed it",
      "resume by Omar Haddad",
      "execution 2",
      "  reused 3",
      "    read-ticket reused",
      "    fetch-history reused",
      "    recommend reused",
      "  crm.note done",
      "  checkpoint 4 latest",
      "1 expected",
    ]);
  });

  it("cut the hour between the two executions, and say why nothing ran", () => {
    const record = interruptedThenResumed();
    const now = monday + hour + 3 * second;
    const scale = activityScale(busySpans(timelineRows(record, now), now), { from: monday, to: now });
    const cuts = scale.pieces.filter((piece) => piece.cut);
    expect(cuts).toHaveLength(1);
    expect(causeOfIdle(record, cuts[0]!)).toBe("interrupted until Omar Haddad resumed it");
  });

  it("fold several attempts of one execution under their step", () => {
    const run = aRun({ state: "failed", cause: "error" });
    const record = aRunRecord(run, []);
    const execution = anExecution(record, { endedAt: monday + 9 * second, endReason: "failed" });
    const step = aStep(run, { name: "recommend", state: "failed", executionId: execution.id });
    const attempts = [1, 2, 3].map((number) =>
      anAttemptAt(step.id, execution.id, {
        number,
        result: "failed",
        reason: number === 2 ? "timeout" : "rate_limited",
      }),
    );
    const rows = timelineRows({ ...record, executions: [execution], steps: [step], attempts }, monday + 10 * second);
    expect(rows.map(text)).toEqual([
      "execution 1",
      "  recommend failed",
      "    attempt 1 rate_limited",
      "    attempt 2 timeout",
      "    attempt 3 rate_limited",
    ]);
  });

  it("show a step under the execution that lost it, and under the one that finished it", () => {
    const run = aRun({ state: "succeeded", cause: null });
    const record = aRunRecord(run, []);
    const first = anExecution(record, { state: "crashed", endedAt: monday + 2 * second });
    const second_ = anExecution(record, {
      number: 2,
      kind: "recovery",
      startedAt: monday + 2 * second,
      endedAt: monday + 5 * second,
    });
    const step = aStep(run, { name: "recommend", executionId: second_.id, endedAt: monday + 4 * second });
    const attempts = [
      anAttemptAt(step.id, first.id, { endedAt: monday + 2 * second, result: "lost", reason: "worker_crash" }),
      anAttemptAt(step.id, second_.id, { number: 2, startedAt: monday + 3 * second, endedAt: monday + 4 * second }),
    ];
    const rows = timelineRows({ ...record, executions: [first, second_], steps: [step], attempts }, monday + hour);
    expect(rows.map(text)).toEqual([
      "execution 1",
      "  recommend lost",
      "    attempt 1 worker_crash",
      "execution 2",
      "  recommend done",
    ]);
  });

  it("show a wait for a person once, under the execution that asked", () => {
    const run = aRun({ state: "needs_person", cause: "validation" });
    const record = aRunRecord(run, []);
    const execution = anExecution(record, { endedAt: monday + second, endReason: "suspended" });
    const step = aStep(run, {
      name: "approval",
      kind: "validation",
      state: "needs_person",
      executionId: execution.id,
      startedAt: monday + second,
      endedAt: null,
    });
    const rows = timelineRows({ ...record, executions: [execution], steps: [step] }, monday + hour);
    expect(rows.map(text)).toEqual(["execution 1", "  approval needs_person"]);
  });

  it("say for how long nobody has taken a new run", () => {
    const record = aRunRecord(aRun({ state: "queued", cause: null }), []);
    expect(timelineRows(record, monday + hour).map(text)).toEqual(["waiting for a worker"]);
  });
});
