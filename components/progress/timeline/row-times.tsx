"use client";

import { useZone } from "@/components/ui/clock";
import { Duration } from "@/components/ui/duration";
import { formatAbsolute, formatClock, formatDay, formatDuration, formatIso } from "@/components/ui/time-format";
import type { TimelineRow } from "./timeline-rows";
import type { TimeMode } from "./timeline-view";

/** When it began. The other ways of telling it keep the absolute time at hand. */
export function RowTime({
  row,
  mode,
  startedAt,
  previousAt,
}: {
  row: TimelineRow;
  mode: TimeMode;
  startedAt: number;
  /** When the row above began. */
  previousAt: number | null;
}) {
  const zone = useZone();
  if (row.kind === "expected" || row.kind === "reused" || (row.kind === "step" && row.state === "reused")) return null;
  const absolute = formatAbsolute(row.from, zone);
  return (
    <time dateTime={formatIso(row.from)} title={absolute}>
      {mode === "clock"
        ? clockText(row.from, startedAt, zone)
        : `+${formatDuration(row.from - base(mode, startedAt, previousAt))}`}
      {mode === "clock" ? null : <span className="sr-only">, {absolute}</span>}
    </time>
  );
}

export function RowTook({ row, now }: { row: TimelineRow; now: number }) {
  switch (row.kind) {
    case "execution":
    case "step":
    case "attempt":
    case "wait":
      if (row.kind === "step" && row.state === "reused") return null;
      if (row.to === null && row.kind === "step" && row.state === "retrying") return null;
      return <Duration from={row.from} to={row.to} now={row.to === null ? Math.max(now, row.from) : undefined} />;
    case "resume":
    case "checkpoint":
    case "reused":
    case "expected":
      return null;
  }
}

/** The day is told where it is not the one on which the run began. */
function clockText(at: number, startedAt: number, zone: string): string {
  const day = formatDay(at, zone);
  return day === formatDay(startedAt, zone) ? formatClock(at, zone) : `${day} ${formatClock(at, zone)}`;
}

const base = (mode: TimeMode, startedAt: number, previousAt: number | null): number =>
  mode === "previous" ? (previousAt ?? startedAt) : startedAt;
