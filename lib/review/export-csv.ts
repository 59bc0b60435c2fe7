/** A review's figures and incidents as CSV (RFC 4180), one row per fact, for whoever goes on counting elsewhere. */

import { type Cell, csvText } from "@/lib/csv";
import { classWords } from "./class-words";
import type { Exported } from "./export-markdown";
import { figureMeaning, sizeOf } from "./figure";
import { plural } from "./figure-text";
import { incidentClasses } from "./incident";
import { nearMissWords } from "./near-miss-words";
import type { ReviewedDecision } from "./review";
import { targetText } from "./target";
import type { ResumeNumbers } from "./week-facts";

export function exportCsv({ content, review }: Exported): string {
  const head = ["week", "version", "part", "name", "this week", "last week", "four-week mean", "target", "n", "detail"];
  const version = review?.frozenAt ? review.version : "draft";
  const row = (...cells: Cell[]): Cell[] => [content.week, version, ...cells];
  const rows = [
    ...content.former.map((decision) => row("former decision", ...decisionCells(decision))),
    ...content.figures.map(({ key, value, last, mean, target }) =>
      row(
        "figure",
        figureMeaning[key].label,
        sizeOf(value),
        last === null ? null : sizeOf(last),
        mean === null ? null : sizeOf(mean),
        target === null ? null : targetText(value, target),
        value.kind === "share" ? value.whole : value.kind === "length" ? value.n : null,
        unitOf[value.kind],
      ),
    ),
    ...content.classes.flatMap(({ week, counts }) =>
      incidentClasses.map((name) => row("class", classWords[name], counts[name], null, null, null, null, week)),
    ),
    ...content.incidents.map((incident) =>
      row(
        "incident",
        incident.title,
        ...[null, null, null, null, null],
        `${classWords[incident.class]}, ${incident.severity}, ${incident.state}, ${plural(incident.runs, "run")}, ${plural(incident.actions, "action")}, ${incident.owner ?? "nobody"}`,
      ),
    ),
    ...content.recurring.map(({ title, weeks }) =>
      row("recurring", title, weeks.length, null, null, null, null, weeks.join(" ")),
    ),
    ...content.nearMisses.map(({ kind, state, count }) =>
      row("near miss", nearMissWords[kind], count, null, null, null, null, state.replaceAll("_", " ")),
    ),
    ...content.wins.avoidedByType.map(({ type, actions }) =>
      row("avoided", type, actions, null, null, null, null, null),
    ),
    ...resumeRows("by a person", content.wins.byPerson).map((cells) => row(...cells)),
    ...resumeRows("by itself", content.wins.byItself).map((cells) => row(...cells)),
    ...content.decisions.map((decision) => row("decision", ...decisionCells(decision))),
    row("paragraph", content.paragraph, null, null, null, null, null, content.paragraphBy),
    ...content.gaps.map((gap) => row("data gap", gap, null, null, null, null, null, null)),
  ];
  return csvText([head, ...rows]);
}

const decisionCells = ({ what, owner, due, reduces, state, week }: ReviewedDecision): Cell[] => [
  what,
  ...[null, null, null, null, null],
  `${owner}, due ${due}, ${classWords[reduces]}, ${state}, decided in ${week}`,
];

/** The four numbers of resumes, each of those before it. */
const resumeRows = (by: string, { resumed, passed, finished, finishedWithoutDuplicate }: ResumeNumbers): Cell[][] =>
  Object.entries({ resumed, passed, finished, "finished without a duplicate": finishedWithoutDuplicate }).map(
    ([name, n]) => ["resumes", name, n, null, null, null, null, by],
  );

const unitOf = { count: "count", share: "share of n", length: "ms" } as const;
