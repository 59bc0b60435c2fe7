/** Makes a week's review of what both halves, the incidents and the earlier reviews say now. */

import { figureLines } from "./compare";
import { type Decision, decisionState } from "./decision";
import { figuresOf } from "./figure";
import { gapsOf } from "./gaps";
import { writeParagraph } from "./paragraph";
import { incidentsMax, readIncidents, readWeek } from "./read-week";
import { countClasses, recurringOf } from "./recurring";
import type { Review, ReviewContent, ReviewedDecision } from "./review";
import type { ReviewEngine } from "./review-engine";
import { type Week, weekName, weeksLater } from "./week";
import { rangeOfWeek } from "./week-range";

const weeksCompared = 4;
const weeksOfClasses = 8;

export async function computeReview(
  engine: ReviewEngine,
  { week, zone, review }: { week: Week; zone: string; review: Review | null },
): Promise<ReviewContent> {
  const name = weekName(week);
  const [now, weeks, older, decisions] = await Promise.all([
    engine.progress.now(),
    Promise.all(back(week, 0, weeksCompared).map((each) => readWeek(engine, each, zone))),
    Promise.all(back(week, weeksCompared + 1, weeksOfClasses - 1).map((each) => readClasses(engine, each, zone))),
    engine.reviews.listDecisions({ from: weekName(weeksLater(week, -weeksOfClasses)), to: name }),
  ]);
  const [facts, ...before] = weeks;
  if (facts === undefined) throw new Error("The week itself is always read.");
  const lines = figureLines(
    figuresOf(facts),
    before.map((each) => (each.measured ? figuresOf(each) : null)),
  );
  const classes = [...weeks, ...older].map(({ week, from, to, partial, incidents }) => ({
    ...{ week, from, to, partial },
    counts: countClasses(incidents),
  }));
  const recurring = recurringOf([...weeks, ...older]);
  const written = writeParagraph({ lines, classes: countClasses(facts.incidents), recurring });
  const withState = (decision: Decision): ReviewedDecision => ({
    ...decision,
    state: decisionState(decision, now, zone),
  });
  const last = weekName(weeksLater(week, -1));
  return {
    week: name,
    from: facts.from,
    to: facts.to,
    zone,
    asOf: now,
    partial: facts.partial,
    former: decisions
      .filter((decision) => decision.week === last || (decision.week < last && decision.doneAt === null))
      .reverse()
      .map(withState),
    figures: lines,
    paragraph: review?.paragraph ?? written,
    paragraphBy: review?.paragraphBy ?? null,
    classes: classes.reverse(),
    incidents: facts.incidents,
    recurring,
    nearMisses: facts.nearMisses,
    wins: {
      avoidedByType: facts.avoidedByType,
      byPerson: facts.byPerson,
      byItself: facts.byItself,
      workSaved: facts.workSaved,
    },
    decisions: decisions.filter((decision) => decision.week === name).map(withState),
    gaps: gapsOf(facts, before, incidentsMax),
  };
}

/** The weeks from `first` to `last` before this one, the newest first. */
const back = (week: Week, first: number, last: number): Week[] =>
  Array.from({ length: last - first + 1 }, (_, i) => weeksLater(week, -(first + i)));

/** Of weeks that are too far back to be compared with, the chart still shows the classes. */
async function readClasses(engine: ReviewEngine, week: Week, zone: string) {
  const range = rangeOfWeek(week, zone);
  const { from, to } = range;
  return { week: weekName(week), from, to, partial: false, incidents: await readIncidents(engine, range) };
}
