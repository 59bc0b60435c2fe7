"use client";

import { useShortcuts } from "@/components/ui/shortcuts";

/** j and k go through the rows of the page's table; Enter opens the focused one, as on any link. */
export function useRowKeys(): void {
  useShortcuts({ j: () => focusRow(1), k: () => focusRow(-1) });
}

function focusRow(step: 1 | -1) {
  const rows: (Element | null)[] = [...document.querySelectorAll("a[data-row]")];
  const at = rows.indexOf(document.activeElement);
  const next = at === -1 ? (step === 1 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + step));
  const row = rows[next];
  if (row instanceof HTMLElement) row.focus();
}
