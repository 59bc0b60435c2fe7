/** Figures in words, the same on the page, in its exports and in the paragraph. */

import { type FigureKey, type FigureValue, isJudgeable, shareMin } from "./figure";

export function figureText(key: FigureKey, value: FigureValue): string {
  switch (value.kind) {
    case "count":
      return countText(value.value);
    case "share":
      return shareText(value.part, value.whole);
    case "length":
      if (value.n === 0) return "none";
      return isJudgeable(key, value) && value.ms !== null ? lengthText(value.ms) : `too few (n = ${value.n})`;
  }
}

/** A mean may lie between two counts. */
const countText = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1));

/** "18 of 19 (95 %)"; without a percentage below ten, and never rounded to "100 %" or "0 %". */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return "none";
  const counts = `${part} of ${whole}`;
  return whole < shareMin ? counts : `${counts} (${percentText(part / whole)})`;
}

export function percentText(share: number): string {
  const rounded = Math.round(share * 100);
  if (rounded === 100 && share < 1) return "> 99 %";
  if (rounded === 0 && share > 0) return "< 1 %";
  return `${rounded} %`;
}

/** "840 ms", "4.2 s", "1 min 12 s", "2 h 5 min", "3 d 4 h". */
export function lengthText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  const seconds = Math.floor(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return pair(Math.floor(seconds / 60), "min", seconds % 60, "s");
  if (seconds < 86_400) return pair(Math.floor(seconds / 3_600), "h", Math.floor((seconds % 3_600) / 60), "min");
  return pair(Math.floor(seconds / 86_400), "d", Math.floor((seconds % 86_400) / 3_600), "h");
}

const pair = (large: number, largeUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;

/** "1 resume", "3 resumes". */
export const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
