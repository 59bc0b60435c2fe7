/** Who followed which step of a runbook, in memory. */

import type { FollowedStep, RunbookStepStore } from "@/lib/review/runbook-step-store";

export function memoryRunbookStepStore(now: () => number): RunbookStepStore {
  const kept: FollowedStep[] = [];
  const find = (id: string) => kept.find((step) => step.id === id);
  return {
    async follow(step) {
      const standing = kept.find(
        ({ object, slug, hash, undone }) =>
          object.id === step.object.id && slug === step.slug && hash === step.hash && undone === null,
      );
      const known = find(step.id) ?? standing;
      if (known) return structuredClone(known);
      const made = { ...step, at: now(), undone: null };
      kept.push(made);
      return structuredClone(made);
    },
    async unfollow({ id, by }) {
      const step = find(id);
      if (!step || step.undone) return null;
      step.undone = { by, at: now() };
      return structuredClone(step);
    },
    find: async (id) => structuredClone(find(id) ?? null),
    list: async ({ kind, id }) =>
      structuredClone(
        kept
          .filter(({ object }) => object.kind === kind && object.id === id)
          .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)),
      ),
    async uses() {
      const standing = kept.filter(({ undone }) => undone === null);
      return [...new Set(standing.map(({ slug }) => slug))].sort().map((slug) => {
        const ofIt = standing.filter((step) => step.slug === slug);
        return {
          slug,
          objects: new Set(ofIt.map(({ object }) => object.id)).size,
          lastAt: Math.max(...ofIt.map(({ at }) => at)),
        };
      });
    },
  };
}
