/** In memory, what the ledger keeps of some runs, and what it was good for. */

import type { CountedAction, DestinationUse, LedgerProtection } from "@/lib/ledger/protection";
import type { KeptAction, MemoryLedger } from "./memory-ledger";

export const memoryProtection = (ledger: MemoryLedger): LedgerProtection => {
  const of = (runIds: string[]) =>
    [...ledger.actions.values()].filter(({ runId }) => runId !== null && runIds.includes(runId));
  const judged = (action: KeptAction): CountedAction => {
    const attempts = ledger.attemptsOf(action.id);
    const isLate = (id: string) => ledger.evidence.some((e) => e.attemptId === id && e.kind === "late_report");
    const gotThrough = action.contradictedAt !== null;
    return {
      id: action.id,
      type: action.type,
      object: action.object,
      destination: action.destination,
      effect: action.declaration.effect,
      impact: action.declaration.impact,
      retried: attempts.length > 1,
      leftUnknown: attempts.some(({ id, outcome }) => outcome === "unknown" || isLate(id)),
      unknown: action.state === "unknown",
      avoided: !gotThrough && ledger.avoided.some((row) => row.actionId === action.id && row.wrong === null),
      gotThrough,
    };
  };
  const countUse = (actions: KeptAction[]): DestinationUse => {
    // Groups have members, and all of one declaration in what the names below say.
    const [{ destination, declaration }] = actions as [KeptAction];
    const flags = actions.map(judged);
    const count = (flag: "retried" | "leftUnknown" | "unknown" | "avoided" | "gotThrough") =>
      flags.filter((one) => one[flag]).length;
    const attempts = actions.flatMap(({ id }) => ledger.attemptsOf(id));
    const evidence = ledger.evidence.filter(({ actionId }) => actions.some(({ id }) => id === actionId));
    const took = attempts.flatMap(({ begunAt, endedAt }) => (endedAt === null ? [] : endedAt - begunAt));
    took.sort((a, b) => a - b);
    return {
      destination,
      title: declaration.title,
      effect: declaration.effect,
      impact: declaration.impact,
      actions: actions.length,
      attempts: attempts.length,
      retried: count("retried"),
      leftUnknown: count("leftUnknown"),
      unknown: count("unknown"),
      avoided: count("avoided"),
      gotThrough: count("gotThrough"),
      rows: actions.length + attempts.length + evidence.length,
      bytes: actions.reduce(
        (sum, { payloadBytes, response }) => sum + payloadBytes + Buffer.byteLength(response ?? ""),
        0,
      ),
      attemptP50Ms: took[Math.max(0, Math.ceil(took.length / 2) - 1)] ?? null,
    };
  };
  return {
    async destinationUse(runIds) {
      const groups = new Map<string, KeptAction[]>();
      for (const action of of(runIds)) {
        const { effect, impact } = action.declaration;
        const name = [action.destination, effect, impact].join(" ");
        groups.set(name, [...(groups.get(name) ?? []), action]);
      }
      return [...groups.keys()].sort().map((name) => countUse(groups.get(name) ?? []));
    },
    countedActions: async ({ runIds, limit }) =>
      of(runIds)
        .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
        .map(judged)
        .filter((one) => one.retried || one.leftUnknown || one.unknown || one.avoided || one.gotThrough)
        .slice(0, limit),
  };
};
