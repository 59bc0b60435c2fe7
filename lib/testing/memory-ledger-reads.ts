/** The in-memory ledger's records, pages and figures. */

import { type ActionState, isDisputed, isDouble } from "@/lib/ledger/action";
import { howFar } from "@/lib/ledger/near-miss";
import type { ActionQuery, AttemptFigure, AttemptRow, AvoidedFigure, LedgerStore } from "@/lib/ledger/store";
import { sameKeyUntil } from "@/lib/ledger/verdict";
import { cursorText, parseCursor } from "@/lib/store/cursor";
import type { KeptAction, KeptAttempt, MemoryLedger } from "./memory-ledger";
import { pendingProposal } from "./memory-ledger-proposals";
import { longUnknown } from "./memory-ledger-week";

type Records = Pick<
  LedgerStore,
  "findAction" | "findLive" | "readAction" | "readRunActions" | "readActions" | "readUnknown"
>;
type Lists = Pick<LedgerStore, "listActions" | "countActions" | "avoidedByRun" | "contradictedRuns">;
type Figures = Pick<
  LedgerStore,
  "avoidedFigures" | "avoidedTotals" | "gotThroughFigures" | "attemptFigures" | "attemptRows"
>;

export const memoryRecords = (ledger: MemoryLedger): Records => {
  const record = (action: KeptAction) => ({
    ...ledger.facts(action),
    payload: action.payload,
    proposal: pendingProposal(ledger, action.id),
    probes: [...ledger.probes.values()]
      .filter((probe) => probe.actionId === action.id)
      .map(({ takenUntil: _, ...probe }) => probe),
    evidence: structuredClone(ledger.evidence.filter((row) => row.actionId === action.id)),
    avoided: structuredClone(ledger.avoided.filter((row) => row.actionId === action.id)),
    nearMisses: ledger.nearMisses
      .filter((near) => near.actionId === action.id || near.otherActionId === action.id)
      .map((near) => ({
        ...near,
        later: howFar(ledger.getAction(near.actionId)),
        earlier: near.otherActionId === null ? null : howFar(ledger.getAction(near.otherActionId)),
      })),
  });
  const find = (id: string) => ledger.actions.get(id);
  return {
    async findAction(id) {
      const action = find(id);
      return action ? ledger.action(action) : null;
    },
    async findLive(businessKey) {
      const action = ledger.byKey(businessKey);
      return action ? ledger.action(action) : null;
    },
    async readAction(id) {
      const action = find(id);
      return action ? record(action) : null;
    },
    readRunActions: async (runId) =>
      [...ledger.actions.values()]
        .filter((action) => action.runId === runId)
        .sort(oldestFirst)
        .map(record),
    readActions: async (ids) => ids.flatMap((id) => find(id) ?? []).map(record),
    readUnknown: async ({ destination, limit }) =>
      [...ledger.actions.values()]
        .filter((action) => action.state === "unknown" && (!destination || action.destination === destination))
        .map((action) => ({ action, until: openUntil(action, ledger.now()) }))
        .sort(
          (a, b) =>
            a.until - b.until ||
            (a.action.firstBegunAt ?? 0) - (b.action.firstBegunAt ?? 0) ||
            (a.action.id < b.action.id ? -1 : 1),
        )
        .slice(0, limit)
        .map(({ action }) => record(action)),
  };
};

const unsettled: readonly ActionState[] = ["planned", "held", "sending", "unknown"];

export const memoryGaps = (ledger: MemoryLedger): Pick<LedgerStore, "agedActions"> => ({
  async agedActions({ from, before, limit }) {
    const aged = [...ledger.actions.values()].filter(({ createdAt }) => createdAt < before).sort(oldestFirst);
    const open = aged.filter(({ state }) => unsettled.includes(state)).slice(-limit);
    const recent = aged.filter(({ createdAt }) => createdAt >= from).slice(-limit);
    return aged
      .filter((action) => action.live && (open.includes(action) || recent.includes(action)))
      .flatMap(({ id, runId, type, object, state, createdAt, settledAt }) =>
        runId === null ? [] : [{ id, runId, type, object, state, createdAt, settledAt }],
      );
  },
});

