import type { Tone } from "@/components/ui/tone";

/** Told apart without colour: hatch is kept for what is unknown, dots for what was avoided. */
export type Texture = "plain" | "hatch" | "dots" | "grid";

export type Series = { key: string; label: string; tone: Tone; texture?: Texture };

export type Point = {
  key: string;
  /** On the axis: "30 Nov". */
  label: string;
  /** By series key; a missing one counts as zero. */
  values: Readonly<Record<string, number>>;
  /** The period is not over yet; hatched and said in words. */
  partial?: boolean;
  /** The whole of the same place in the period before; drawn beside the bar. */
  before?: number;
};

/** The page with exactly the rows that a bar counts; series null means the whole column. */
export type HrefOf = (point: Point, series: Series | null) => string | null;

export function totalOf(point: Point, series: readonly Series[]): number {
  return series.reduce((sum, each) => sum + (point.values[each.key] ?? 0), 0);
}
