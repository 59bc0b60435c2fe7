/** The words of the timeline's rows, for the eye and for screen readers alike. */

import type { Execution, ExecutionKind } from "@/lib/progress/execution";
import type { Validation } from "@/lib/progress/validation";
import { lowerFirst, reasonsText } from "./attempt-group";
import type { StepRow } from "./timeline-rows";

export const executionKindText: Record<ExecutionKind, string> = {
  first: "first start",
  recovery: "recovered by itself",
  resume: "resumed by a person",
  wake: "went on after a wait",
};

/** How it ended, in words; null while it has not. */
export function endText({ endReason }: Pick<Execution, "endReason">): string | null {
  switch (endReason) {
    case null:
      return null;
    case "finished":
      return "reached the end of the run";
    case "suspended":
      return "gave its lease back to wait";
    case "blocked":
      return "stopped: it cannot go on by itself";
    case "failed":
      return "stopped by an error";
    case "released":
      return "its worker was stopped in order";
    case "lease expired":
      return "fell silent, its lease ran out";
    case "worker exit seen":
      return "its worker died";
    case "cancelled":
      return "cancelled by a person";
    default:
      return endReason;
  }
}

export const fromText = (resumedFrom: number | null): string =>
  resumedFrom === null || resumedFrom === 0 ? "from zero" : `from checkpoint ${resumedFrom}`;

/** "x4 · 3x rate limited, 1x timeout"; null when its only attempt went well. */
export function attemptsText({ attempts }: Pick<StepRow, "attempts">): string | null {
  const reasons = reasonsText(attempts);
  if (attempts.length <= 1) return reasons === "" ? null : reasons.replace(/^1x /, "");
  return reasons === "" ? `x${attempts.length}` : `x${attempts.length} · ${reasons}`;
}

/** What a wait for a person came to. */
export function validationText({ state, decision, role }: Validation): string {
  if (decision) return `${decision.verdict === "approve" ? "approved" : "rejected"} by ${decision.by}`;
  switch (state) {
    case "pending":
      return `waiting for ${role === "approver" ? "an" : "a"} ${role}`;
    case "expired":
      return "expired, nobody decided";
    case "withdrawn":
      return "no longer asked";
    case "approved":
    case "rejected":
      return lowerFirst(state);
  }
}
