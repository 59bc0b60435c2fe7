"use client";

import { useZone } from "@/components/ui/clock";
import { formatAbsolute } from "@/components/ui/time-format";
import type { Verdict as VerdictType } from "@/lib/ledger/verdict";
import { Verdict } from "./state";
import { WindowLine } from "./window-line";

/** The verdict with the moment it depends on: a bare "safe" would be read as "safe for ever". */
export function VerdictCell({
  verdict,
  record,
  now,
}: {
  verdict: VerdictType;
  record: Parameters<typeof WindowLine>[0]["record"];
  now: number | null;
}) {
  const zone = useZone();
  const line = momentLine(verdict, now, (at) => formatAbsolute(at, zone));
  return (
    <span className="block">
      <Verdict value={verdict.kind} />
      {line === null ? null : <span className="block text-xs text-muted">{line}</span>}
      <WindowLine record={record} now={now} />
    </span>
  );
}

function momentLine({ until, absentCountsFrom }: VerdictType, now: number | null, format: (at: number) => string) {
  if (until !== null) return `until ${format(until)}`;
  if (absentCountsFrom !== null && now !== null && absentCountsFrom > now)
    return `“absent” counts from ${format(absentCountsFrom)}`;
  return null;
}
