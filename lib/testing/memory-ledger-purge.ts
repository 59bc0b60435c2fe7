/** The in-memory ledger at the end of its retention. */

import { isDisputed, isFinal } from "@/lib/ledger/action";
import type { LedgerStore } from "@/lib/ledger/store";
import type { MemoryLedger } from "./memory-ledger";
import { removeDelivered } from "./memory-progress-purge";

export const memoryPurging = (
  ledger: MemoryLedger,
): Pick<LedgerStore, "purgePayloads" | "removeRun" | "removeDelivered" | "removeLookUps"> => ({
  async purgePayloads(seen) {
    const spent = [...ledger.actions.values()].filter(
      (action) =>
        seen.some(({ id, version }) => id === action.id && version === action.version) &&
        isFinal(action.state) &&
        !isDisputed(action) &&
        action.payload !== null,
    );
    for (const action of spent) {
      Object.assign(action, { payload: null, response: null, purgedAt: ledger.now(), version: action.version + 1 });
      for (const near of ledger.nearMisses) if (near.actionId === action.id) near.payload = null;
    }
    return spent.length;
  },

  async removeRun({ runId, actions: seen }) {
    const actions = [...ledger.actions.values()].filter((action) => action.runId === runId);
    const isAsSeen = actions.every(
      (action) =>
        seen.some(({ id, version }) => id === action.id && version === action.version) &&
        !isDisputed(action) &&
        action.state !== "unknown" &&
        action.state !== "sending",
    );
    if (!isAsSeen || actions.length !== seen.length) return false;
    const gone = new Set(actions.map(({ id }) => id));
    for (const near of ledger.nearMisses) {
      if (near.otherActionId !== null && gone.has(near.otherActionId)) near.otherActionId = null;
    }
    for (const rows of [ledger.nearMisses, ledger.avoided, ledger.evidence]) {
      rows.splice(0, rows.length, ...(rows.filter(({ actionId }) => !gone.has(actionId)) as never[]));
    }
    for (const rows of [ledger.proposals, ledger.probes, ledger.attempts]) {
      for (const [id, { actionId }] of rows) if (gone.has(actionId)) rows.delete(id);
    }
    for (const id of gone) ledger.actions.delete(id);
    ledger.fences.delete(runId);
    return true;
  },

  removeDelivered: async (ask) => removeDelivered(ledger.outbox, ask),

  async removeLookUps({ before, limit, dryRun }) {
    const spent = [...ledger.probes.values()].filter(({ actionId, finishedAt }) => {
      const action = ledger.actions.get(actionId);
      return finishedAt !== null && finishedAt < before && action !== undefined && isFinal(action.state);
    });
    if (dryRun) return spent.length;
    const gone = spent.slice(0, limit);
    for (const { id } of gone) ledger.probes.delete(id);
    return gone.length;
  },
});
