/** What went wrong with actions, in memory. */

import type { LedgerTroubles, TroubledAction, TroubleRange } from "@/lib/ledger/trouble";
import { comesTrueWithinMs } from "@/lib/store/ledger-troubles";
import type { KeptAction, KeptAttempt, MemoryLedger } from "./memory-ledger";

export function memoryTroubles(ledger: MemoryLedger): LedgerTroubles {
  const attempts = () => [...ledger.attempts.values()];
  const followed = () =>
    attempts().flatMap((attempt) => {
      const before = attempts().find((t) => t.actionId === attempt.actionId && t.number === attempt.number - 1);
      return before ? [{ attempt, before }] : [];
    });
  return {
    contradictions: async (range) =>
      bounded(
        [...ledger.actions.values()].flatMap((action) => {
          const last = ledger.attemptsOf(action.id).findLast(({ outcome }) => outcome === "confirmed");
          if (action.contradictedAt === null) return [];
          return [troubled(action, action.id, last?.executionId ?? null, action.contradictedAt)];
        }),
        range,
      ),

    nearMissesComeTrue: async (range) =>
      bounded(
        ledger.nearMisses.flatMap((near) => {
          const action = ledger.getAction(near.actionId);
          const other = near.otherActionId === null ? null : ledger.getAction(near.otherActionId);
          if (near.state !== "noted" || action.state !== "confirmed" || other?.state !== "confirmed") return [];
          const at = Math.max(action.settledAt ?? 0, other.settledAt ?? 0);
          if (at - near.at > comesTrueWithinMs) return [];
          return [{ ...troubled(action, near.id, near.executionId, at), otherActionId: other.id }];
        }),
        range,
      ),

    payloadMismatches: async (range) =>
      bounded(
        ledger.nearMisses
          .filter(({ kind }) => kind === "other_payload")
          .map((near) => troubled(ledger.getAction(near.actionId), near.id, near.executionId, near.at)),
        range,
      ),

    zombieReports: async (range) =>
      bounded(
        ledger.evidence.flatMap((one) => {
          const attempt = ledger.attempts.get(one.attemptId ?? "");
          if (one.kind !== "late_report" || attempt === undefined) return [];
          const isReplaced = ledger
            .attemptsOf(one.actionId)
            .some((n) => n.token > attempt.token && n.begunAt <= one.at);
          if (attempt.closedBy !== "fence" && !isReplaced) return [];
          return [troubled(ledger.getAction(one.actionId), one.id, attempt.executionId, one.at)];
        }),
        range,
      ),

    async longUnknowns({ longerThanMs, ...range }) {
      const found = attempts().flatMap((attempt) => {
        const since = attempt.endedAt ?? 0;
        const action = ledger.getAction(attempt.actionId);
        const until = overAt(ledger, action, attempt);
        const isLong = until === null || until >= since + longerThanMs;
        if (attempt.outcome !== "unknown" || !isLong) return [];
        return [{ ...troubled(action, attempt.id, attempt.executionId, since + longerThanMs), until }];
      });
      return bounded(found, range);
    },

    unreasonedAttempts: async (range) =>
      bounded(
        followed().flatMap(({ attempt, before }) => {
          const isKnown = before.outcome === null || before.outcome === "confirmed" || before.reason !== null;
          if (isKnown) return [];
          return [troubled(ledger.getAction(before.actionId), before.id, before.executionId, attempt.begunAt)];
        }),
        range,
      ),
  };
}

function overAt(ledger: MemoryLedger, action: KeptAction, attempt: KeptAttempt): number | null {
  if (action.state === "unknown" && attempt.resolution === null) return null;
  const next = ledger.attemptsOf(action.id).filter(({ number }) => number > attempt.number);
  const said = ledger.evidence.filter(
    ({ actionId, kind }) => actionId === action.id && ["probe", "person", "late_report"].includes(kind),
  );
  const times = [
    action.settledAt ?? Number.POSITIVE_INFINITY,
    ...next.map(({ begunAt }) => begunAt),
    ...(said.length > 0 ? [Math.max(...said.map(({ at }) => at))] : []),
  ];
  const first = Math.min(...times);
  return Number.isFinite(first) ? first : null;
}

const troubled = (action: KeptAction, id: string, executionId: string | null, at: number): TroubledAction => ({
  id,
  action: {
    id: action.id,
    runId: action.runId,
    type: action.type,
    object: action.object,
    destination: action.destination,
  },
  declaration: action.declaration,
  executionId,
  at,
});

function bounded<T extends { at: number }>(rows: T[], { from, to, limit }: TroubleRange): T[] {
  const inRange = rows.filter(({ at }) => at >= from && at < to).sort((a, b) => a.at - b.at);
  return structuredClone(inRange.slice(0, limit));
}
