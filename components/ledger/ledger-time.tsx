"use client";

import { useZone } from "@/components/ui/clock";
import { formatAbsolute, formatIso } from "@/components/ui/time-format";

/** A fact of the ledger is always absolute with its offset; in a column it takes two short lines. */
export function LedgerTime({ at }: { at: number }) {
  const [day, clock] = formatAbsolute(at, useZone()).split(", ");
  return (
    <time dateTime={formatIso(at)} className="whitespace-nowrap">
      {clock}
      <span className="block text-xs text-muted max-sm:inline max-sm:before:content-['_·_']">{day}</span>
    </time>
  );
}
