import { describe, expect, test } from "vitest";
import { aDestination, anAction, anId, monday } from "@/lib/testing/factories";
import { type ActionTrouble, type Facts, noFacts, waitForMs } from "../facts";
import { causeClass, type IncidentCause, incidentClasses, severityOfImpact } from "../incident";
import { findEvidence, rules } from "./rules";

const run = { runId: anId(), workflow: "support-ticket" };
const atStep = { ...run, step: "recommend", executionId: anId(), at: monday };
const payment = aDestination({ name: "payment", title: "payments", impact: "money", runbook: "payments" });

const trouble = (over: Partial<ActionTrouble> = {}): ActionTrouble => {
  const { id, runId, type, object } = anAction();
  const action = { id, runId, type, object, destination: "payment" };
  return { id: anId(), action, declaration: payment, executionId: null, at: monday, workflow: "refund", ...over };
};

const computed = { ...atStep, id: "attempt-1", by: "worker-a", tookMs: 9_000, tokens: 120, microUsd: 3_100 };
const blocked = (cause: Facts["blockedExecutions"][number]["cause"]) => ({
  blockedExecutions: [{ ...atStep, cause, text: "It cannot go on." }],
});
const gap = { kind: "no_run", sentence: "Its run is not there." } as const;

type Row = [IncidentCause, Partial<Facts>, { key?: string; severity: string; says: string; place?: object }];
const inRecommend = { workflow: "support-ticket", step: "recommend", destination: null };
const inRuns = { ...inRecommend, step: null };
const debt = { workflow: null, step: null, destination: "payment" };
const atPayment = { workflow: "refund", step: "crm.note", destination: "payment" };

const rows: Row[] = [
  [
    "steps_computed_again",
    { computedAgain: [{ ...computed, why: "execution_lost" }] },
    { key: "steps_computed_again attempt-1", severity: "s3", says: "worker-a was lost", place: inRecommend },
  ],
  [
    "steps_computed_again",
    { computedAgain: [{ ...computed, why: "resumed", by: "Mia" }] },
    { severity: "s3", says: "Mia resumed from before it" },
  ],
  ["contradiction", { contradictions: [trouble()] }, { severity: "s1", says: "contradicts itself", place: atPayment }],
  [
    "near_miss_came_true",
    { nearMissesComeTrue: [{ ...trouble(), otherActionId: anId() }] },
    { severity: "s1", says: "so did the one of another run" },
  ],
  ["schema_refused", blocked("schema_mismatch"), { severity: "s2", says: "It cannot go on.", place: inRecommend }],
  ["code_changed", blocked("code_changed"), { severity: "s2", says: "It cannot go on." }],
  ["checkpoint_corrupt", blocked("checkpoint_corrupt"), { severity: "s2", says: "It cannot go on." }],
  ["payload_mismatch", { payloadMismatches: [trouble()] }, { severity: "s1", says: "its payload had changed" }],
  ["payload_mismatch", blocked("approval_mismatch"), { severity: "s2", says: "It cannot go on." }],
  ["zombie_write", { zombieReports: [trouble()] }, { severity: "s1", says: "after a newer one had taken over" }],
  ["ledger_gap", { gaps: [{ ...trouble(), ...gap }] }, { severity: "s1", says: "Its run is not there." }],
  [
    "unknown_unsettled",
    { longUnknowns: [{ ...trouble(), until: null }] },
    { severity: "s1", says: "Nobody knew for over an hour" },
  ],
  [
    "retry_without_reason",
    { unreasonedRetries: [{ ...atStep, attemptId: "attempt-2" }] },
    { key: "retry_without_reason attempt-2", severity: "s3", says: "failed without a word" },
  ],
  ["retry_without_reason", { unreasonedAttempts: [trouble()] }, { severity: "s1", says: "nothing says why" }],
  [
    "run_without_logs",
    { runsWithoutLogs: [{ ...run, at: monday, failed: true }] },
    { key: `run_without_logs ${run.runId}`, severity: "s3", says: "It failed without a line", place: inRuns },
  ],
  [
    "silent_wait",
    { longWaits: [{ ...run, executionNumber: 2, since: monday - waitForMs, until: null }] },
    { key: `silent_wait ${run.runId} 2`, severity: "s3", says: "no worker took it", place: inRuns },
  ],
];

