"use client";

import { useEffect, useEffectEvent } from "react";

/**
 * Single keys of a page, such as `{ r: openPlan, "shift+t": nextTime }`. They are off while somebody types, while a dialog or a menu is
 * open, and together with Ctrl, Alt or Cmd, which belong to the browser. No key executes anything by itself.
 */
export function useShortcuts(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (isTyping(event.target) || document.querySelector('[role="dialog"], [role="menu"]')) return;
    const act = keys[event.shiftKey ? `shift+${event.key.toLowerCase()}` : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest("input:not([type='radio']):not([type='checkbox']), textarea, select") !== null
  );
}
