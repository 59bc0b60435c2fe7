"use client";

import { useCallback, useSyncExternalStore } from "react";

/** The reader's zone; "UTC" on the server and during hydration, so that both render the same text. */
export function useZone(): string {
  return useSyncExternalStore(
    neverChanges,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
    () => "UTC",
  );
}

/**
 * The time, cut to whole steps of `everyMs`; null on the server and during hydration. All users of one step share a
 * timer, and none runs while nobody looks.
 */
export function useNow(everyMs = 1_000): number | null {
  const subscribe = useCallback(
    (changed: () => void) => {
      const timer = setInterval(() => {
        if (!document.hidden) changed();
      }, everyMs);
      return () => clearInterval(timer);
    },
    [everyMs],
  );
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(Date.now() / everyMs) * everyMs,
    () => null,
  );
}

const neverChanges = () => () => {};
