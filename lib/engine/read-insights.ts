/** The figures, each with its unit and n, from which lists open exactly the rows they count. */

import type { AttemptFigure, AvoidedFigure, GotThroughFigure, Latency } from "@/lib/ledger/store";
import type { ResumeFigure, RetryFigure, SavedStep } from "@/lib/progress/store";
import type { Engine } from "./engine";

export type Range = { from: number; to: number; zone: string };

/** How long an action's outcome was open to everybody; `until` is null while it is. */
export type UnknownSpan = { actionId: string; type: string; object: string; since: number; until: number | null };

/** What is unknown for longer than this before the range is not looked for. */
const unknownLookBackMs = 90 * 24 * 60 * 60 * 1000;
/** Of rows that a figure counts; more are said to be more. */
export const rowsMax = 1_000;

/** Resumes by a person; recoveries by themselves are counted apart. Each number is a part of the one before it. */
export type ResumeNumbers = {
  resumed: number;
  passed: number;
  finished: number;
  finishedWithoutDuplicate: number;
};

export type Insights = {
  range: Range;
  /** Attempts of steps; the unit is one attempt made again. */
  stepRetries: RetryFigure[];
  /** Attempts of actions, in the ledger. */
  actionRetries: AttemptFigure[];
  avoided: AvoidedFigure[];
  /** Distinct actions over the whole range, which days cannot be summed to. */
  avoidedActions: number;
  avoidedEvents: number;
  /** Actions of which two effects are known: duplicates that were not avoided. */
  gotThrough: number;
  gotThroughByDay: GotThroughFigure[];
  workSaved: { steps: number; tookMs: number };
  /** The newest of them. */
  savedSteps: SavedStep[];
  latencies: { run: Latency; step: Latency; settling: Latency; validation: Latency };
  /** Those that were open at some moment of the range. */
  unknowns: UnknownSpan[];
  /** There were more than were read. */
  moreUnknowns: boolean;
  resumes: (ResumeFigure & { duplicated: boolean })[];
  byPerson: ResumeNumbers;
  byItself: ResumeNumbers;
};

export async function readInsights(engine: Engine, ask: Range & { firstOnly?: boolean }): Promise<Insights> {
  const { firstOnly = false, ...range } = ask;
  const [stepRetries, actionRetries, avoided, figures, totals] = await Promise.all([
    engine.progress.retryFigures({ ...range, firstOnly }),
    engine.ledger.attemptFigures({ ...range, firstOnly }),
    engine.ledger.avoidedFigures(range),
    engine.progress.resumeFigures(range),
    engine.ledger.avoidedTotals(range),
  ]);
  const [gotThroughByDay, workSaved, savedSteps, latencies, settling, spans] = await Promise.all([
    engine.ledger.gotThroughFigures(range),
    engine.progress.workSaved(range),
    engine.progress.savedSteps({ ...range, limit: rowsMax }),
    engine.progress.latencies(range),
    engine.ledger.settlingTimes(range),
    engine.ledger.longUnknowns({ from: range.from - unknownLookBackMs, to: range.to, limit: rowsMax, longerThanMs: 0 }),
  ]);
  const contradicted = new Set(await engine.ledger.contradictedRuns([...new Set(figures.map((f) => f.runId))]));
  const resumes = figures.map((figure) => ({ ...figure, duplicated: contradicted.has(figure.runId) }));
  return {
    range,
    stepRetries,
    actionRetries,
    avoided,
    avoidedActions: totals.actions,
    avoidedEvents: totals.events,
    gotThrough: totals.gotThrough,
    gotThroughByDay,
    workSaved,
    savedSteps,
    latencies: { ...latencies, settling },
    unknowns: spans
      .filter(({ until }) => until === null || until > range.from)
      .map(({ action: { id, type, object }, at, until }) => ({ actionId: id, type, object, since: at, until })),
    moreUnknowns: spans.length === rowsMax,
    resumes,
    byPerson: resumeNumbers(resumes.filter((figure) => figure.kind === "resume")),
    byItself: resumeNumbers(resumes.filter((figure) => figure.kind === "recovery")),
  };
}

function resumeNumbers(figures: Insights["resumes"]): ResumeNumbers {
  const passed = figures.filter((figure) => figure.passed);
  const finished = passed.filter((figure) => figure.finished);
  return {
    resumed: figures.length,
    passed: passed.length,
    finished: finished.length,
    finishedWithoutDuplicate: finished.filter((figure) => !figure.duplicated).length,
  };
}
