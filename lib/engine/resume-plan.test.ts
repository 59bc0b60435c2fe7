import { describe, expect, it } from "vitest";
import type { CheckpointFit } from "@/lib/progress/checkpoint-fit";
import type { TypicalStep } from "@/lib/progress/store";
import {
  aDestination,
  anAction,
  anActionRecord,
  anAttempt,
  aRun,
  aRunRecord,
  aStep,
  monday,
} from "@/lib/testing/factories";
import { planResume } from "./resume-plan";

const typical: TypicalStep[] = [
  { name: "read-ticket", kind: "step", tookMs: 10, actionId: null },
  { name: "fetch-history", kind: "step", tookMs: 10, actionId: null },
  { name: "recommend", kind: "step", tookMs: 10, actionId: null },
  { name: "crm.note", kind: "action", tookMs: 10, actionId: null },
  { name: "queue.escalate", kind: "action", tookMs: 10, actionId: null },
];
const three = ["read-ticket", "fetch-history", "recommend"];
const sha = (text: string) => text.padEnd(32).slice(-32);
const later = monday + 60_000;

const unknownAt = (declaration = anAction().declaration) => {
  const action = anAction({ state: "unknown", declaration, firstBegunAt: monday });
  const attempt = anAttempt(action, { outcome: "unknown", transport: "timed_out" });
  return anActionRecord(action, [attempt]);
};