test.each(rows)("%s is found with its place, severity and sentence, and nothing else is", (cause, facts, expected) => {
  const found = findEvidence({ ...noFacts, runbooks: [{ slug: "payments", patterns: {} }], ...facts });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ ...expected, cause, at: monday, says: expect.stringContaining(expected.says) });
});

describe.each(["contradictions", "longUnknowns"] as const)("no_runbook, where %s needed a person", (kind) => {
  const needed = { ...trouble(), until: null };
  const find = (runbooks: Facts["runbooks"], fact = needed) =>
    rules.no_runbook.find({ ...noFacts, [kind]: [fact], runbooks });

  test("is found while nothing is written down, also when the destination names what is not there", () => {
    expect(find([])).toMatchObject([{ key: `no_runbook ${needed.id}`, place: debt, severity: "s3" }]);
    expect(find([{ slug: "elsewhere", patterns: { destination: ["crm"] } }])).toHaveLength(1);
  });

  test("is not found where a runbook fits, by what it asks for or by the name that the destination gives", () => {
    expect(find([{ slug: "any", patterns: { destination: [needed.action.destination] } }])).toEqual([]);
    expect(find([{ slug: needed.declaration.runbook ?? "", patterns: {} }])).toEqual([]);
  });
});

test("a late report that made the evidence contradict itself is one incident, not two", () => {
  const fact = trouble();
  const other = trouble({ at: monday + 1, action: fact.action });
  const runbooks = [{ slug: "any", patterns: { destination: ["payment"] } }];
  const told = { contradictions: [fact], zombieReports: [{ ...fact, id: anId() }, other] };
  const found = findEvidence({ ...noFacts, ...told, runbooks });
  expect(found.map(({ cause, at }) => [cause, at])).toEqual([
    ["contradiction", monday],
    ["zombie_write", monday + 1],
  ]);
});

test("what was in vain is what it cost", () => {
  const [found] = findEvidence({ ...noFacts, computedAgain: [{ ...computed, why: "execution_lost" }] });
  expect(found?.cost).toEqual({ ms: 9_000, tokens: 120, microUsd: 3_100 });
});

test("a wait is the same evidence while it lasts and when it is over", () => {
  const wait = { ...run, executionNumber: 2, since: monday, until: null };
  const over = { ...wait, until: monday + 2 * waitForMs };
  expect(rules.silent_wait.find({ ...noFacts, longWaits: [wait] })).toEqual(
    rules.silent_wait.find({ ...noFacts, longWaits: [over] }),
  );
});

test("a block with a cause that is no inconsistency is none", () => {
  for (const cause of ["outcome_unknown", "validation_expired", "error"] as const) {
    expect(findEvidence({ ...noFacts, ...blocked(cause) })).toEqual([]);
  }
});

test("each cause has its rule, in words, and each class has one", () => {
  for (const [cause, rule] of Object.entries(rules)) {
    expect(rule.cause).toBe(cause);
    for (const words of [rule.sentence, rule.source, rule.severity, rule.next])
      expect(words.length).toBeGreaterThan(15);
  }
  expect(new Set(Object.values(causeClass))).toEqual(new Set(incidentClasses));
});

test("a repeat that costs money or reaches people is of the first severity, one that does no harm of the last", () => {
  expect(severityOfImpact).toEqual({
    money: "s1",
    breaks_an_sla: "s1",
    escalates_to_people: "s1",
    pollutes_data: "s2",
    none: "s3",
  });
});
