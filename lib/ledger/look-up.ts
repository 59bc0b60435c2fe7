/**
 * When an unknown action is looked up by itself: once an "absent" can count, then at growing intervals while the answers
 * are unclear, and no longer after a bound. Pure, so that the sweep that asks and the screen that says when agree.
 */

import type { Action, Attempt } from "./action";
import type { Probe } from "./store";
import { absentCountsFrom, type VerdictFacts, verdictOf } from "./verdict";

/** The name under which the product asks by itself. */
export const automaticAsker = "Reprise";

/** The first one, and five more over about three hours; an outage that lasts longer is a person's matter. */
export const automaticLookUpsMax = 6;
const firstPauseMs = 30_000;
const pauseMsMax = 3_600_000;

export type NextLookUp =
  | { at: number; number: number }
  /** Nothing is asked by itself; `why` is null where the question does not arise. */
  | { at: null; why: string | null };

type Facts = VerdictFacts & {
  action: Pick<Action, "state">;
  probes: readonly Pick<Probe, "askedBy" | "askedAt" | "finishedAt" | "state">[];
};

export function nextLookUp(facts: Facts, now: number): NextLookUp {
  const { action, attempts, probes } = facts;
  const { probe, title } = action.declaration;
  if (action.state !== "unknown" || probe === null) return never(null);
  if (probe.automatic === false) return never(`${title} is not looked up automatically: it was declared so.`);
  if (verdictOf(facts, now).kind !== "verify_first") return never(null);
  if (probes.some(({ state }) => state === "queued" || state === "running")) return never(null);
  const newsAt = latestNews(attempts);
  const own = probes.filter(({ askedBy, askedAt }) => askedBy === automaticAsker && askedAt > newsAt);
  if (own.length >= automaticLookUpsMax) {
    return never(`${title} was asked ${own.length} times and gave no clear answer.`);
  }
  const countsFrom = absentCountsFrom(action, attempts) ?? now;
  const last = Math.max(0, ...own.map(({ finishedAt }) => finishedAt ?? 0));
  return { at: Math.max(countsFrom, last + pauseBefore(own.length)), number: own.length + 1 };
}

/** 0, 30 s, 2 min, 8 min, 32 min, 1 h. */
const pauseBefore = (asked: number): number =>
  asked === 0 ? 0 : Math.min(firstPauseMs * 4 ** (asked - 1), pauseMsMax);

/** A new attempt, or the news that a sender has ended, makes asking anew worthwhile. */
const latestNews = (attempts: readonly Attempt[]): number =>
  Math.max(0, ...attempts.flatMap(({ begunAt, holderEndedAt }) => [begunAt, holderEndedAt ?? 0]));

const never = (why: string | null): NextLookUp => ({ at: null, why });
