"use client";

import { useState } from "react";

/** Rows that came in above the first one on the screen: they would push away what somebody is reading. */
export function countAbove<Row>(rows: readonly Row[], keyOf: (row: Row) => string, topKey: string | null): number {
  if (topKey === null) return 0;
  const index = rows.findIndex((row) => keyOf(row) === topKey);
  // The first row left the list, with a filter on its state say: there is no place left to keep.
  return index === -1 ? 0 : index;
}

/**
 * New rows wait until asked for, unless the reader stands at the top of the page, where nothing can be pushed away
 * from under them. Another question starts anew.
 */
export function useHeldRows<Row>(rows: readonly Row[] | undefined, keyOf: (row: Row) => string, question: string) {
  const first = rows?.[0];
  const firstKey = first === undefined ? null : keyOf(first);
  const [top, setTop] = useState({ question, key: firstKey });
  const same = top.question === question && top.key !== null;
  const above = same && rows ? countAbove(rows, keyOf, top.key) : 0;
  const holds = above > 0 && isReading();
  if (!holds && (top.question !== question || top.key !== firstKey)) setTop({ question, key: firstKey });
  return {
    rows: holds ? rows?.slice(above) : rows,
    waiting: holds ? above : 0,
    show: () => setTop({ question, key: firstKey }),
  };
}

/** Scrolled into the list, or with the focus or a selection inside it. */
function isReading(): boolean {
  if (typeof window === "undefined") return false;
  const selected = document.getSelection();
  return (
    window.scrollY > 40 ||
    document.activeElement?.closest("tbody") != null ||
    (selected !== null && !selected.isCollapsed)
  );
}
