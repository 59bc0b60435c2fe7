"use client";

import { type KeyboardEvent, useState } from "react";
import type { TimelineRow } from "./timeline-rows";

export type Tree = {
  /** The row that the Tab key reaches. */
  activeId: string | null;
  isOpen: (row: TimelineRow) => boolean;
  hasChildren: (row: TimelineRow) => boolean;
  visible: readonly TimelineRow[];
  toggle: (row: TimelineRow) => void;
  setActive: (id: string) => void;
  setAll: (open: boolean) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

export const rowElementId = (rowId: string): string => `row-${rowId}`;

/** Above this many rows nobody reads them all, and drawing them takes longer than looking for one. */
export const unfoldedRowsMax = 2_000;

/** Moving and folding by keys, as the treegrid pattern of WAI-ARIA describes it: rows take the focus, not cells. */
export function useTree(rows: readonly TimelineRow[], onChoose: (row: TimelineRow) => void): Tree {
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [active, setActive] = useState<string | null>(null);
  const parents = new Set(rows.flatMap((row) => (row.parentId === null ? [] : [row.parentId])));
  const hasChildren = (row: TimelineRow) => parents.has(row.id);
  const isOpen = (row: TimelineRow) =>
    folds.get(row.id) ?? (row.kind === "execution" && rows.length <= unfoldedRowsMax);
  const visible = visibleRows(rows, isOpen);
  const activeId = visible.some((row) => row.id === active) ? active : (visible[0]?.id ?? null);

  const setOpen = (row: TimelineRow, open: boolean) => setFolds((before) => new Map(before).set(row.id, open));
  const focus = (row: TimelineRow | undefined) => {
    if (!row) return;
    setActive(row.id);
    document.getElementById(rowElementId(row.id))?.focus();
  };

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const at = visible.findIndex((row) => row.id === activeId);
    const row = visible[at];
    if (!row) return;
    const move = moves[event.key];
    if (move) focus(visible[move(at, visible.length)]);
    else if (event.key === "ArrowRight" && hasChildren(row)) {
      if (isOpen(row)) focus(visible[at + 1]);
      else setOpen(row, true);
    } else if (event.key === "ArrowLeft") {
      if (hasChildren(row) && isOpen(row)) setOpen(row, false);
      else focus(visible.find((candidate) => candidate.id === row.parentId));
    } else if (event.key === "Enter" && event.target === event.currentTarget.ownerDocument.activeElement) {
      if (event.target instanceof HTMLAnchorElement) return;
      onChoose(row);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return {
    activeId,
    isOpen,
    hasChildren,
    visible,
    toggle: (row) => setOpen(row, !isOpen(row)),
    setActive,
    setAll: (open) => setFolds(new Map(rows.filter(hasChildren).map((row) => [row.id, open]))),
    onKeyDown,
  };
}

const moves: Record<string, ((at: number, length: number) => number) | undefined> = {
  ArrowDown: (at, length) => Math.min(length - 1, at + 1),
  j: (at, length) => Math.min(length - 1, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  k: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, length) => length - 1,
};

function visibleRows(rows: readonly TimelineRow[], isOpen: (row: TimelineRow) => boolean): TimelineRow[] {
  const shown = new Map<string, TimelineRow>();
  for (const row of rows) {
    const parent = row.parentId === null ? null : shown.get(row.parentId);
    if (parent === null || (parent && isOpen(parent))) shown.set(row.id, row);
  }
  return [...shown.values()];
}