export const memoryLists = (ledger: MemoryLedger): Lists => {
  const avoidedCount = (action: KeptAction) =>
    ledger.avoided.filter((row) => row.actionId === action.id && row.wrong === null).length;
  return {
    async listActions(query) {
      const found = [...ledger.actions.values()].filter(matches(ledger, query)).sort(oldestFirst).reverse();
      const page = found.slice(0, query.pageSize);
      const last = page.at(-1);
      return {
        rows: page.map((action) => ({ ...ledger.facts(action), avoidedCount: avoidedCount(action) })),
        next: last && found.length > page.length ? cursorText({ micros: microsOf(last), id: last.id }) : null,
      };
    },

    async countActions({ runIds, states }) {
      const counted = [...ledger.actions.values()].filter(
        ({ runId, state }) =>
          (!runIds || (runId !== null && runIds.includes(runId))) && (!states || states.includes(state)),
      );
      const nameOf = ({ runId, state }: KeptAction) => JSON.stringify([runIds ? runId : null, state]);
      return [...groupBy(counted, nameOf).values()].map((group) => ({
        // groupBy makes no empty groups.
        runId: runIds ? group[0]!.runId : null,
        state: group[0]!.state,
        count: group.length,
      }));
    },

    async avoidedByRun(runIds) {
      const counts = runIds.map((runId): [string, number] => [
        runId,
        [...ledger.actions.values()].filter(
          (action) => action.runId === runId && !isDouble(action) && avoidedCount(action) > 0,
        ).length,
      ]);
      return Object.fromEntries(counts.filter(([, count]) => count > 0));
    },

    contradictedRuns: async (runIds) =>
      runIds.filter((runId) =>
        [...ledger.actions.values()].some((action) => action.runId === runId && isDouble(action)),
      ),
  };
};

export const memoryFigures = (ledger: MemoryLedger): Figures => {
  const avoided = (range: { from: number; to: number }) =>
    ledger.avoided.filter(
      (row) => row.wrong === null && within(row.at, range) && !isDouble(ledger.getAction(row.actionId)),
    );
  return {
    async avoidedFigures(range) {
      const days = groupBy(avoided(range), (row) => `${dayOf(row.at, range.zone)} ${row.cause}`);
      return [...days].sort(byName).map(([name, rows]): AvoidedFigure => {
        // The names of the groups were made from exactly these two words.
        const [day, cause] = name.split(" ") as [string, AvoidedFigure["cause"]];
        return { day, cause, actions: new Set(rows.map((row) => row.actionId)).size, events: rows.length };
      });
    },
    async avoidedTotals(range) {
      const rows = avoided(range);
      const gotThrough = [...ledger.actions.values()].filter(
        (action) => isDouble(action) && within(action.contradictedAt ?? -1, range),
      );
      return {
        actions: new Set(rows.map((row) => row.actionId)).size,
        events: rows.length,
        gotThrough: gotThrough.length,
      };
    },
    async gotThroughFigures(range) {
      const days = groupBy(
        [...ledger.actions.values()].filter(({ contradictedAt }) => within(contradictedAt ?? -1, range)),
        ({ contradictedAt }) => dayOf(contradictedAt ?? 0, range.zone),
      );
      return [...days].sort(byName).map(([day, rows]) => ({ day, actions: rows.length }));
    },
    async attemptFigures(range) {
      const days = groupBy(retryRows(ledger, range), (row) => `${dayOf(row.at, range.zone)} ${row.reason}`);
      return [...days].sort(byName).map(([name, rows]): AttemptFigure => {
        const [day, reason] = name.split(" ") as [string, AttemptFigure["reason"]];
        const distinct = (ids: (string | null)[]) => new Set(ids.filter((id) => id !== null)).size;
        const actions = distinct(rows.map((row) => row.actionId));
        return { day, reason, attempts: rows.length, actions, runs: distinct(rows.map((row) => row.runId)) };
      });
    },
    attemptRows: async ({ limit, reason, ...range }) =>
      retryRows(ledger, range)
        .filter((row) => !reason || row.reason === reason)
        .sort((a, b) => b.at - a.at || (a.attemptId < b.attemptId ? 1 : -1))
        .slice(0, limit),
  };
};

