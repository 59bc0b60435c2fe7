/** People's decisions about stopped runs, in memory. */

import type { StopDecisionStore } from "@/lib/engine/stop-decision-store";
import type { StopDecision } from "@/lib/progress/dealt-with";

export function memoryStopDecisionStore(now: () => number): StopDecisionStore {
  let kept: StopDecision[] = [];
  const list = (runId: string) => kept.filter((one) => one.runId === runId).sort((a, b) => b.number - a.number);
  return {
    async record(decision) {
      const known = kept.find(({ id }) => id === decision.id);
      if (known) return structuredClone(known);
      if (list(decision.runId).some(({ number }) => number === decision.number)) return null;
      const made = { ...decision, at: now() };
      kept.push(made);
      return structuredClone(made);
    },
    list: async (runId) => structuredClone(list(runId)),
    async marks() {
      const last = [...new Set(kept.map(({ runId }) => runId))].flatMap((runId) => list(runId)[0] ?? []);
      const marksOf = (isReopened: boolean) =>
        last
          .filter(({ as }) => (as === "reopened") === isReopened)
          .map(({ runId, execution }) => ({ runId, execution }));
      return { settled: marksOf(false), reopened: marksOf(true) };
    },
    async remove(runId) {
      kept = kept.filter((one) => one.runId !== runId);
    },
  };
}
