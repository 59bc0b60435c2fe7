/**
 * What a report is worth. In time it closes its own attempt; late it may still tell what an unknown attempt came to.
 * What was settled otherwise meanwhile stays, and both statements are kept as a contradiction.
 */

import type { Attempt, Outcome } from "./action";
import type { ReportAsk } from "./store";

export type ReportWeight = {
  /** The report becomes the attempt's outcome. */
  taken: boolean;
  /** It cannot be true together with what is already recorded. */
  contradicts: boolean;
};

/**
 * A late "confirmed" is taken even after "did not happen": the action then counts as done and is not sent again.
 * It never replaces a refusal, which is final.
 */
export function weighReport(attempt: Pick<Attempt, "outcome" | "resolution">, reported: Outcome): ReportWeight {
  const { outcome, resolution } = attempt;
  if (outcome === null || (outcome === "unknown" && resolution === null)) return { taken: true, contradicts: false };
  switch (reported) {
    case "confirmed":
      return {
        taken: outcome === "unknown" || outcome === "not_sent",
        contradicts: outcome === "refused" || outcome === "not_sent" || resolution === "did_not_happen",
      };
    case "refused":
    case "not_sent":
      return { taken: false, contradicts: outcome === "confirmed" || resolution === "happened" };
    case "unknown":
      return { taken: false, contradicts: false };
  }
}

/** The report as one line of evidence; the same report sent again makes the same line. */
export function reportSays(ask: ReportAsk): string {
  const parts: string[] = [ask.outcome, ask.deduplicated ? "deduplicated" : ask.transport];
  if (ask.reason !== null) parts.push(ask.reason);
  if (ask.httpCode !== null) parts.push(`HTTP ${ask.httpCode}`);
  if (ask.detail !== null) parts.push(ask.detail);
  return parts.join(" · ");
}
