"use client";

import { useEffect } from "react";

/**
 * A link may lead to one of these buttons by its id: the focus goes there, and nothing is pressed. Mounted once the
 * buttons are there, which is later than the browser looks for them.
 */
export function LedTo({ ids }: { ids: readonly string[] }) {
  useEffect(() => {
    const id = window.location.hash.slice(1);
    if (!ids.includes(id)) return;
    const button = document.getElementById(id);
    button?.scrollIntoView({ block: "center" });
    button?.focus({ focusVisible: true } as FocusOptions);
  }, [ids]);
  return null;
}
