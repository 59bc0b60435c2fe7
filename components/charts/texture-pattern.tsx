import { toneColor } from "@/components/ui/tone";
import type { Series } from "./series";

const marks = {
  plain: null,
  hatch: <path d="M-1,7 L7,-1 M-1,1 L1,-1 M5,7 L7,5" stroke="var(--surface)" strokeWidth={1.6} />,
  dots: <circle cx={3} cy={3} r={1.4} fill="var(--surface)" />,
  grid: <path d="M0,3 H6 M3,0 V6" stroke="var(--surface)" strokeWidth={1.2} />,
};

/** Goes into `<defs>`; shapes paint with `url(#id)`. */
export function TexturePattern({ id, series }: { id: string; series: Series }) {
  return (
    <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse">
      <rect width={6} height={6} fill={toneColor[series.tone]} />
      {marks[series.texture ?? "plain"]}
    </pattern>
  );
}
