/**
 * The verdict answers "is a retry of this action safe now, and why". It is a pure function of facts and time, computed
 * again on the server at every click; each reason quotes the fact or the assumption that it rests on.
 */

import { type Action, type Attempt, effectiveOutcome, isContradictory, isDisputed, mayRepeat } from "./action";
import { type Hold, transportAllowanceMs, windowMarginMs } from "./destination";
import { utcText } from "./utc-text";

export const verdictKinds = [
  "safe",
  "wait",
  "safe_with_same_key",
  "verify_first",
  "ask_a_person",
  "useless",
  "not_needed",
  "incident",
] as const;
export type VerdictKind = (typeof verdictKinds)[number];

export type VerdictReason = { holds: boolean; text: string };

export type Verdict = {
  kind: VerdictKind;
  /** For safe_with_same_key: the last moment at which a retry may begin. */
  until: number | null;
  /** For verify_first: the moment from which "absent" counts. */
  absentCountsFrom: number | null;
  reasons: VerdictReason[];
};

export type VerdictFacts = {
  action: Pick<
    Action,
    "state" | "declaration" | "contradictedAt" | "contradictionFound" | "firstBegunAt" | "withdrawnWhy" | "riskAccepted"
  >;
  attempts: readonly Attempt[];
  /** The highest token the ledger has seen for the run. */
  fence: number;
  /** An earlier read-back that said "absent" and still could not settle it. */
  absentDidNotSettle: boolean;
  /** Delays a safe retry and changes nothing about its safety. */
  hold?: Hold | null;
};

export function verdictOf(facts: VerdictFacts, now: number): Verdict {
  const { action, attempts } = facts;
  const title = action.declaration.title;
  if (isDisputed(action) || (action.contradictedAt === null && isContradictory(attempts, action.declaration))) {
    return verdict("incident", [no(`The evidence contradicts itself: ${title} may have executed it more than once.`)]);
  }
  const open = attempts.find((attempt) => attempt.outcome === null);
  if (open && ownerAlive(open, facts.fence, now)) {
    return verdict("wait", [
      no(`Attempt ${open.number} is in flight, until its deadline at ${utcText(open.deadlineAt)}.`),
    ]);
  }
  const effective = attempts.map(effectiveOutcome);
  if (action.state === "withdrawn") {
    return verdict("not_needed", [yes(`It was withdrawn before anything was sent (${action.withdrawnWhy}).`)]);
  }
  if (effective.includes("confirmed") || action.contradictionFound !== null)
    return verdict("not_needed", [yes(confirmedText(attempts, title))]);
  if (open || effective.includes("unknown")) return unknownVerdict(facts, now);
  if (effective.at(-1) === "refused") {
    return verdict("useless", [no(`${title} refused this payload for good. A corrected payload is a revision.`)]);
  }
  return verdict("safe", [yes(safeText(facts)), ...holdReasons(facts)]);
}

/** The owner of an open attempt counts as alive while no newer execution raised the fence and its deadline stands. */
export function ownerAlive(attempt: Pick<Attempt, "token" | "deadlineAt">, fence: number, now: number): boolean {
  return attempt.token >= fence && now <= attempt.deadlineAt;
}

/** The last moment a same-key retry may begin: measured from the first attempt, which later ones never restart. */
export function sameKeyUntil(action: VerdictFacts["action"]): number | null {
  const { deduplicates, deadlineMs } = action.declaration;
  if (deduplicates === null || action.firstBegunAt === null) return null;
  return action.firstBegunAt + deduplicates.windowMs - windowMarginMs - deadlineMs;
}

/** From when an explicit "absent" proves that nothing arrived: sender ended, bytes landed, look-up caught up. */
export function absentCountsFrom(action: VerdictFacts["action"], attempts: readonly Attempt[]): number | null {
  const { probe } = action.declaration;
  const unresolved = attempts.filter((a) => a.outcome === null || effectiveOutcome(a) === "unknown");
  if (probe === null || unresolved.length === 0) return null;
  const ends = unresolved.map((a) => Math.max(a.deadlineAt, a.holderEndedAt ?? a.deadlineAt));
  return Math.max(...ends) + transportAllowanceMs + probe.horizonMs;
}

