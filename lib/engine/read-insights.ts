/** The figures, each with its unit and n, from which lists open exactly the rows they count. */

import type { AttemptFigure, AvoidedFigure } from "@/lib/ledger/store";
import type { ResumeFigure, RetryFigure } from "@/lib/progress/store";
import type { Engine } from "./engine";

export type Range = { from: number; to: number; zone: string };

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
  resumes: (ResumeFigure & { duplicated: boolean })[];
  byPerson: ResumeNumbers;
  byItself: ResumeNumbers;
};

export async function readInsights(engine: Engine, range: Range): Promise<Insights> {
  const [stepRetries, actionRetries, avoided, figures, totals] = await Promise.all([
    engine.progress.retryFigures(range),
    engine.ledger.attemptFigures(range),
    engine.ledger.avoidedFigures(range),
    engine.progress.resumeFigures(range),
    engine.ledger.avoidedTotals(range),
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
