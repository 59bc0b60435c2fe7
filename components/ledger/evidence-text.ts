import { outcomes, transportResults } from "@/lib/ledger/action";
import { attemptReasonWords } from "./reason-words";
import { attemptLook } from "./state";

const words = new Map<string, string>([
  ...transportResults.map((result) => [result, attemptLook[result].label.toLowerCase()] as const),
  ...Object.entries(attemptReasonWords),
  // After the others: "not_sent" and "refused" are outcomes first, which is what the line is kept for.
  ["confirmed", "it happened"],
  ["refused", "refused, nothing done"],
  ["not_sent", "nothing was sent"],
  ["unknown", "proves nothing"],
]);

/** A report is kept as "unknown · timed_out · timeout · HTTP 504 · …"; people read the same in words, each once. */
export function evidenceText(says: string): string {
  const [first = "", ...rest] = says.split(" · ");
  if (!outcomes.some((outcome) => outcome === first)) return says;
  return [...new Set([first, ...rest].map((part) => words.get(part) ?? part))].join(" · ");
}
