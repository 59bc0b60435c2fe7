import type { Span } from "./activity-scale";
import type { TimelineRow } from "./timeline-rows";

/** When something was computed or written down. What lies between is idle, whoever held the lease. */
export function busySpans(rows: readonly TimelineRow[], now: number): Span[] {
  return rows.flatMap((row) => spansOf(row, now));
}

function spansOf(row: TimelineRow, now: number): Span[] {
  switch (row.kind) {
    case "execution":
      return [at(row.from), ...(row.to === null ? [] : [at(row.to)])];
    case "step":
      if (row.state === "reused") return [];
      if (row.step.kind === "validation" || row.step.kind === "sleep")
        return [at(row.from), ...(row.to === null ? [] : [at(row.to)])];
      if (row.attempts.length > 0) return row.attempts.map((a) => ({ from: a.startedAt, to: a.endedAt ?? now }));
      // A step that waits for its next try has no end and computes nothing.
      return row.to === null && row.state !== "running" ? [at(row.from)] : [{ from: row.from, to: row.to ?? now }];
    case "attempt":
    case "reused":
    case "wait":
    case "expected":
      return [];
    case "checkpoint":
    case "resume":
      return [at(row.from)];
  }
}

const at = (time: number): Span => ({ from: time, to: time });
