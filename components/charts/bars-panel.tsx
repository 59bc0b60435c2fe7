"use client";

import { ChartColumn, Table2 } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { Skeleton } from "@/components/ui/skeleton";
import { chartCsv } from "./chart-csv";
import { ChartLegend } from "./chart-legend";
import { ChartTable } from "./chart-table";
import { CsvButton } from "./csv-button";
import type { HrefOf, Point, Series } from "./series";

const chartHeight = 220;

const StackedBars = dynamic(() => import("./stacked-bars").then((module) => module.StackedBars), {
  ssr: false,
  loading: () => <Skeleton className="h-[220px]" />,
});

export type BarsPanelProps = {
  title: string;
  /** What is counted, in one line; whoever disputes a figure starts here. */
  definition: ReactNode;
  /** What the chart says, in one sentence: for those who cannot see it, and for those in a hurry. */
  summary: string;
  /** How many things the figures rest on. */
  n: number;
  /** What n counts: "attempts". */
  unit: string;
  points: readonly Point[];
  series: readonly Series[];
  hrefOf?: HrefOf;
  /** Head of the table's first column: "Day". */
  periodLabel?: string;
  /** The zone whose days these are. */
  zone?: string;
  /** Headline figures above the chart. */
  figures?: ReactNode;
  /** `LoadError`, `NoMatch`… in the place of the chart. */
  instead?: ReactNode;
};

export function BarsPanel(props: BarsPanelProps) {
  const {
    title,
    definition,
    summary,
    n,
    unit,
    points,
    series,
    hrefOf,
    periodLabel = "Day",
    zone,
    figures,
    instead,
  } = props;
  const [asTable, setAsTable] = useState(false);
  return (
    <Panel
      title={title}
      note={`n = ${n} ${unit}${zone ? ` · ${zone}` : ""}`}
      actions={
        <>
          <CsvButton
            name={title.toLowerCase().replaceAll(" ", "-")}
            text={() => chartCsv(periodLabel, points, series)}
          />
          <Button
            size="sm"
            variant="ghost"
            icon={asTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? "Show chart" : "Show table"}
          </Button>
        </>
      }
    >
      <p className="text-base">{summary}</p>
      <p className="mt-0.5 text-xs text-muted">{definition}</p>
      {figures ? <div className="mt-3">{figures}</div> : null}
      <div className="mt-3">
        {instead ??
          (asTable ? (
            <ChartTable caption={`${title}, as a table`} {...{ periodLabel, points, series, hrefOf }} />
          ) : (
            <>
              <StackedBars {...{ summary, points, series, hrefOf }} height={chartHeight} />
              <div className="mt-2 pl-8">
                <ChartLegend series={series} />
                <p className="mt-1 text-xs text-faint">{marksOf(points)}</p>
              </div>
            </>
          ))}
      </div>
    </Panel>
  );
}

/** What is drawn besides the series, in words. */
function marksOf(points: readonly Point[]): string {
  const marks = [
    points.some(({ partial }) => partial) && "Lighter, with lines across: not over yet.",
    points.some(({ before }) => before !== undefined) && "Dashed outline: the period before.",
  ];
  return marks.filter((mark) => mark !== false).join(" ");
}
