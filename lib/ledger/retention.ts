/**
 * What may be removed of an action whose run is over, and why not yet. Payloads may go early; key, fingerprint, outcome
 * and times protect from a repeat, so they stay as long as anything could still ask for them or arrive.
 */

import { type Action, isDisputed } from "./action";
import type { NearMiss } from "./near-miss";

export const whyKept = {
  unknown: "nobody knows yet whether it happened",
  in_flight: "an attempt is in flight",
  not_sent: "it was never sent, and what would be sent is all there is of it",
  contradicted: "its evidence contradicts itself",
  decision_open: "a person has to decide about a near miss of it",
  too_young: "it was settled too recently",
  window_open: "its destination still merges repeats of its key",
} as const;
export type WhyKept = keyof typeof whyKept;

type Facts = {
  action: Pick<
    Action,
    | "id"
    | "state"
    | "contradictedAt"
    | "contradictionFound"
    | "settledAt"
    | "createdAt"
    | "firstBegunAt"
    | "declaration"
  >;
  nearMisses: readonly Pick<NearMiss, "state">[];
};

/** Null when payload and stored answer may go, `before` being when it must have been settled. */
export function whyPayloadStays({ action, nearMisses }: Facts, before: number): WhyKept | null {
  if (isDisputed(action)) return "contradicted";
  switch (action.state) {
    case "unknown":
      return "unknown";
    case "sending":
      return "in_flight";
    case "planned":
    case "held":
      return "not_sent";
    case "confirmed":
    case "refused":
    case "withdrawn":
      if (nearMisses.some(({ state }) => state === "open")) return "decision_open";
      return (action.settledAt ?? action.createdAt) < before ? null : "too_young";
  }
}

/** Null when nothing of it needs to be remembered any more. What was never sent protects nothing. */
export function whyRecordStays(facts: Facts, before: number, now: number): WhyKept | null {
  const { firstBegunAt, createdAt, declaration } = facts.action;
  const why = whyPayloadStays(facts, before);
  if (why === "not_sent") return createdAt < before ? null : "too_young";
  if (why !== null) return why;
  const windowMs = declaration.deduplicates?.windowMs ?? 0;
  return firstBegunAt !== null && now < firstBegunAt + windowMs ? "window_open" : null;
}
