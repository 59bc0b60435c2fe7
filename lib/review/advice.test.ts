import { describe, expect, it } from "vitest";
import type { DestinationUse } from "@/lib/ledger/protection";
import { type AdviceFacts, type AdviceRule, adviceThresholds, adviseOn, type Recommendation } from "./advice";
import { noCost } from "./incident";

/** Forty runs of one quick step, and nothing else. */
const quiet: AdviceFacts = {
  workflow: "call-label",
  runs: 40,
  hasRunbook: true,
  plainSteps: 1,
  computedP50Ms: 1_000,
  lostExecutions: 0,
  again: { steps: 0, cost: noCost },
  reusedSteps: 0,
  reusedMs: 0,
  checkpoints: { rows: 0, bytes: 0 },
  questionsMadeVoid: 0,
  destinations: [],
};

const aUse = (over: Partial<DestinationUse> = {}): DestinationUse => ({
  destination: "crm",
  title: "the CRM",
  effect: "compensatable",
  impact: "pollutes_data",
  actions: 40,
  attempts: 40,
  retried: 0,
  leftUnknown: 0,
  unknown: 0,
  avoided: 0,
  gotThrough: 0,
  rows: 120,
  bytes: 8_000,
  attemptP50Ms: 300,
  ...over,
});
const harmless = aUse({ destination: "library", title: "the library", effect: "idempotent", impact: "none" });
const webhook = aUse({ destination: "partner", title: "the webhook", impact: "breaks_an_sla" });
const payment = aUse({ destination: "billing", title: "billing", effect: "irreversible", impact: "money" });
const queue = aUse({ destination: "queue", title: "the queue", impact: "escalates_to_people" });

const examples: [string, Partial<AdviceFacts>, Recommendation, AdviceRule[]][] = [
  [
    "a worker stopped in the middle of a run",
    { lostExecutions: 2, computedP50Ms: 20_000, plainSteps: 3 },
    "checkpoint_first",
    ["stopped_in_the_middle"],
  ],
  [
    "a long retrieval pipeline with one harmless write",
    { plainSteps: 9, computedP50Ms: 180_000, destinations: [harmless] },
    "checkpoint_first",
    ["long_pipeline"],
  ],
  [
    "a person's validation that was resumed too early",
    { questionsMadeVoid: 1 },
    "checkpoint_first",
    ["question_interrupted"],
  ],
  [
    "a timeout after a write",
    { destinations: [aUse({ leftUnknown: 1 })] },
    "idempotency_first",
    ["timeout_after_a_write"],
  ],
  ["a retry loop on a webhook", { destinations: [{ ...webhook, retried: 12 }] }, "idempotency_first", ["retry_loop"]],
  ["a duplicate that was avoided", { destinations: [aUse({ avoided: 1 })] }, "idempotency_first", ["repeat_asked"]],
  [
    "a single write that costs money, before its first duplicate",
    { destinations: [payment] },
    "idempotency_first",
    ["repeat_not_undone"],
  ],
  [
    "a multi-tool agent with a queue whose repeat reaches people",
    { plainSteps: 2, destinations: [aUse(), queue] },
    "both",
    ["several_tools"],
  ],
  [
    "an agent that reads much and acts on something sensitive",
    { plainSteps: 3, computedP50Ms: 12_000, destinations: [queue] },
    "both",
    ["reads_much_acts_on_something_sensitive"],
  ],
  [
    "lost executions and a timeout after a write",
    { plainSteps: 2, lostExecutions: 5, computedP50Ms: 9_000, destinations: [aUse({ leftUnknown: 2 })] },
    "both",
    ["stopped_in_the_middle", "timeout_after_a_write"],
  ],
  ["a single step without an outside write", {}, "neither", []],
  ["several quick steps and nothing kept", { plainSteps: 5 }, "neither", []],
];

