/** What the charts are given: the figures of the range, its days, and the same of the period before when it is compared. */

import type { z } from "zod";
import type { Insights } from "@/lib/api/contract/views";
import type { Day } from "./days";

export type Figures = z.output<typeof Insights>;
export type Shown = {
  insights: Figures;
  days: readonly Day[];
  before: { insights: Figures; days: readonly Day[] } | null;
};

/** What the day in the same place of the period before came to; undefined when it is not compared. */
export function beforeOn(shown: Shown, index: number, count: (insights: Figures, day: Day) => number) {
  const day = shown.before?.days[index];
  return shown.before && day ? count(shown.before.insights, day) : undefined;
}

/** "before: 12", for the note of a figure. */
export const beforeNote = (shown: Shown, value: (insights: Figures) => string | number): string | null =>
  shown.before ? `before: ${value(shown.before.insights)}` : null;

export const notes = (...parts: (string | null | undefined | false)[]): string =>
  parts.filter((part) => typeof part === "string" && part !== "").join(" · ");

export const sum = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);