/** Every sender of an unresolved attempt is known to have ended. */
export const holdersEnded = (attempts: readonly Attempt[]): boolean =>
  attempts.every((a) => effectiveOutcome(a) !== "unknown" || a.holderEndedAt !== null);

function unknownVerdict(facts: VerdictFacts, now: number): Verdict {
  const { action, attempts } = facts;
  const { title, deduplicates, probe } = action.declaration;
  const reasons = [no(unknownText(attempts, title))];
  const until = sameKeyUntil(action);
  if (deduplicates !== null && until !== null) {
    if (deduplicates.replaysErrors && attempts.some((a) => a.transport === "server_error")) {
      reasons.push(no(`${title} replays stored errors: the same key would only return its error again.`));
    } else if (now < until) {
      reasons.push(
        yes(`Relies on ${title} deduplicating on ${deduplicates.header} for ${hours(deduplicates.windowMs)}.`),
        yes(`The window counts from the first attempt and is open until ${utcText(until)}.`),
      );
      return {
        kind: "safe_with_same_key",
        until,
        absentCountsFrom: null,
        reasons: [...reasons, ...holdReasons(facts)],
      };
    } else {
      reasons.push(no(`The window of ${title} closed at ${utcText(until)}: the same key may now act twice.`));
    }
  } else {
    reasons.push(no(`${title} does not deduplicate: sending again may act twice.`));
  }
  if (probe !== null && !facts.absentDidNotSettle) {
    reasons.push(
      yes(`It can be looked up by our marker in its field "${probe.matchingField}".`),
      yes(`An "absent" relies on the declared horizon of ${seconds(probe.horizonMs)}.`),
    );
    return { kind: "verify_first", until: null, absentCountsFrom: absentCountsFrom(action, attempts), reasons };
  }
  reasons.push(
    probe === null
      ? no(`${title} cannot be asked whether it has it.`)
      : no("It was absent when asked, but its sender never reported its end: a paused process could still send."),
  );
  return verdict("ask_a_person", reasons);
}

function holdReasons({ action, hold }: VerdictFacts): VerdictReason[] {
  if (!hold) return [];
  const { title } = action.declaration;
  return [no(`${title} is held by ${hold.by} since ${utcText(hold.at)}: nothing is sent there until it is released.`)];
}

function safeText({ action, attempts }: VerdictFacts): string {
  if (action.riskAccepted) return "A person accepted the risk of sending it again, once.";
  if (attempts.length === 0) return "Nothing was ever sent.";
  if (mayRepeat(action, attempts)) return "A person accepted the risk of one more send, and none was made since.";
  if (attempts.some(({ outcome }) => outcome === "unknown"))
    return "It was settled as not having happened; its evidence says by whom.";
  return attempts.length === 1
    ? "Its one attempt is proven not to have taken effect."
    : `All ${attempts.length} attempts are proven not to have taken effect.`;
}

function confirmedText(attempts: readonly Attempt[], title: string): string {
  const own = attempts.find((attempt) => attempt.outcome === "confirmed");
  return own ? `${title} confirmed attempt ${own.number}.` : `It was found to have happened at ${title}.`;
}

function unknownText(attempts: readonly Attempt[], title: string): string {
  const last = attempts.filter((a) => a.outcome === null || effectiveOutcome(a) === "unknown").at(-1);
  return `Attempt ${last?.number ?? "?"} ended without a proof: ${title} may have it.`;
}

const verdict = (kind: VerdictKind, reasons: VerdictReason[]): Verdict => ({
  kind,
  until: null,
  absentCountsFrom: null,
  reasons,
});
const yes = (text: string): VerdictReason => ({ holds: true, text });
const no = (text: string): VerdictReason => ({ holds: false, text });
const seconds = (ms: number): string => `${ms / 1000} s`;
const hours = (ms: number): string => (ms % 3_600_000 === 0 ? `${ms / 3_600_000} h` : `${Math.round(ms / 60_000)} min`);
