/** What became of the attempts at a step, in one line: they are folded, and yet nobody must open them to know why. */

import { type RetryReason, retryReasonLabels } from "@/lib/progress/retry";
import type { StepAttempt } from "@/lib/progress/step";

export type ReasonCount = { reason: RetryReason; count: number };

/** The most frequent reason first; attempts that went well have none. */
export function countReasons(attempts: readonly Pick<StepAttempt, "reason">[]): ReasonCount[] {
  const counts = new Map<RetryReason, number>();
  for (const { reason } of attempts) if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
}

/** "3x rate limited, 1x timeout"; empty when nothing went wrong. */
export const reasonsText = (attempts: readonly Pick<StepAttempt, "reason">[]): string =>
  countReasons(attempts)
    .map(({ reason, count }) => `${count}x ${lowerFirst(retryReasonLabels[reason])}`)
    .join(", ");

export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
