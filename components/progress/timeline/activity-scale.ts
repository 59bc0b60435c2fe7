/**
 * Where a moment lies on the timeline's bar column, as a fraction of its width. On the "activity" scale long idle gaps
 * are cut to a fixed width, so that four seconds of work stay visible beside a night of waiting. Order is always kept.
 */

export type Span = { from: number; to: number };

export type Piece = Span & {
  /** Fractions of the column. */
  left: number;
  width: number;
  cut: boolean;
};

export type Scale = { pieces: readonly Piece[]; at: (time: number) => number };

/** Shorter gaps are part of the work's own rhythm. */
export const gapMinMs = 60_000;
/** A gap that takes less of the picture than this does not hide anything. */
const gapMinShare = 0.1;
/** Wide enough for its length in words, and never more than this share for all cuts together. */
const cutWidth = 0.12;
const cutsWidthMax = 0.45;

export function activityScale(busy: readonly Span[], whole: Span): Scale {
  const cuts = longGaps(gapsBetween(busy, whole), whole);
  const bounds: (Span & { cut: boolean })[] = [];
  let at = whole.from;
  for (const cut of cuts) {
    if (cut.from > at) bounds.push({ from: at, to: cut.from, cut: false });
    bounds.push({ ...cut, cut: true });
    at = cut.to;
  }
  if (at < whole.to || bounds.length === 0) bounds.push({ from: at, to: whole.to, cut: false });
  return scaleOf(bounds);
}

export const trueScale = (whole: Span): Scale => scaleOf([{ ...whole, cut: false }]);

/** Idle time between the first and the last moment, in order. */
export function gapsBetween(busy: readonly Span[], whole: Span): Span[] {
  const sorted = busy
    .map(({ from, to }) => ({ from: Math.max(from, whole.from), to: Math.min(Math.max(from, to), whole.to) }))
    .filter(({ from, to }) => from <= to)
    .sort((a, b) => a.from - b.from);
  const gaps: Span[] = [];
  let until = whole.from;
  for (const { from, to } of sorted) {
    if (from > until) gaps.push({ from: until, to: from });
    until = Math.max(until, to);
  }
  if (until < whole.to) gaps.push({ from: until, to: whole.to });
  return gaps;
}

/** The longest goes first: each cut shrinks the picture, in which a shorter gap may then be too long as well. */
function longGaps(gaps: readonly Span[], whole: Span): Span[] {
  let left = whole.to - whole.from;
  const cuts: Span[] = [];
  for (const gap of [...gaps].sort((a, b) => b.to - b.from - (a.to - a.from))) {
    const length = gap.to - gap.from;
    if (length <= Math.max(gapMinMs, left * gapMinShare)) break;
    cuts.push(gap);
    left -= length;
  }
  return cuts.sort((a, b) => a.from - b.from);
}

function scaleOf(bounds: readonly (Span & { cut: boolean })[]): Scale {
  const cutCount = bounds.filter((bound) => bound.cut).length;
  const timed = bounds.filter((bound) => !bound.cut);
  const total = timed.reduce((sum, bound) => sum + bound.to - bound.from, 0);
  const widthOfCut = timed.length === 0 ? 1 / cutCount : Math.min(cutWidth, cutsWidthMax / Math.max(1, cutCount));
  const rest = 1 - cutCount * widthOfCut;
  let left = 0;
  const pieces = bounds.map((bound): Piece => {
    const share = total === 0 ? 1 / timed.length : (bound.to - bound.from) / total;
    const width = bound.cut ? widthOfCut : rest * share;
    const piece = { ...bound, left, width };
    left += width;
    return piece;
  });
  return { pieces, at: (time) => positionIn(pieces, time) };
}

function positionIn(pieces: readonly Piece[], time: number): number {
  for (const piece of pieces) {
    if (time > piece.to) continue;
    const length = piece.to - piece.from;
    const share = length === 0 ? 0 : Math.max(0, (time - piece.from) / length);
    return piece.left + piece.width * share;
  }
  return 1;
}
