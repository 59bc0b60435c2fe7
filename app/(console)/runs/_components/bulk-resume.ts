/**
 * Resumes runs one by one through the ordinary command, each with a nonce and a plan of its own. A refusal is that run's
 * answer and the next one follows; where no answer comes everything stops, and going on sends the same click again.
 */

import { ApiError } from "@/lib/client/api";

export type BulkItem = { runId: string; from: number; token: string; nonce: string };

export type BulkOutcome =
  | { kind: "waiting" }
  | { kind: "resuming" }
  | { kind: "resumed"; executionNumber: number }
  /** It goes on all the same: somebody else resumed it. */
  | { kind: "overtaken"; why: string }
  | { kind: "refused"; why: string }
  /** Nobody knows whether it was resumed: the same click may be sent again. */
  | { kind: "unanswered"; why: string };

export async function resumeOneByOne(
  items: readonly BulkItem[],
  steps: {
    resume: (item: BulkItem) => Promise<{ executionNumber: number }>;
    /** False once the person has asked to stop; what is under way ends. */
    goesOn: () => boolean;
    report: (runId: string, outcome: BulkOutcome) => void;
  },
): Promise<void> {
  for (const item of items) {
    if (!steps.goesOn()) return;
    steps.report(item.runId, { kind: "resuming" });
    try {
      const { executionNumber } = await steps.resume(item);
      steps.report(item.runId, { kind: "resumed", executionNumber });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (!(error instanceof ApiError && error.httpCode >= 400 && error.httpCode < 500)) {
        steps.report(item.runId, { kind: "unanswered", why });
        return;
      }
      steps.report(item.runId, { kind: error.code === "already_resumed" ? "overtaken" : "refused", why });
    }
  }
}

/** More than this takes a typed number. */
export const typedOver = 10;

/** Why the button is off; null when it may be pressed. */
export function bulkMissing(chosen: number, reason: string, typed: string): string | null {
  if (chosen === 0) return "Choose at least one run.";
  if (reason.trim().length < 3) return "Say in a few words why.";
  return chosen > typedOver && typed.trim() !== String(chosen) ? `Type ${chosen} to confirm that many runs.` : null;
}

/** "10 resumed, 2 refused, 1 without an answer, 3 not tried." */
export function bulkSummary(outcomes: readonly BulkOutcome[]): string {
  const count = (kind: BulkOutcome["kind"]) => outcomes.filter((outcome) => outcome.kind === kind).length;
  const parts = [
    [count("resumed"), "resumed"],
    [count("overtaken"), "resumed by somebody else"],
    [count("refused"), "refused"],
    [count("unanswered"), "without an answer"],
    [count("resuming"), "under way"],
    [count("waiting"), "not tried"],
  ] as const;
  const told = parts.filter(([n, word]) => n > 0 || word === "resumed").map(([n, word]) => `${n} ${word}`);
  return `${told.join(", ")}.`;
}