describe("which protection a workflow needs", () => {
  it.each(examples)("%s", (_, over, recommendation, rules) => {
    const advice = adviseOn({ ...quiet, ...over });
    expect(advice.recommendation).toBe(recommendation);
    expect(advice.lines.filter(({ holds }) => holds).map(({ rule }) => rule)).toEqual(rules);
  });

  const short: [string, Partial<AdviceFacts>][] = [
    ["one lost execution", { lostExecutions: 1, computedP50Ms: 60_000 }],
    ["lost executions of what is computed again in a moment", { lostExecutions: 9, computedP50Ms: 4_999 }],
    ["a run of three long steps", { plainSteps: 3, computedP50Ms: 600_000 }],
    ["many steps that take less than a minute", { plainSteps: 9, computedP50Ms: 59_999 }],
    ["two retried actions of two", { destinations: [aUse({ actions: 2, retried: 2 })] }],
    ["a few retried actions of many", { destinations: [aUse({ actions: 31, retried: 3 })] }],
    ["trouble at a destination where a repeat does no harm", { destinations: [{ ...harmless, leftUnknown: 4 }] }],
    ["several tools of which none is sensitive", { destinations: [aUse(), aUse({ destination: "wiki" })] }],
    ["two destinations of which one is harmless", { destinations: [harmless, queue] }],
    ["a compensatable write that reaches people, without any trouble", { plainSteps: 2, destinations: [queue] }],
    ["a run that never succeeded", { computedP50Ms: null, lostExecutions: 4, plainSteps: 6 }],
  ];
  it.each(short)("no protection for %s", (_, over) => {
    const advice = adviseOn({ ...quiet, ...over });
    expect(advice.lines.filter(({ holds }) => holds)).toEqual([]);
    expect(advice.recommendation).toBe("neither");
  });

  it("is not guessed from too few runs, whatever they met", () => {
    const few = { ...quiet, runs: adviceThresholds.runsMin.value - 1, destinations: [{ ...payment, gotThrough: 1 }] };
    expect(adviseOn(few)).toMatchObject({
      recommendation: "too_little",
      next: expect.stringContaining("9 of the last 30 days"),
    });
    expect(adviseOn({ ...few, runs: few.runs + 1 }).recommendation).toBe("idempotency_first");
  });

  it("is runbooks first where there are none and nothing else is needed", () => {
    expect(adviseOn(quiet).next).toMatch(/^A bounded retry and good logs/);
    expect(adviseOn({ ...quiet, hasRunbook: false }).next).toMatch(/^Write a runbook first/);
  });
});

describe("a protection that costs and never helped", () => {
  const kept = { ...quiet, plainSteps: 3, runs: 50, checkpoints: { rows: 150, bytes: 9_000 } };

  it("is named, and taking it away is the advice where nothing needs one", () => {
    const advice = adviseOn({ ...kept, destinations: [harmless] });
    expect(advice.recommendation).toBe("take_away");
    expect(advice.takeAway).toEqual([
      "Its 150 checkpoints of 50 runs were never reused: declare its steps with checkpoint: false.",
      "40 actions at the library, where a repeat does no harm, were each sent once: a plain step would do.",
    ]);
  });

  it.each<[string, Partial<AdviceFacts>]>([
    ["after too few runs", { runs: 49 }],
    ["if it helped once", { reusedSteps: 1 }],
    ["where nothing is kept", { checkpoints: { rows: 0, bytes: 0 } }],
  ])("is not advised %s", (_, over) => {
    expect(adviseOn({ ...kept, ...over })).toMatchObject({ recommendation: "neither", takeAway: [] });
  });

  it("does not hide that a single step without outside write needs neither", () => {
    const advice = adviseOn({ ...kept, plainSteps: 1 });
    expect(advice.recommendation).toBe("neither");
    expect(advice.takeAway).toHaveLength(1);
  });

  it("keeps its checkpoints where something speaks for them, and names the rest beside the advice", () => {
    const advice = adviseOn({ ...kept, plainSteps: 9, computedP50Ms: 90_000, destinations: [harmless] });
    expect(advice.recommendation).toBe("checkpoint_first");
    expect(advice.takeAway).toEqual([expect.stringContaining("the library")]);
  });

  it("never names a write whose repeat does harm", () => {
    expect(adviseOn({ ...kept, reusedSteps: 1, destinations: [payment, queue, aUse()] }).takeAway).toEqual([]);
  });
});
