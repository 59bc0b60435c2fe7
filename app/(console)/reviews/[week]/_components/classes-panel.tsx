"use client";

import { BarsPanel } from "@/components/charts/bars-panel";
import { ChartTable } from "@/components/charts/chart-table";
import type { HrefOf, Point, Series } from "@/components/charts/series";
import { Panel } from "@/components/ui/panel";
import { paths } from "@/lib/client/paths";
import { classWords } from "@/lib/review/class-words";
import { incidentClasses } from "@/lib/review/incident";
import { countedStates } from "./figure-href";
import type { Content } from "./review-view";

/** Told apart by pattern as well, so that a print in grey can be read. */
const looks: Record<(typeof incidentClasses)[number], Pick<Series, "tone" | "texture">> = {
  progress_loss: { tone: "info" },
  duplicate_action: { tone: "danger" },
  state_inconsistency: { tone: "attention", texture: "grid" },
  observability_debt: { tone: "neutral", texture: "dots" },
};
const series: readonly Series[] = incidentClasses.map((name) => ({
  key: name,
  label: classWords[name],
  ...looks[name],
}));

export function ClassesPanel({ content: { classes, zone } }: { content: Content }) {
  const points: Point[] = classes.map(({ week, partial, counts }) => ({
    key: week,
    label: week.slice(5),
    partial,
    values: counts,
  }));
  const hrefOf: HrefOf = (point, bar) => {
    const week = classes.find((each) => each.week === point.key);
    return week === undefined
      ? null
      : paths.incidents({ classes: bar?.key, states: countedStates, from: week.from, to: week.to });
  };
  const n = classes.reduce((sum, { counts }) => sum + totalOf(counts), 0);
  return (
    <>
      <div data-print="off">
        <BarsPanel
          title="By class"
          definition="Incidents seen in each of the last eight weeks; one that is seen in several weeks stands in each of them."
          summary={summaryOf(classes)}
          n={n}
          unit="incidents, by week"
          points={points}
          series={series}
          hrefOf={hrefOf}
          periodLabel="Week"
          zone={zone}
        />
      </div>
      <div className="hidden print:block print:break-inside-avoid">
        <Panel title="By class">
          <ChartTable caption="Incidents by class and week" periodLabel="Week" points={points} series={series} />
        </Panel>
      </div>
    </>
  );
}

type Counts = Content["classes"][number]["counts"];
const totalOf = (counts: Counts): number => incidentClasses.reduce((sum, name) => sum + counts[name], 0);

function summaryOf(classes: Content["classes"]): string {
  const now = classes.at(-1);
  if (now === undefined || totalOf(now.counts) === 0) return "No incident was seen in this week.";
  const most = incidentClasses.reduce((a, b) => (now.counts[b] > now.counts[a] ? b : a));
  const before = classes.at(-2)?.counts[most] ?? 0;
  return `Most of this week's are ${classWords[most].toLowerCase()}: ${now.counts[most]}, after ${before} the week before.`;
}
