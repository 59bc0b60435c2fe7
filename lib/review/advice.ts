/**
 * Which protection a workflow needs: a rule over what its runs of the last 30 days say, and nothing else. Each line of it
 * is shown with whether it holds and the numbers that it read. Too few runs are said, never guessed from.
 */

import type { DestinationUse } from "@/lib/ledger/protection";
import type { Cost } from "./incident";

export const recommendations = [
  "checkpoint_first",
  "idempotency_first",
  "both",
  "neither",
  "take_away",
  "too_little",
] as const;
export type Recommendation = (typeof recommendations)[number];
type Known = Exclude<Recommendation, "too_little">;

export type AdviceFacts = {
  workflow: string;
  runs: number;
  /** Somebody wrote down what to do when it stops. */
  hasRunbook: boolean;
  plainSteps: number;
  computedP50Ms: number | null;
  lostExecutions: number;
  /** Steps computed again after a lost execution or a resume, and what that took. */
  again: { steps: number; cost: Cost };
  reusedSteps: number;
  reusedMs: number;
  checkpoints: { rows: number; bytes: number };
  questionsMadeVoid: number;
  destinations: DestinationUse[];
};

/** Each number is a choice; the page shows it with its reason. */
export const adviceThresholds = {
  runsMin: { value: 10, why: "Fewer runs than this say what happened, not what usually happens." },
  lostMin: { value: 2, why: "One lost worker is an accident; a second one is how this deployment lives." },
  worthKeepingMs: { value: 5_000, why: "What takes less than this is cheaper to compute again than to think about." },
  longMs: { value: 60_000, why: "A run that computes for longer will meet a deploy or a crash sooner or later." },
  pipelineSteps: { value: 4, why: "From this many steps on there is a middle in which a run can stop." },
  readsMuch: { value: 3, why: "Steps of gathering before it acts: each restart pays for all of them." },
  retriedShare: { value: 0.1, why: "One action in ten tried again is a loop, not an exception." },
  retriedMin: { value: 3, why: "Fewer retried actions than this are no loop yet." },
  trialRuns: { value: 50, why: "A protection that helped in none of so many runs is one that waits for nothing." },
} as const;

const limit = (name: keyof typeof adviceThresholds): number => adviceThresholds[name].value;

/** What a line speaks for when it holds. */
export type Need = "checkpoint" | "idempotency" | "both";
export const adviceRules = [
  "stopped_in_the_middle",
  "long_pipeline",
  "question_interrupted",
  "timeout_after_a_write",
  "retry_loop",
  "repeat_asked",
  "repeat_not_undone",
  "several_tools",
  "reads_much_acts_on_something_sensitive",
] as const;
export type AdviceRule = (typeof adviceRules)[number];
export type AdviceLine = { rule: AdviceRule; needs: Need; holds: boolean; says: string };

export type Advice = {
  recommendation: Recommendation;
  lines: AdviceLine[];
  /** What to do next, in one sentence. */
  next: string;
  /** Protections that cost something and never helped. */
  takeAway: string[];
};

export function adviseOn(facts: AdviceFacts): Advice {
  const lines = linesOf(facts);
  if (facts.runs < limit("runsMin")) {
    const next = `Come back after ${limit("runsMin")} runs: ${facts.runs} of the last 30 days are too few to advise on.`;
    return { recommendation: "too_little", lines, next, takeAway: [] };
  }
  const needs = new Set(lines.filter(({ holds }) => holds).map((line) => line.needs));
  const takeAway = idleProtections(facts, needs);
  const recommendation = recommend(facts, needs, takeAway);
  return { recommendation, lines, next: nextOf(recommendation, facts), takeAway };
}

function recommend(facts: AdviceFacts, needs: ReadonlySet<Need>, takeAway: readonly string[]): Known {
  if (needs.has("both") || (needs.has("checkpoint") && needs.has("idempotency"))) return "both";
  if (needs.has("checkpoint")) return "checkpoint_first";
  if (needs.has("idempotency")) return "idempotency_first";
  const isSimple = facts.plainSteps <= 1 && facts.destinations.length === 0;
  return takeAway.length > 0 && !isSimple ? "take_away" : "neither";
}

function nextOf(recommendation: Known, { hasRunbook }: AdviceFacts): string {
  switch (recommendation) {
    case "checkpoint_first":
      return "Keep a checkpoint after each step that takes long or costs money, and let it recover by itself.";
    case "idempotency_first":
      return "Send every write as an action with a key from business ids, and declare how its destination treats repeats.";
    case "both":
      return "Keep a checkpoint before each write, and send each write as an action: neither replaces the other.";
    case "take_away":
      return "Take away what is named below: it costs rows and attention, and helped in none of these runs.";
    case "neither":
      return hasRunbook
        ? "A bounded retry and good logs are enough."
        : "Write a runbook first: nothing here says what to do when it stops. Beyond that, a bounded retry and good logs are enough.";
  }
}

/** A repeat of it would be noticed outside. */
export const isHarmful = ({ effect, impact }: Pick<DestinationUse, "effect" | "impact">): boolean =>
  effect !== "read" && impact !== "none";
