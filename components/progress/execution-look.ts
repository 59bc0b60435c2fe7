import { CircleX, Hourglass, Lock } from "lucide-react";
import type { StateLook } from "@/components/ui/state-chip";
import type { Execution } from "@/lib/progress/execution";
import { executionLook } from "./state";

/** An execution that ended in order may still have ended badly: "finished" alone would read as good news. */
export function executionLookOf(execution: Pick<Execution, "state" | "endReason">, quiet = false): StateLook {
  if (quiet) return executionLook.quiet;
  if (execution.state !== "finished") return executionLook[execution.state];
  switch (execution.endReason) {
    case "failed":
      return {
        ...executionLook.finished,
        label: "Failed",
        tone: "danger",
        icon: CircleX,
        meaning: "An error ended it.",
      };
    case "blocked":
      return {
        ...executionLook.finished,
        label: "Blocked",
        tone: "attention",
        icon: Lock,
        meaning: "It could not go on by itself, and gave its lease back.",
      };
    case "suspended":
      return {
        ...executionLook.finished,
        label: "Suspended",
        tone: "neutral",
        icon: Hourglass,
        meaning: "It gave its lease back to wait.",
      };
    default:
      return executionLook.finished;
  }
}
