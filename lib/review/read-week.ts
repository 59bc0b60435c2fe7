/** Reads the facts of one week from both halves, each on its own, and puts them beside each other in code. */

import type { ResumeFigure } from "@/lib/progress/store";
import { incidentStates, severities } from "./incident";
import type { ReviewEngine } from "./review-engine";
import { seenWithin } from "./seen-within";
import { type Week, weekName } from "./week";
import { longUnknownMs, type ResumeNumbers, type WeekFacts, type WeekIncident } from "./week-facts";
import { rangeOfWeek, type WeekRange } from "./week-range";

/** More than anybody talks about in an hour; a busier week says so in its gaps. */
export const incidentsMax = 500;
const pageSize = 100;
/** What was dismissed was none. */
const countedStates = incidentStates.filter((state) => state !== "dismissed");

export async function readWeek(engine: ReviewEngine, week: Week, zone: string): Promise<WeekFacts> {
  const range = rangeOfWeek(week, zone);
  const { progress, ledger } = engine;
  const [now, firstRunAt, incidents, totals, byType, stepRetries, actionRetries, longUnknown] = await Promise.all([
    progress.now(),
    progress.firstRunAt(),
    readIncidents(engine, range),
    ledger.avoidedTotals(range),
    ledger.avoidedByType(range),
    progress.retryFigures(range),
    ledger.attemptFigures(range),
    ledger.countLongUnknown({ ...range, longerThanMs: longUnknownMs }),
  ]);
  const [resumes, latencies, settling, workSaved, nearMisses] = await Promise.all([
    progress.resumeFigures(range),
    progress.latencies(range),
    ledger.settlingTimes(range),
    progress.workSaved(range),
    ledger.nearMissFigures(range),
  ]);
  const contradicted = new Set(await ledger.contradictedRuns([...new Set(resumes.map(({ runId }) => runId))]));
  const numbersOf = (kind: ResumeFigure["kind"]) =>
    resumeNumbers(
      resumes.filter((resume) => resume.kind === kind),
      contradicted,
    );
  return {
    week: weekName(week),
    from: range.from,
    to: range.to,
    measured: firstRunAt !== null && firstRunAt < range.to,
    partial: now < range.to,
    incidents,
    avoided: totals.actions,
    avoidedByType: byType,
    gotThrough: totals.gotThrough,
    stepRetries: attemptsOf(stepRetries),
    actionRetries: attemptsOf(actionRetries),
    longUnknown,
    byPerson: numbersOf("resume"),
    byItself: numbersOf("recovery"),
    run: latencies.run,
    step: latencies.step,
    settling,
    validation: latencies.validation,
    workSaved,
    nearMisses,
  };
}

/** Those seen in the week: the worst first, and of those the newest. */
export async function readIncidents({ incidents }: ReviewEngine, { from, to }: WeekRange): Promise<WeekIncident[]> {
  const figures = await incidents.figures({ from, to });
  const found: WeekIncident[] = [];
  let cursor: string | undefined;
  do {
    const page = await incidents.list({ states: countedStates, from, to, cursor, pageSize });
    for (const incident of seenWithin(page.rows, figures)) {
      const { id, signature, title, class: itsClass, severity, state, openedBy, owner } = incident;
      const { startedAt, openedAt, closedAt, runs, actions } = incident;
      const named = { id, signature, title, class: itsClass, severity, state, openedBy, owner: owner?.name ?? null };
      found.push({ ...named, startedAt, openedAt, closedAt, runs, actions });
    }
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && found.length < incidentsMax);
  return found.sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

function resumeNumbers(resumes: readonly ResumeFigure[], contradicted: ReadonlySet<string>): ResumeNumbers {
  const passed = resumes.filter((resume) => resume.passed);
  const finished = passed.filter((resume) => resume.finished);
  return {
    resumed: resumes.length,
    passed: passed.length,
    finished: finished.length,
    finishedWithoutDuplicate: finished.filter(({ runId }) => !contradicted.has(runId)).length,
  };
}

const attemptsOf = (figures: readonly { attempts: number }[]): number =>
  figures.reduce((total, { attempts }) => total + attempts, 0);
