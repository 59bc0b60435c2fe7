"use client";

import type { ReactNode } from "react";
import { JsonView } from "@/components/ui/json-view";

/** JSON as it was stored. Text that cannot be parsed is shown as it is, rather than hidden. */
export function JsonText({
  label,
  note,
  text,
  defaultOpen,
}: {
  label: ReactNode;
  note?: ReactNode;
  text: string;
  defaultOpen?: boolean;
}) {
  return <JsonView label={label} note={note} value={parsed(text)} defaultOpen={defaultOpen} />;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** "2.1 kB"; a limit of the product is in kB as well. */
export const bytesText = (bytes: number): string =>
  bytes < 1_000
    ? `${bytes} B`
    : bytes < 1_000_000
      ? `${(bytes / 1_000).toFixed(1)} kB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`;
