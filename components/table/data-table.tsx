"use client";

import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import type { Column } from "./column";
import { LoadMore, type LoadMoreProps } from "./load-more";
import { SkeletonRows } from "./skeleton-rows";
import { TableRow } from "./table-row";

export type DataTableProps<Row> = {
  /** Names the table for screen readers: "Runs, newest first". */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while nothing is known yet; keep the old rows here while fetching again. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** The row's id in the page, for links that jump to it. */
  rowId?: (row: Row) => string;
  /** The row's page. The first column carries the link; the whole row is its target. */
  rowHref?: (row: Row) => string;
  rowClass?: (row: Row) => string | undefined;
  /** `EmptyState` or `NoMatch`, whichever is true. */
  empty: ReactNode;
  /** `LoadError`; shown above old rows, or instead of none. */
  error?: ReactNode;
  refreshing?: boolean;
  more?: LoadMoreProps;
  /** Many columns need more room before the head can stick: below 1280 px the table then scrolls sideways. */
  wide?: boolean;
  className?: string;
};

/** Below 640 px the same rows are cards: one markup, so nothing can be on one and missing on the other by accident. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    rowId,
    rowHref,
    rowClass,
    empty,
    error,
    refreshing = false,
    more,
    wide = false,
    className,
  } = props;
  const nothing = rows?.length === 0;
  if (error && rows === undefined) return error;
  return (
    <div className={className} aria-busy={refreshing || rows === undefined || undefined}>
      <RefreshLine active={refreshing} />
      {error}
      {nothing ? (
        empty
      ) : (
        // Only wide tables on middling screens scroll sideways; from 1024 px the head sticks to the page instead.
        <div className={wide ? "max-xl:overflow-x-auto" : "max-lg:overflow-x-auto"}>
          <table className="w-full border-collapse text-sm max-sm:block">
            <caption className="sr-only">{caption}</caption>
            <thead className="max-sm:sr-only">
              <tr>
                {columns.map((column) => (
                  <th
                    key={column.key}
                    scope="col"
                    className={classNames(
                      "h-8 border-b bg-surface px-3 text-left text-xs font-medium whitespace-nowrap text-muted first:pl-4 last:pr-4",
                      wide ? "xl:sticky" : "lg:sticky",
                      "top-(--bar-height) z-2",
                      column.align === "end" && "text-right",
                      column.width,
                    )}
                  >
                    {column.header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="max-sm:block">
              {rows === undefined ? (
                <SkeletonRows columns={columns} />
              ) : (
                rows.map((row) => (
                  <TableRow
                    key={rowKey(row)}
                    id={rowId?.(row)}
                    row={row}
                    columns={columns}
                    href={rowHref?.(row)}
                    className={rowClass?.(row)}
                  />
                ))
              )}
            </tbody>
          </table>
        </div>
      )}
      {more && rows !== undefined && !nothing ? <LoadMore {...more} /> : null}
    </div>
  );
}

/** Takes no room, so that nothing moves when a refetch starts. */
function RefreshLine({ active }: { active: boolean }) {
  return (
    <div aria-hidden className="relative h-0">
      {active ? (
        <div className="absolute inset-x-0 top-0 z-3 h-0.5 overflow-hidden animate-appear-late">
          <div className="h-full w-1/4 bg-info motion-safe:animate-sweep" />
        </div>
      ) : null}
    </div>
  );
}
