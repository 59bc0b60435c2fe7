/** How long a same-key retry of an unknown action stays safe, and whether that is about to end. */

import { type Action, type Attempt, effectiveOutcome } from "./action";
import { sameKeyUntil, type VerdictFacts } from "./verdict";

export type RetryWindow = {
  /** `none`: it is not unknown, or its destination does not deduplicate. */
  state: "none" | "open" | "closing" | "closed";
  /** The last safe moment, or the one that has passed. */
  until: number | null;
};

/** Enough for a person to look and press, whether the console or a message told them. */
const closingWithinMs = 30 * 60_000;
/** Of a short window: otherwise it would be about to close from its first minute. */
const closingShare = 0.25;

type Facts = {
  action: VerdictFacts["action"];
  attempts: readonly Pick<Attempt, "outcome" | "resolution">[];
};

export function retryWindow({ action, attempts }: Facts, now: number): RetryWindow {
  const until = sameKeyUntil(action);
  const { deduplicates } = action.declaration;
  if (until === null || deduplicates === null || !isUnknown(action, attempts)) return { state: "none", until: null };
  if (now >= until) return { state: "closed", until };
  const soon = Math.min(closingWithinMs, deduplicates.windowMs * closingShare);
  return { state: now >= until - soon ? "closing" : "open", until };
}

const isUnknown = (action: Pick<Action, "state">, attempts: Facts["attempts"]): boolean =>
  action.state === "unknown" || attempts.some((attempt) => effectiveOutcome(attempt) === "unknown");
