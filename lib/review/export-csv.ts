/** A review's figures and incidents as CSV (RFC 4180), one row per fact, for whoever goes on counting elsewhere. */

import { type Cell, csvText } from "@/lib/csv";
import { classWords } from "./class-words";
import type { Exported } from "./export-markdown";
import { figureMeaning, sizeOf } from "./figure";
import { incidentClasses } from "./incident";

export function exportCsv({ content, review }: Exported): string {
  const head = ["week", "version", "part", "name", "this week", "last week", "four-week mean", "n", "detail"];
  const version = review?.frozenAt ? review.version : "draft";
  const row = (...cells: Cell[]): Cell[] => [content.week, version, ...cells];
  const rows = [
    ...content.figures.map(({ key, value, last, mean }) =>
      row(
        "figure",
        figureMeaning[key].label,
        sizeOf(value),
        last === null ? null : sizeOf(last),
        mean === null ? null : sizeOf(mean),
        value.kind === "share" ? value.whole : value.kind === "length" ? value.n : null,
        unitOf[value.kind],
      ),
    ),
    ...content.classes.flatMap(({ week, counts }) =>
      incidentClasses.map((name) => row("class", classWords[name], counts[name], null, null, null, week)),
    ),
    ...content.incidents.map((incident) =>
      row(
        "incident",
        incident.title,
        null,
        null,
        null,
        null,
        `${classWords[incident.class]}, ${incident.severity}, ${incident.state}`,
      ),
    ),
    ...content.recurring.map(({ title, weeks }) =>
      row("recurring", title, weeks.length, null, null, null, weeks.join(" ")),
    ),
    ...content.wins.avoidedByType.map(({ type, actions }) => row("avoided", type, actions, null, null, null, null)),
    ...content.decisions.map(({ what, owner, due, reduces, state }) =>
      row("decision", what, null, null, null, null, `${owner}, due ${due}, ${classWords[reduces]}, ${state}`),
    ),
  ];
  return csvText([head, ...rows]);
}

const unitOf = { count: "count", share: "share of n", length: "ms" } as const;
