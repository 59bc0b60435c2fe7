"use client";

import { useEffect, useRef, useState } from "react";

/** Long enough to be seen, short enough not to hide the id from the next reader. */
const tickMs = 1_000;

export function useCopy(): { copied: boolean; copy: (text: string) => Promise<void> } {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(text: string) {
    await writeText(text);
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), tickMs);
  }
  return { copied, copy };
}

async function writeText(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // A console on plain http inside a company network has no clipboard API.
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
