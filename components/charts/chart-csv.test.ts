import { expect, it } from "vitest";
import { chartCsv } from "./chart-csv";
import type { Point, Series } from "./series";

const series: Series[] = [
  { key: "a", label: "=cmd()", tone: "ok" },
  { key: "b", label: "Asked twice, late", tone: "info" },
];
const points: Point[] = [
  { key: "2026-11-29", label: "29 Nov", values: { a: 2 }, before: 4 },
  { key: "2026-11-30", label: "30 Nov", values: { b: 3 }, partial: true },
];

it("a chart's file holds its table, with text that no spreadsheet takes for a formula", () => {
  expect(chartCsv("Day", points, series)).toBe(
    [
      `Day,'=cmd(),"Asked twice, late",Total,Period before,Partial`,
      "2026-11-29,2,0,2,4,no",
      "2026-11-30,0,3,3,,yes",
      "",
    ].join("\r\n"),
  );
});

it("leaves the period before out where it was not asked for", () => {
  const [head] = chartCsv("Day", [{ key: "d", label: "d", values: {} }], series).split("\r\n");
  expect(head).not.toContain("Period before");
});
