import type { Attempt } from "@/lib/ledger/action";
import { acceptsRisk } from "@/lib/ledger/settlement";
import type { Evidence } from "@/lib/ledger/store";

/** What the attempt proves by itself, and what was found out about it later. */
export function proofText(
  { outcome, resolution, begunAt }: Pick<Attempt, "outcome" | "resolution" | "begunAt">,
  evidence: readonly Said[],
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
      switch (resolution) {
        case null:
          return "nothing: it may have happened";
        case "happened":
          return "nothing; settled since: it happened";
        case "did_not_happen":
          return "nothing; settled since: it did not";
        case "risk_accepted":
          return `nothing: it may have happened; ${whoAccepted(begunAt, evidence)} accepted the risk of one more send`;
      }
    }
  }
}

/** The first such word after the attempt is the one that was about it. */
const whoAccepted = (begunAt: number, evidence: readonly Said[]): string =>
  evidence
    .filter(({ kind, says, at }) => kind === "person" && at >= begunAt && acceptsRisk(says))
    .sort((a, b) => a.at - b.at)[0]?.by ?? "a person";

type Said = Pick<Evidence, "kind" | "says" | "at" | "by">;
