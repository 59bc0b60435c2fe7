"use client";

import { useZone } from "@/components/ui/clock";
import { formatAbsolute, formatClock } from "@/components/ui/time-format";
import type { Verdict as VerdictType } from "@/lib/ledger/verdict";
import { Verdict } from "./state";

/** The verdict with the moment up to which it holds: a bare "safe" would be read as "safe for ever". */
export function VerdictCell({ verdict, now }: { verdict: VerdictType; now: number }) {
  const zone = useZone();
  return (
    <Verdict value={verdict.kind} until={verdict.until === null ? undefined : untilText(verdict.until, now, zone)} />
  );
}

const sameDay = 20 * 60 * 60 * 1000;

function untilText(until: number, now: number, zone: string): string {
  return until - now < sameDay ? formatClock(until, zone).slice(0, 5) : formatAbsolute(until, zone);
}
