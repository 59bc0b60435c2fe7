import type { ComputedAgain } from "@/lib/progress/trouble";
import { evidenceOfStep, nothingOutside, type Rule } from "./rule";

export const stepsComputedAgain: Rule = {
  cause: "steps_computed_again",
  sentence:
    "A step was computed again although it had been computed before: its worker was lost in the middle of it or before its result was kept, or somebody resumed from an earlier checkpoint.",
  source: "Attempts of steps, and results that a resume made void (progress)",
  severity: `${nothingOutside} What it cost is the time, tokens and money of what was in vain.`,
  next: "Keep a checkpoint right after the step, or split what is long into steps that each keep theirs.",
  find: ({ computedAgain }) =>
    computedAgain.map((fact) => ({
      ...evidenceOfStep("steps_computed_again", fact, {
        title: `${fact.step} of ${fact.workflow} was computed again`,
        says: saysOf(fact),
      }),
      cost: { ms: fact.tookMs, tokens: fact.tokens, microUsd: fact.microUsd },
    })),
};

const saysOf = ({ step, why, by }: ComputedAgain): string =>
  why === "resumed"
    ? `${step} had a result, and ${by ?? "a person"} resumed from before it.`
    : `${by ?? "Its worker"} was lost, and ${step} began again.`;
