import { useId } from "react";
import type { Series } from "./series";
import { TexturePattern } from "./texture-pattern";

export function ChartLegend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {series.map((each) => (
        <li key={each.key} className="flex items-center gap-1.5">
          <Swatch series={each} />
          {each.label}
        </li>
      ))}
    </ul>
  );
}

export function Swatch({ series }: { series: Series }) {
  const id = useId();
  return (
    <svg width={12} height={12} aria-hidden="true" className="shrink-0 rounded-[3px]">
      <defs>
        <TexturePattern id={id} series={series} />
      </defs>
      <rect width={12} height={12} fill={`url(#${id})`} />
    </svg>
  );
}
