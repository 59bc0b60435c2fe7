"use client";

import { useSyncExternalStore } from "react";
import { themeKey } from "./theme-script";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();

function subscribe(changed: () => void) {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== themeKey) return;
    apply(event.newValue === "light" || event.newValue === "dark" ? event.newValue : "system");
    changed();
  };
  listeners.add(changed);
  window.addEventListener("storage", fromOtherTab);
  return () => {
    listeners.delete(changed);
    window.removeEventListener("storage", fromOtherTab);
  };
}

/** The attribute is the truth; storage only carries it to the next page. */
function read(): Theme {
  const stored = document.documentElement.dataset.theme;
  return stored === "light" || stored === "dark" ? stored : "system";
}

function apply(theme: Theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function setTheme(theme: Theme) {
  apply(theme);
  try {
    if (theme === "system") localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, theme);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page, which is all that can be promised.
  }
  for (const changed of listeners) changed();
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, read, () => "system");
}
