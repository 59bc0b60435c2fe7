import { Swatch } from "./chart-legend";
import { type Point, type Series, totalOf } from "./series";

export function BarsTooltip({
  point,
  series,
  linked,
}: {
  point: Point | undefined;
  series: readonly Series[];
  linked: boolean;
}) {
  if (!point) return null;
  const shown = series.filter((each) => (point.values[each.key] ?? 0) > 0);
  return (
    <div className="min-w-40 rounded-lg border border-line-strong bg-raised px-3 py-2 text-xs shadow-raised">
      <p className="mb-1 flex justify-between gap-6 font-medium">
        <span>
          {point.label}
          {point.partial ? " so far" : ""}
        </span>
        <span>{totalOf(point, series)}</span>
      </p>
      {shown.map((each) => (
        <p key={each.key} className="flex items-center gap-1.5 text-muted">
          <Swatch series={each} />
          {each.label}
          <span className="ml-auto pl-4 text-ink">{point.values[each.key]}</span>
        </p>
      ))}
      {point.before === undefined ? null : (
        <p className="mt-1 flex justify-between text-muted">
          Period before <span className="text-ink">{point.before}</span>
        </p>
      )}
      {linked && shown.length > 0 ? <p className="mt-1 text-faint">Click a bar for its rows</p> : null}
    </div>
  );
}
