import type { TimelineRow } from "./timeline-rows";
import { nothingSelected, type Selection } from "./timeline-view";

/** What choosing the row selects; null for rows that say everything themselves. */
export function selectionOf(row: TimelineRow): Selection | null {
  switch (row.kind) {
    case "execution":
    case "resume":
      return { ...nothingSelected, exec: row.execution.id };
    case "step":
      return { ...nothingSelected, step: row.step.id, exec: row.executionId };
    case "attempt":
      return { ...nothingSelected, step: row.step.id, exec: row.attempt.executionId, attempt: row.attempt.id };
    case "checkpoint":
      return { ...nothingSelected, checkpoint: row.checkpoint.number };
    case "reused":
    case "wait":
    case "expected":
      return null;
  }
}

export function isSelected(row: TimelineRow, selection: Selection): boolean {
  const own = selectionOf(row);
  if (own === null || row.kind === "resume") return false;
  if (own.step !== selection.step || own.attempt !== selection.attempt || own.checkpoint !== selection.checkpoint) {
    return false;
  }
  // A link may name the step alone.
  return own.exec === selection.exec || (own.step !== null && selection.exec === null);
}
