/** A chart's figures as CSV: what its table shows, as a file. */

import { csvText } from "@/lib/csv";
import { type Point, type Series, totalOf } from "./series";

export function chartCsv(periodLabel: string, points: readonly Point[], series: readonly Series[]): string {
  const compared = points.some(({ before }) => before !== undefined);
  const head = [
    periodLabel,
    ...series.map(({ label }) => label),
    "Total",
    ...(compared ? ["Period before"] : []),
    "Partial",
  ];
  const rows = points.map((point) => [
    point.key,
    ...series.map(({ key }) => point.values[key] ?? 0),
    totalOf(point, series),
    ...(compared ? [point.before ?? null] : []),
    point.partial ? "yes" : "no",
  ]);
  return csvText([head, ...rows]);
}
