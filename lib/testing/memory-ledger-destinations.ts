/** The in-memory ledger's register of destinations. */

import { isDeepStrictEqual } from "node:util";
import type { ActionState } from "@/lib/ledger/action";
import { countedMax } from "@/lib/ledger/destination";
import type { LedgerStore } from "@/lib/ledger/store";
import type { MemoryLedger } from "./memory-ledger";

type Register = Pick<
  LedgerStore,
  "declareDestinations" | "holdDestination" | "releaseDestination" | "listDestinations" | "destinationFigures"
>;

export const memoryDestinations = (ledger: MemoryLedger): Register => ({
  async declareDestinations(declared) {
    for (const declaration of declared) {
      const known = ledger.destinations.get(declaration.name);
      if (known && isDeepStrictEqual(known.declaration, declaration)) continue;
      const { hold = null, holdId = null } = known ?? {};
      const kept = { declaration: structuredClone(declaration), declaredAt: ledger.now(), hold, holdId };
      ledger.destinations.set(declaration.name, kept);
    }
  },

  async holdDestination({ id, name, by, reason }) {
    const known = ledger.destinations.get(name);
    if (known === undefined) return { held: false, why: "destination_not_found" };
    if (known.hold !== null && known.holdId !== id)
      return { held: false, why: "already_held", hold: { ...known.hold } };
    known.holdId = id;
    known.hold ??= { by, at: ledger.now(), reason };
    return { held: true, hold: { ...known.hold }, inFlightUntil: inFlightUntil(ledger, name) };
  },

  async releaseDestination({ id, name }) {
    const known = ledger.destinations.get(name);
    if (known === undefined) return { released: false, why: "destination_not_found" };
    if (ledger.outbox.some((row) => row.id === id)) return { released: true };
    if (known.hold === null) return { released: false, why: "not_held" };
    known.hold = null;
    ledger.tell("destination_released", { destination: name }, id);
    return { released: true };
  },

  listDestinations: async () =>
    [...ledger.destinations]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { holdId: _, ...kept }]) => structuredClone(kept)),

  async destinationFigures(most = countedMax) {
    const names = [...new Set([...ledger.actions.values()].map(({ destination }) => destination))].sort();
    return names.map((destination) => ({
      destination,
      actions: countByState(ledger, destination, most),
      inFlightUntil: inFlightUntil(ledger, destination),
    }));
  },
});

function inFlightUntil(ledger: MemoryLedger, destination: string): number | null {
  const open = [...ledger.attempts.values()].filter(
    ({ actionId, outcome }) => outcome === null && ledger.getAction(actionId).destination === destination,
  );
  return open.length === 0 ? null : Math.max(...open.map(({ deadlineAt }) => deadlineAt));
}

function countByState(ledger: MemoryLedger, destination: string, most: number): Partial<Record<ActionState, number>> {
  const counts: Partial<Record<ActionState, number>> = {};
  for (const action of ledger.actions.values()) {
    if (action.destination !== destination) continue;
    counts[action.state] = Math.min((counts[action.state] ?? 0) + 1, most + 1);
  }
  return counts;
}
