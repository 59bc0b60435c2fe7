/** One week beside others. Better and worse are said only of figures that mean it and that rest on enough. */

import {
  type FigureKey,
  type Figures,
  type FigureValue,
  figureKeys,
  figureMeaning,
  isJudgeable,
  sizeOf,
} from "./figure";
import { lengthText } from "./figure-text";
import { isMet, type Target, targets } from "./target";

export type Judgement = "better" | "worse" | "same";

export type FigureLine = {
  key: FigureKey;
  value: FigureValue;
  /** Of the week before; null when nothing was measured then. */
  last: FigureValue | null;
  /** Of the four weeks before, as far as they were measured. */
  mean: FigureValue | null;
  target: Target | null;
  met: boolean | null;
  /** Against the week before, in words: "-3", "+22 points"; null when the two cannot be compared. */
  change: string | null;
  judgement: Judgement | null;
};

/** `before`: figures of measured earlier weeks, the last one first; null where a week was not measured. */
export function figureLines(now: Figures, before: readonly (Figures | null)[]): FigureLine[] {
  return figureKeys.map((key) => {
    const value = now[key];
    const last = before[0]?.[key] ?? null;
    const earlier = before.flatMap((figures) => (figures === null ? [] : [figures[key]]));
    const target = targets[key] ?? null;
    return {
      key,
      value,
      last,
      mean: meanOf(key, earlier),
      target,
      met: isMet(key, value, target),
      ...changeOf(key, value, last),
    };
  });
}

/** Shares are pooled: the mean of percentages would weigh a quiet week like a busy one. */
export function meanOf(key: FigureKey, values: readonly FigureValue[]): FigureValue | null {
  const [first] = values;
  if (first === undefined) return null;
  switch (first.kind) {
    case "count":
      return { kind: "count", value: sum(values.map((value) => sizeOf(value) ?? 0)) / values.length };
    case "share": {
      const shares = values.filter((value) => value.kind === "share");
      return { kind: "share", part: sum(shares.map(({ part }) => part)), whole: sum(shares.map(({ whole }) => whole)) };
    }
    case "length": {
      const known = values.filter((value) => value.kind === "length" && isJudgeable(key, value));
      const n = sum(values.map((value) => (value.kind === "length" ? value.n : 0)));
      if (known.length === 0) return { kind: "length", ms: null, n };
      return { kind: "length", ms: Math.round(sum(known.map((value) => sizeOf(value) ?? 0)) / known.length), n };
    }
  }
}

export function changeOf(
  key: FigureKey,
  now: FigureValue,
  last: FigureValue | null,
): { change: string | null; judgement: Judgement | null } {
  if (last === null || !isJudgeable(key, now) || !isJudgeable(key, last)) return { change: null, judgement: null };
  const difference = (sizeOf(now) ?? 0) - (sizeOf(last) ?? 0);
  const { better } = figureMeaning[key];
  const change = changeText(now, difference);
  if (better === null) return { change, judgement: null };
  if (difference === 0) return { change, judgement: "same" };
  return { change, judgement: difference > 0 === (better === "more") ? "better" : "worse" };
}

function changeText({ kind }: FigureValue, difference: number): string {
  if (difference === 0) return "±0";
  const sign = difference > 0 ? "+" : "−";
  const size = Math.abs(difference);
  switch (kind) {
    case "count":
      return `${sign}${size}`;
    case "share": {
      const points = Math.round(size * 100);
      return points === 0 ? "±0 points" : `${sign}${points} ${points === 1 ? "point" : "points"}`;
    }
    case "length":
      return `${sign}${lengthText(size)}`;
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
