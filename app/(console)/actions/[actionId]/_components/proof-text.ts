import type { Attempt } from "@/lib/ledger/action";
import { acceptsRisk } from "@/lib/ledger/settlement";
import type { Evidence } from "@/lib/ledger/store";

/** What the attempt proves by itself, and what was found out about it later. */
export function proofText(
  { outcome, resolution, begunAt }: Pick<Attempt, "outcome" | "resolution" | "begunAt">,
  evidence: readonly Pick<Evidence, "kind" | "says" | "at">[],
): string {
  switch (outcome) {
    case null:
      return "not known yet";
    case "confirmed":
      return "it happened";
    case "refused":
      return "refused, nothing done";
    case "not_sent":
      return "nothing was sent";
    case "unknown": {
      if (resolution === null) return "nothing: it may have happened";
      if (resolution === "happened") return "nothing; settled since: it happened";
      // The first word of a person after it is the one that settled it.
      const settled = evidence
        .filter((item) => item.kind === "person" && item.at >= begunAt)
        .reduce<(typeof evidence)[number] | null>((first, item) => (first && first.at <= item.at ? first : item), null);
      return settled && acceptsRisk(settled.says)
        ? "nothing: it may have happened; the risk was accepted"
        : "nothing; settled since: it did not";
    }
  }
}
