/** The figures of a week: what each counts, what would be better, and when it rests on too little to be judged. */

import type { Latency } from "@/lib/ledger/store";
import type { WeekFacts } from "./week-facts";

export const figureKeys = [
  "incidents",
  "got_through",
  "avoided",
  "rate_avoided",
  "step_retries",
  "action_retries",
  "long_unknown",
  "resumes",
  "run_p95",
  "step_p95",
  "settling_p95",
  "validation_p95",
  "work_saved",
  "time_saved",
] as const;
export type FigureKey = (typeof figureKeys)[number];

export type FigureValue =
  | { kind: "count"; value: number }
  /** Of `whole` things, `part` were so. */
  | { kind: "share"; part: number; whole: number }
  /** A 95th percentile, or a sum, of n lengths of time. */
  | { kind: "length"; ms: number | null; n: number };

export type Better = "less" | "more" | null;
type Meaning = { label: string; better: Better; definition: string };

/** `better` is null where more of it is neither good nor bad news: an avoided duplicate is a protection that was needed. */
export const figureMeaning: Record<FigureKey, Meaning> = {
  incidents: {
    label: "Incidents",
    better: "less",
    definition: "Incidents with evidence in the week, without those that were dismissed.",
  },
  got_through: {
    label: "Duplicates that got through",
    better: "less",
    definition: "Actions whose evidence came to say, in the week, that the effect may have happened twice.",
  },
  avoided: {
    label: "Duplicates avoided",
    better: null,
    definition:
      "Distinct actions that were asked for again, would have been sent again, and were answered from the ledger.",
  },
  rate_avoided: {
    label: "Rate of duplicates avoided",
    better: "more",
    definition: "Avoided, of avoided and got through. No percentage below ten of them.",
  },
  step_retries: {
    label: "Step attempts made again",
    better: "less",
    definition: "Attempts of steps that followed a failed or lost one, by when that one ended.",
  },
  action_retries: {
    label: "Action attempts made again",
    better: "less",
    definition: "Attempts of actions that followed one which ended for a reason, by when that one ended.",
  },
  long_unknown: {
    label: "Unknown for over an hour",
    better: "less",
    definition: "Actions that reached, in the week, an hour without anybody knowing whether they happened.",
  },
  resumes: {
    label: "Resumes that succeeded",
    better: "more",
    definition:
      "Of the resumes pressed by a person: a new checkpoint beyond the old one, or the end of the run, before another resume.",
  },
  run_p95: {
    label: "Run, p95",
    better: "less",
    definition: "From the first execution to success, waits included, of runs that succeeded in the week.",
  },
  step_p95: {
    label: "Step, p95",
    better: "less",
    definition: "From begin to end, retries included, of plain steps begun in the week.",
  },
  settling_p95: {
    label: "Time to settle, p95",
    better: "less",
    definition: "From the first attempt to confirmed or refused, of actions declared in the week.",
  },
  validation_p95: {
    label: "Approval wait, p95",
    better: "less",
    definition: "From the question to the last decision, of approvals and answers decided in the week.",
  },
  work_saved: {
    label: "Steps not done again",
    better: null,
    definition: "Steps that resumes and recoveries of the week took from checkpoints.",
  },
  time_saved: {
    label: "Time not spent again",
    better: null,
    definition: "What those steps had taken when they were done.",
  },
};

/** Below this a percentage pretends to know more than it does. */
export const shareMin = 10;
/** Of fewer than twenty, the 95th percentile is the longest one: an outlier, not a measure. */
export const percentileMin = 20;

/** A sum of times is known of any number; a percentile is not. */
const isSum = (key: FigureKey): boolean => key === "time_saved";

export const isJudgeable = (key: FigureKey, value: FigureValue): boolean => {
  switch (value.kind) {
    case "count":
      return true;
    case "share":
      return value.whole >= shareMin;
    case "length":
      return value.ms !== null && (isSum(key) || value.n >= percentileMin);
  }
};

export type Figures = Record<FigureKey, FigureValue>;

export function figuresOf(facts: WeekFacts): Figures {
  const { avoided, gotThrough, byPerson, workSaved } = facts;
  return {
    incidents: count(facts.incidents.length),
    got_through: count(gotThrough),
    avoided: count(avoided),
    rate_avoided: { kind: "share", part: avoided, whole: avoided + gotThrough },
    step_retries: count(facts.stepRetries),
    action_retries: count(facts.actionRetries),
    long_unknown: count(facts.longUnknown),
    resumes: { kind: "share", part: byPerson.passed, whole: byPerson.resumed },
    run_p95: p95(facts.run),
    step_p95: p95(facts.step),
    settling_p95: p95(facts.settling),
    validation_p95: p95(facts.validation),
    work_saved: count(workSaved.steps),
    time_saved: { kind: "length", ms: workSaved.tookMs, n: workSaved.steps },
  };
}

const count = (value: number): FigureValue => ({ kind: "count", value });
const p95 = ({ n, p95Ms }: Latency): FigureValue => ({ kind: "length", ms: p95Ms, n });

/** One number that larger and smaller can be said of. */
export function sizeOf(value: FigureValue): number | null {
  switch (value.kind) {
    case "count":
      return value.value;
    case "share":
      return value.whole === 0 ? null : value.part / value.whole;
    case "length":
      return value.ms;
  }
}
