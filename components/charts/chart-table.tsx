import { classNames } from "@/components/ui/class-names";
import { TextLink } from "@/components/ui/text-link";
import { type HrefOf, type Point, type Series, totalOf } from "./series";

/** The chart's twin: the same figures as text, each one a link to its rows. */
export function ChartTable({
  caption,
  periodLabel,
  points,
  series,
  hrefOf,
}: {
  caption: string;
  periodLabel: string;
  points: readonly Point[];
  series: readonly Series[];
  hrefOf?: HrefOf;
}) {
  const compared = points.some(({ before }) => before !== undefined);
  const cell = "h-8 px-3 text-right first:pl-0 last:pr-0";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className="max-h-80 overflow-auto">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="sticky top-0 bg-surface text-xs text-muted">
            <th scope="col" className={classNames(cell, "text-left font-medium")}>
              {periodLabel}
            </th>
            {series.map((each) => (
              <th key={each.key} scope="col" className={classNames(cell, "font-medium")}>
                {each.label}
              </th>
            ))}
            {series.length > 1 ? (
              <th scope="col" className={classNames(cell, "font-medium")}>
                Total
              </th>
            ) : null}
            {compared ? (
              <th scope="col" className={classNames(cell, "font-medium")}>
                Before
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.key} className="border-t">
              <th scope="row" className={classNames(cell, "text-left font-normal whitespace-nowrap")}>
                {point.label}
                {point.partial ? <span className="text-muted"> so far</span> : null}
              </th>
              {series.map((each) => (
                <td key={each.key} className={cell}>
                  <Figure value={point.values[each.key] ?? 0} href={hrefOf?.(point, each) ?? null} />
                </td>
              ))}
              {series.length > 1 ? (
                <td className={classNames(cell, "font-medium")}>
                  <Figure value={totalOf(point, series)} href={hrefOf?.(point, null) ?? null} />
                </td>
              ) : null}
              {compared ? <td className={classNames(cell, "text-muted")}>{point.before ?? "–"}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Figure({ value, href }: { value: number; href: string | null }) {
  if (value === 0) return <span className="text-faint">0</span>;
  if (href === null) return value;
  return (
    <TextLink href={href} className="inline-flex min-h-6 min-w-6 items-center justify-end">
      {value}
    </TextLink>
  );
}
