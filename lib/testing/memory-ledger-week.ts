/** What a week of actions came to, in memory. */

import type { ActionQuery, LedgerStore, NearMissFigure } from "@/lib/ledger/store";
import type { KeptAttempt, MemoryLedger } from "./memory-ledger";
import { percentilesOf } from "./percentiles";

type Range = { from: number; to: number };
type WeekReads = Pick<LedgerStore, "avoidedByType" | "settlingTimes" | "countLongUnknown" | "nearMissFigures">;
const within = (at: number, { from, to }: Range): boolean => at >= from && at < to;

export const memoryWeekReads = (ledger: MemoryLedger): WeekReads => ({
  async avoidedByType(range) {
    const types = new Map<string, Set<string>>();
    for (const row of ledger.avoided.filter(({ wrong, at }) => wrong === null && within(at, range))) {
      const action = ledger.getAction(row.actionId);
      if (action.contradictedAt !== null) continue;
      types.set(action.type, (types.get(action.type) ?? new Set()).add(action.id));
    }
    return [...types]
      .map(([type, actions]) => ({ type, actions: actions.size }))
      .sort((a, b) => b.actions - a.actions || (a.type < b.type ? -1 : 1));
  },

  async settlingTimes(range) {
    const settled = [...ledger.actions.values()].filter(
      ({ state, createdAt }) => (state === "confirmed" || state === "refused") && within(createdAt, range),
    );
    return percentilesOf(
      settled.flatMap(({ firstBegunAt, settledAt }) =>
        firstBegunAt === null || settledAt === null ? [] : [settledAt - firstBegunAt],
      ),
    );
  },

  countLongUnknown: async (ask) => longUnknown(ledger, ask).size,

  async nearMissFigures(range) {
    const figures = new Map<string, NearMissFigure>();
    for (const { kind, state } of ledger.nearMisses.filter(({ at }) => within(at, range))) {
      const figure = figures.get(`${kind} ${state}`) ?? { kind, state, count: 0 };
      figures.set(`${kind} ${state}`, { ...figure, count: figure.count + 1 });
    }
    return [...figures.keys()].sort().map((key) => figures.get(key)!); // it was just taken from there
  },
});

/** The ids of the actions that had been unknown for so long at some moment of the range. */
export function longUnknown(ledger: MemoryLedger, ask: NonNullable<ActionQuery["longUnknown"]>): Set<string> {
  const long = [...ledger.attempts.values()].filter((attempt) => {
    if (attempt.endedAt === null || attempt.reason === null) return false;
    const longAt = attempt.endedAt + ask.longerThanMs;
    const resolvedAt = unknownUntil(ledger, attempt);
    return within(longAt, ask) && longAt <= ledger.now() && resolvedAt !== null && resolvedAt > longAt;
  });
  return new Set(long.map(({ actionId }) => actionId));
}

/** Infinity while nothing resolved it; null for an attempt that never was unknown. */
function unknownUntil(ledger: MemoryLedger, attempt: KeptAttempt): number | null {
  const { id, actionId, number, outcome, resolution } = attempt;
  const evidence = ledger.evidence.filter((row) => row.actionId === actionId);
  const reports = evidence.filter(({ kind, attemptId }) => kind === "late_report" && attemptId === id);
  if (outcome !== "unknown" && reports.length === 0) return null;
  const next = ledger.attemptsOf(actionId).find((later) => later.number > number);
  const answers = evidence.filter(
    ({ kind, at }) =>
      (kind === "probe" || kind === "person") && at >= (attempt.endedAt ?? 0) && at < (next?.begunAt ?? Infinity),
  );
  const ends = [
    ...(outcome === "unknown" ? [] : [Math.min(...reports.map(({ at }) => at))]),
    ...((resolution === "did_not_happen" || resolution === "risk_accepted") && answers.length > 0
      ? [Math.max(...answers.map(({ at }) => at))]
      : []),
    ledger.getAction(actionId).settledAt ?? Infinity,
  ];
  return Math.min(...ends);
}