function retryRows(ledger: MemoryLedger, range: { from: number; to: number; firstOnly?: boolean }): AttemptRow[] {
  return [...ledger.actions.values()].flatMap((action) =>
    retried(ledger, action)
      .filter(({ endedAt, number }) => within(endedAt ?? 0, range) && (!range.firstOnly || number === 1))
      .map(({ id: attemptId, actionId, runId, number, reason, endedAt }) => {
        const { type, object } = action;
        // Those that were retried ended for a reason.
        return { attemptId, actionId, runId, type, object, number, reason: reason!, at: endedAt! };
      }),
  );
}

/** The attempts that ended for a reason and were followed by another one. */
function retried(ledger: MemoryLedger, action: KeptAction): KeptAttempt[] {
  return ledger.attemptsOf(action.id).filter((attempt, i, all) => attempt.reason !== null && i + 1 < all.length);
}

function matches(ledger: MemoryLedger, query: ActionQuery): (action: KeptAction) => boolean {
  const {
    states,
    destination,
    runId,
    text,
    from,
    to,
    avoided,
    contradicted,
    disputed,
    unowned,
    nearMiss,
    retried: failed,
  } = query;
  const after = query.cursor === undefined ? null : parseCursor(query.cursor);
  const long = query.longUnknown === undefined ? null : longUnknown(ledger, query.longUnknown);
  return (action) =>
    (!states || states.includes(action.state)) &&
    (destination === undefined || action.destination === destination) &&
    (runId === undefined || action.runId === runId) &&
    (!text || [action.id, action.object, action.type, action.logicalRunId].some((part) => contains(part, text))) &&
    (from === undefined || action.createdAt >= from) &&
    (to === undefined || action.createdAt < to) &&
    (!avoided ||
      (!isDouble(action) &&
        ledger.avoided.some(
          (row) =>
            row.actionId === action.id &&
            row.wrong === null &&
            within(row.at, avoided) &&
            (!avoided.cause || row.cause === avoided.cause),
        ))) &&
    (!contradicted || (isDouble(action) && within(action.contradictedAt ?? -1, contradicted))) &&
    (!disputed || isDisputed(action)) &&
    (!unowned || (action.runId === null && action.payload !== null)) &&
    (long === null || long.has(action.id)) &&
    (!nearMiss ||
      ledger.nearMisses.some((near) => near.actionId === action.id && (nearMiss === "any" || near.state === "open"))) &&
    (!failed ||
      retried(ledger, action).some((row) => row.reason === failed.reason && within(row.endedAt ?? 0, failed))) &&
    (!after || isBefore({ micros: microsOf(action), id: action.id }, after));
}

/** Of a window that is closed or that there never was nothing runs out any more. */
function openUntil(action: KeptAction, now: number): number {
  const until = sameKeyUntil(action);
  return until !== null && until > now ? until : Number.MAX_SAFE_INTEGER;
}

const contains = (part: string | null, text: string): boolean =>
  part?.toLowerCase().includes(text.toLowerCase()) ?? false;
const within = (at: number, { from, to }: { from: number; to: number }): boolean => at >= from && at < to;
const microsOf = (action: KeptAction): string => String(BigInt(action.createdAt) * 1000n);
const isBefore = (a: { micros: string; id: string }, b: { micros: string; id: string }): boolean =>
  BigInt(a.micros) < BigInt(b.micros) || (a.micros === b.micros && a.id < b.id);
const oldestFirst = (a: KeptAction, b: KeptAction): number => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);
/** Swedish writes dates as ISO 8601 does. */
const dayOf = (at: number, zone: string): string => new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(at);

/** Map.groupBy came with Node 21. */
function groupBy<T>(rows: readonly T[], nameOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const name = nameOf(row);
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return groups;
}
