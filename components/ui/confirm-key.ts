"use client";

import { useEffect, useEffectEvent } from "react";

/** Ctrl+Enter, or Cmd+Enter, confirms an open dialog. Enter alone never does: it belongs to the field one types in. */
export function useConfirmKey(open: boolean, confirm: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    confirm();
  });
  useEffect(() => {
    if (!open) return;
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, [open]);
}