/** A repeat costs money, wakes people or breaks a promise. */
export const isSensitive = (use: Pick<DestinationUse, "effect" | "impact">): boolean =>
  isHarmful(use) && use.impact !== "pollutes_data";

function linesOf(facts: AdviceFacts): AdviceLine[] {
  const { plainSteps, computedP50Ms, lostExecutions, again, questionsMadeVoid, destinations } = facts;
  const computes = computedP50Ms ?? 0;
  const harmful = destinations.filter(isHarmful);
  const sensitive = destinations.filter(isSensitive);
  const leftUnknown = sum(harmful, "leftUnknown");
  const loops = harmful.filter(
    ({ retried, actions }) => retried >= limit("retriedMin") && retried >= actions * limit("retriedShare"),
  );
  const [avoided, gotThrough] = [sum(harmful, "avoided"), sum(harmful, "gotThrough")];
  const irreversible = sensitive.filter(({ effect }) => effect === "irreversible");
  return [
    {
      rule: "stopped_in_the_middle",
      needs: "checkpoint",
      holds: lostExecutions >= limit("lostMin") && computes >= limit("worthKeepingMs"),
      says: `${count(lostExecutions, "execution")} lost in the middle of a run; ${count(again.steps, "step")} computed again. A run computes for ${seconds(computedP50Ms)} at the median.`,
    },
    {
      rule: "long_pipeline",
      needs: "checkpoint",
      holds: plainSteps >= limit("pipelineSteps") && computes >= limit("longMs"),
      says: `Up to ${count(plainSteps, "step")} in a run, which compute for ${seconds(computedP50Ms)} at the median.`,
    },
    {
      rule: "question_interrupted",
      needs: "checkpoint",
      holds: questionsMadeVoid > 0,
      says: `${count(questionsMadeVoid, "question")} to a person made void by a resume from before it.`,
    },
    {
      rule: "timeout_after_a_write",
      needs: "idempotency",
      holds: leftUnknown > 0,
      says: `${count(leftUnknown, "action")} sent without anybody knowing at first whether it arrived${at(harmful, "leftUnknown")}.`,
    },
    {
      rule: "retry_loop",
      needs: "idempotency",
      holds: loops.length > 0,
      says: `${count(sum(harmful, "retried"), "action")} of ${sum(harmful, "actions")} attempted more than once${at(harmful, "retried")}.`,
    },
    {
      rule: "repeat_asked",
      needs: "idempotency",
      holds: avoided + gotThrough > 0,
      says: `${count(avoided, "duplicate")} avoided, ${gotThrough} got through.`,
    },
    {
      rule: "repeat_not_undone",
      needs: "idempotency",
      holds: irreversible.length > 0,
      says:
        irreversible.length > 0
          ? `A repeat at ${names(irreversible)} cannot be taken back.`
          : "No write is of a kind that cannot be taken back and hurts.",
    },
    {
      rule: "several_tools",
      needs: "both",
      holds: harmful.length >= 2 && sensitive.length > 0,
      says: `It writes to ${count(harmful.length, "destination")} where a repeat does harm${harmful.length >= 2 ? "; when it stops between them, one write is out and the other is not" : ""}.`,
    },
    {
      rule: "reads_much_acts_on_something_sensitive",
      needs: "both",
      holds: plainSteps >= limit("readsMuch") && computes >= limit("worthKeepingMs") && sensitive.length > 0,
      says: `Up to ${count(plainSteps, "step")} of gathering in a run, then ${sensitive.length > 0 ? `a write to ${names(sensitive)}` : "no write that is sensitive"}.`,
    },
  ];
}

function idleProtections(facts: AdviceFacts, needs: ReadonlySet<Need>): string[] {
  if (facts.runs < limit("trialRuns")) return [];
  const { rows } = facts.checkpoints;
  const idle: string[] = [];
  if (rows > 0 && facts.reusedSteps === 0 && !needs.has("checkpoint") && !needs.has("both")) {
    idle.push(
      `Its ${count(rows, "checkpoint")} of ${facts.runs} runs were never reused: declare its steps with checkpoint: false.`,
    );
  }
  for (const use of facts.destinations) {
    if (isHarmful(use) || use.avoided + use.gotThrough + use.leftUnknown + use.retried > 0) continue;
    idle.push(
      `${count(use.actions, "action")} at ${use.title}, where a repeat does no harm, were each sent once: a plain step would do.`,
    );
  }
  return idle;
}

type Flag = "actions" | "retried" | "leftUnknown" | "avoided" | "gotThrough";
const sum = (uses: readonly DestinationUse[], flag: Flag): number => uses.reduce((n, use) => n + use[flag], 0);
const names = (uses: readonly DestinationUse[]): string => [...new Set(uses.map(({ title }) => title))].join(" and ");
const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;
const seconds = (ms: number | null): string => (ms === null ? "an unknown time" : `${Math.round(ms / 100) / 10} s`);

function at(uses: readonly DestinationUse[], flag: Flag): string {
  const with_ = uses.filter((use) => use[flag] > 0);
  return with_.length === 0 ? "" : `, at ${names(with_)}`;
}
