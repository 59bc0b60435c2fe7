/** I1 to I4: what the outside world really executed, against what the ledger says about it. */

import { businessIntent } from "../fixture";
import { type ActionSeen, effectsOf, groupBy, type Observed, type Violation } from "./observed";

export const intentOf = ({ logicalRunId, type, object }: ActionSeen): string =>
  businessIntent(logicalRunId, type, object);

/** Told apart by the business intention, which no key of ours can hide. */
export function atMostOneEffect(seen: Observed): Violation[] {
  return [...groupBy(effectsOf(seen), ({ intent }) => intent)]
    .filter(([, effects]) => effects.length > 1)
    .map(([intent, effects]) => ({
      invariant: "I1",
      runId: null,
      says: `${intent} was executed ${effects.length} times, by attempts ${effects.map((e) => e.attempt).join(" and ")}.`,
    }));
}

export function attemptCommittedBeforeEffect(seen: Observed): Violation[] {
  const actions = new Map(seen.actions.map((action) => [intentOf(action), action]));
  return effectsOf(seen).flatMap(({ intent, at }) => {
    const action = actions.get(intent);
    const runId = action?.runId ?? null;
    if (!action) return [{ invariant: "I2", runId, says: `${intent} was executed and has no action.` }];
    const begun = seen.attempts.some((attempt) => attempt.actionId === action.id && Math.floor(attempt.begunAt) <= at);
    return begun ? [] : [{ invariant: "I2", runId, says: `${intent} was executed before any attempt had begun.` }];
  });
}

export function confirmedMeansOneEffect(seen: Observed): Violation[] {
  const effects = groupBy(effectsOf(seen), ({ intent }) => intent);
  return seen.actions.flatMap((action) => {
    const count = effects.get(intentOf(action))?.length ?? 0;
    const wrong =
      (action.state === "confirmed" && count !== 1) ||
      (["refused", "planned", "held", "withdrawn"].includes(action.state) && count > 0);
    const says = `${intentOf(action)} is ${action.state} and was executed ${count} times.`;
    return wrong ? [{ invariant: "I3", runId: action.runId, says }] : [];
  });
}

export function unconfirmedEffectIsUnknown(seen: Observed): Violation[] {
  const actions = new Map(seen.actions.map((action) => [intentOf(action), action]));
  return effectsOf(seen).flatMap(({ intent }) => {
    const action = actions.get(intent);
    if (action && ["confirmed", "unknown", "sending"].includes(action.state)) return [];
    const says = `${intent} was executed and is ${action?.state ?? "not in the ledger"}.`;
    return [{ invariant: "I4", runId: action?.runId ?? null, says }];
  });
}
