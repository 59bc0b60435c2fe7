"use client";

import { ChevronRight } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import type { Scale } from "./activity-scale";
import { RowBar } from "./row-bar";
import { RowLabel } from "./row-label";
import { RowTime, RowTook } from "./row-times";
import type { TimelineRow as Row } from "./timeline-rows";
import type { TimeMode } from "./timeline-view";
import { rowElementId, type Tree } from "./tree-keys";

/** Name, time, length, bars. Without room for bars the same rows are a list. */
export const rowGrid = "grid grid-cols-[minmax(0,1fr)_auto] @xl:grid-cols-[minmax(0,1.3fr)_6.5rem_5rem_minmax(0,1fr)]";

export type TimelineRowProps = {
  row: Row;
  tree: Tree;
  scale: Scale;
  now: number;
  mode: TimeMode;
  startedAt: number;
  previousAt: number | null;
  selected: boolean;
  onChoose: (row: Row) => void;
};

export function TimelineRow(props: TimelineRowProps) {
  const { row, tree, scale, now, mode, startedAt, previousAt, selected, onChoose } = props;
  const foldable = tree.hasChildren(row);
  const open = tree.isOpen(row);
  return (
    <tr
      id={rowElementId(row.id)}
      aria-level={row.level}
      aria-expanded={foldable ? open : undefined}
      aria-selected={selected}
      tabIndex={tree.activeId === row.id ? 0 : -1}
      onFocus={() => tree.setActive(row.id)}
      onClick={() => onChoose(row)}
      className={classNames(
        rowGrid,
        "relative cursor-default border-b text-sm outline-offset-[-2px] last:border-b-0 hover:bg-hover/60",
        row.kind === "execution" && "border-t bg-canvas first:border-t-0",
        selected && "bg-info-soft/60 hover:bg-info-soft/60",
      )}
    >
      <td className={classNames("flex min-w-0 items-start py-1.5 pr-2 @max-xl:row-span-2 @xl:py-1", indent[row.level])}>
        <Fold shown={foldable} open={open} onToggle={() => tree.toggle(row)} />
        <RowLabel row={row} />
      </td>
      <td className="py-1.5 pr-3 text-right text-xs leading-5 text-muted @xl:py-1 @xl:pr-2 @xl:text-left">
        <RowTime row={row} mode={mode} startedAt={startedAt} previousAt={previousAt} />
      </td>
      <td className="text-xs leading-5 text-muted empty:hidden @max-xl:col-start-2 @max-xl:-mt-1.5 @max-xl:pr-3 @max-xl:pb-1.5 @max-xl:text-right @xl:py-1 @xl:pr-3 @xl:text-right @xl:empty:block">
        <RowTook row={row} now={now} />
      </td>
      <td className="relative hidden @xl:block">
        <RowBar row={row} scale={scale} now={now} />
      </td>
    </tr>
  );
}

function Fold({ shown, open, onToggle }: { shown: boolean; open: boolean; onToggle: () => void }) {
  if (!shown) return <span className="w-6 shrink-0" />;
  return (
    <button
      type="button"
      // The row itself says whether it is open, and the arrow keys do the same.
      aria-hidden
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
      className="-my-0.5 flex size-6 shrink-0 items-center justify-center rounded-sm text-faint hover:text-ink"
    >
      <ChevronRight
        aria-hidden
        className={classNames("size-3.5 transition-transform duration-100", open && "rotate-90")}
      />
    </button>
  );
}

const indent: Record<Row["level"], string> = { 1: "pl-2", 2: "pl-5", 3: "pl-10" };
