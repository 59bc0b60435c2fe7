/** What a week should come to. A figure without a target is shown, compared, and not held against anybody. */

import { type FigureKey, type FigureValue, isJudgeable, sizeOf } from "./figure";
import { lengthText, percentText } from "./figure-text";

export type Target = { atMost: number } | { atLeast: number };

/** Shares as parts of one, lengths in milliseconds. A frozen review keeps the targets that it was held against. */
export const targets: Partial<Record<FigureKey, Target>> = {
  incidents: { atMost: 5 },
  got_through: { atMost: 0 },
  rate_avoided: { atLeast: 0.99 },
  long_unknown: { atMost: 0 },
  resumes: { atLeast: 0.9 },
  settling_p95: { atMost: 10_000 },
};

/** Null where there is no target, or too little to hold against it. */
export function isMet(key: FigureKey, value: FigureValue, target: Target | null): boolean | null {
  const size = sizeOf(value);
  if (target === null || size === null || !isJudgeable(key, value)) return null;
  return "atMost" in target ? size <= target.atMost : size >= target.atLeast;
}

export function targetText(value: FigureValue, target: Target | null): string {
  if (target === null) return "–";
  const bound = "atMost" in target ? target.atMost : target.atLeast;
  const sign = "atMost" in target ? "≤" : "≥";
  switch (value.kind) {
    case "count":
      return bound === 0 ? "0" : `${sign} ${bound}`;
    case "share":
      return `${sign} ${percentText(bound)}`;
    case "length":
      return `${sign} ${lengthText(bound)}`;
  }
}