describe("a resume plan", () => {
  it("reuses every result up to the checkpoint and runs what the last finished run had beyond it", () => {
    const record = aRunRecord(aRun(), three);
    const plan = planResume({ record, actions: [], typical }, 3, later, sha);
    expect(plan.reused.map((step) => step.name)).toEqual(three);
    expect(plan.willRun.map((step) => [step.name, step.expected])).toEqual([
      ["crm.note", true],
      ["queue.escalate", true],
    ]);
    expect(plan.disabled).toBeNull();
  });

  it("recommends the latest checkpoint and lists zero as the last choice", () => {
    const plan = planResume({ record: aRunRecord(aRun(), three), actions: [], typical }, 3, later, sha);
    expect(plan.choices.map((choice) => [choice.checkpoint, choice.recommended])).toEqual([
      [3, true],
      [2, false],
      [1, false],
      [0, false],
    ]);
  });

  it("says what is computed again from an earlier checkpoint", () => {
    const plan = planResume({ record: aRunRecord(aRun(), three), actions: [], typical }, 1, later, sha);
    expect(plan.willRun.map((step) => step.name)).toEqual(["fetch-history", "recommend", "crm.note", "queue.escalate"]);
    expect(plan.recommendation).toContain("2 finished steps again");
  });

  it("says of each choice what is done a second time, and discourages going back behind what was sent", () => {
    const run = aRun();
    const action = anAction({ runId: run.id, state: "confirmed" });
    const note = aStep(run, { name: "crm.note", kind: "action", actionId: action.id, ordinal: 4 });
    const record = aRunRecord(run, three, [note]);
    record.checkpoints.push({ ...record.checkpoints[2]!, id: "c4", number: 4, stepId: note.id, stepName: "crm.note" });
    const actions = [anActionRecord(action, [anAttempt(action)])];
    const zero = planResume({ record, actions, typical }, 0, later, sha);
    expect(
      zero.choices.map(({ checkpoint, recommended, discouraged, again }) => [
        checkpoint,
        recommended ? "recommended" : discouraged ? "discouraged" : "possible",
        again.steps,
        again.sent.join(),
      ]),
    ).toEqual([
      [4, "recommended", 0, ""],
      [3, "discouraged", 0, "crm.note"],
      [2, "discouraged", 1, "crm.note"],
      [1, "discouraged", 2, "crm.note"],
      [0, "discouraged", 3, "crm.note"],
    ]);
    expect(zero.recommendation).toMatch(
      /^Discouraged: it computes 3 finished steps again .* crm.note was attempted already/,
    );
    expect(zero.protected.map(({ type }) => type)).toEqual(["crm.note"]);
  });

  it("allows zero where nothing was sent, and recommends it where there is no checkpoint", () => {
    const zeroOf = (steps: string[]) =>
      planResume({ record: aRunRecord(aRun(), steps), actions: [], typical }, 0, later, sha).choices.at(-1);
    expect(zeroOf(three)).toMatchObject({ recommended: false, discouraged: false, again: { steps: 3, tookMs: 3_000 } });
    expect(zeroOf([])).toMatchObject({ recommended: true, discouraged: false });
  });

  it.each([
    ["a destination that nobody can ask", unknownAt(aDestination()), "outcome_unknown"],
    ["contradicting evidence", anActionRecord(anAction({ state: "confirmed", contradictedAt: monday })), "incident"],
  ])("is disabled by %s beyond the checkpoint", (_, action, code) => {
    const plan = planResume({ record: aRunRecord(aRun(), three), actions: [action], typical }, 3, later, sha);
    expect(plan.disabled?.code).toBe(code);
  });

  it("asks the destination first where it can be asked, instead of refusing", () => {
    const plan = planResume({ record: aRunRecord(aRun(), three), actions: [unknownAt()], typical }, 3, later, sha);
    expect([plan.disabled, plan.checksFirst, plan.unknown.length]).toEqual([null, true, 1]);
  });

  it("counts an action as protected when it is confirmed beyond the checkpoint", () => {
    const run = aRun();
    const action = anAction({ runId: run.id, state: "confirmed" });
    const note = aStep(run, {
      name: "crm.note",
      kind: "action",
      state: "lost",
      actionId: action.id,
      ordinal: 4,
      endedAt: null,
    });
    const record = aRunRecord(run, three, [note]);
    const plan = planResume({ record, actions: [anActionRecord(action, [anAttempt(action)])], typical }, 3, later, sha);
    expect(plan.protected.map((planned) => planned.type)).toEqual(["crm.note"]);
    expect(plan.willRun.map((step) => step.name)).toEqual(["crm.note", "queue.escalate"]);
  });

  it.each([
    ["needs_person", "validation", "run_waits_for_person"],
    ["running", null, "run_is_running"],
    ["succeeded", null, "run_finished"],
    ["cancelled", null, "run_cancelled"],
    ["queued", "resumed", "already_resumed"],
  ] as const)("is disabled while the run is %s", (state, cause, code) => {
    const record = aRunRecord(aRun({ state, cause }), three);
    expect(planResume({ record, actions: [], typical }, 3, later, sha).disabled?.code).toBe(code);
  });

  it("is disabled for a checkpoint that does not exist", () => {
    const plan = planResume({ record: aRunRecord(aRun(), three), actions: [], typical }, 9, later, sha);
    expect(plan.disabled?.code).toBe("checkpoint_not_found");
  });

  const fits = (...all: CheckpointFit["fit"][]): CheckpointFit[] =>
    all.map((fit, i) => ({ checkpoint: i + 1, fit, text: fit === "valid" ? null : `Checkpoint ${i + 1} is ${fit}.` }));

  it.each([
    ["corrupt", "checkpoint_corrupt"],
    ["incompatible", "schema_mismatch"],
  ] as const)("offers the last checkpoint before one that is %s, and is disabled from there on", (bad, code) => {
    const record = aRunRecord(aRun(), three);
    const facts = { record, actions: [], typical, fits: fits("valid", bad, "valid") };
    const plan = planResume(facts, 1, later, sha);
    expect(plan.choices.map(({ checkpoint, recommended, fit }) => [checkpoint, recommended, fit?.fit ?? null])).toEqual(
      [
        [3, false, bad],
        [2, false, bad],
        [1, true, "valid"],
        [0, false, null],
      ],
    );
    expect(plan.disabled).toBeNull();
    expect(plan.recommendation).toContain("Checkpoint 1 is the last good place, since checkpoint 2 cannot be opened");
    expect(planResume(facts, 3, later, sha).disabled).toEqual({ code, why: `Checkpoint 2 is ${bad}.` });
    expect(planResume(facts, 0, later, sha).recommendation).toContain("Take checkpoint 1 unless");
  });

  it("lists what was sent since the last good checkpoint as protected", () => {
    const run = aRun();
    const action = anAction({ runId: run.id, state: "confirmed" });
    const record = aRunRecord(run, three);
    const note = { ...record.steps[2]!, name: "crm.note", kind: "action" as const, actionId: action.id };
    const facts = {
      record: { ...record, steps: [...record.steps.slice(0, 2), note] },
      actions: [anActionRecord(action, [anAttempt(action)])],
      typical,
      fits: fits("valid", "corrupt", "valid"),
    };
    expect(planResume(facts, 1, later, sha).protected.map(({ type }) => type)).toEqual(["crm.note"]);
  });

  it("recommends zero when not even the first checkpoint can be opened", () => {
    const facts = { record: aRunRecord(aRun(), three), actions: [], typical, fits: fits("corrupt", "valid", "valid") };
    const plan = planResume(facts, 0, later, sha);
    expect(plan.choices.find(({ recommended }) => recommended)?.checkpoint).toBe(0);
    expect(plan.disabled).toBeNull();
    expect(plan.recommendation).toContain("Zero is the last good place");
  });

  it("is not disabled by what nobody knows yet", () => {
    const facts = {
      record: aRunRecord(aRun(), three),
      actions: [],
      typical,
      fits: fits("not_known", "valid", "valid"),
    };
    const plan = planResume(facts, 3, later, sha);
    expect([plan.disabled, plan.choices[0]?.recommended, plan.choices[0]?.fit?.fit]).toEqual([null, true, "not_known"]);
  });

  it("recommends nothing that stopped the run before and is not known to open by now", () => {
    const run = aRun({ state: "blocked", cause: "schema_mismatch" });
    const facts = {
      record: aRunRecord(run, three),
      actions: [],
      typical,
      fits: fits("valid", "not_known", "not_known"),
    };
    const plan = planResume(facts, 3, later, sha);
    expect(plan.choices.find(({ recommended }) => recommended)?.checkpoint).toBe(1);
    expect([plan.disabled, plan.recommendation]).toEqual([null, expect.stringContaining("stops there again")]);
    expect(planResume(facts, 1, later, sha).recommendation).toContain("checkpoint 2 is not known to open by now");
  });

  it("says of what may happen twice that a person accepted it", () => {
    const run = aRun();
    const action = anAction({ runId: run.id, state: "planned", riskAccepted: true });
    const record = anActionRecord(action, [anAttempt(action, { outcome: "unknown", resolution: "did_not_happen" })]);
    const plan = planResume({ record: aRunRecord(run, []), actions: [record], typical }, 0, later, sha);
    expect(plan.mayBeSent).toMatchObject([{ mayRepeat: true, verdict: { kind: "safe" } }]);
  });

  it("names the runbook of each destination beyond the checkpoint, an open question before a send to come", () => {
    const declaration = aDestination({ name: "crm", title: "the CRM", runbook: "crm" });
    const expected = [
      anActionRecord(anAction({ declaration })),
      anActionRecord(anAction({ type: "queue.escalate", destination: "queue", declaration: aDestination() })),
    ];
    const facts = { record: aRunRecord(aRun(), three), actions: [unknownAt(declaration)], typical, expected };
    expect(planResume(facts, 3, later, sha).guides).toEqual([
      { destination: "the CRM", name: "crm", type: "crm.note", runbook: "crm", verdict: "ask_a_person" },
      { destination: "the queue", name: "queue", type: "queue.escalate", runbook: null, verdict: "safe" },
    ]);
  });

  it("has another token once the ledger or the run moved", () => {
    const record = aRunRecord(aRun(), three);
    const action = anActionRecord(anAction({ state: "unknown" }));
    const tokenOf = (facts: Parameters<typeof planResume>[0], from = 3) =>
      planResume(facts, from, later, (text) => text.replaceAll(/\W/g, "").slice(-32)).token;
    const before = tokenOf({ record, actions: [action], typical });
    const moved = { ...action, action: { ...action.action, version: 2 } };
    expect(tokenOf({ record, actions: [action], typical })).toBe(before);
    expect(tokenOf({ record, actions: [moved], typical })).not.toBe(before);
  });
});
