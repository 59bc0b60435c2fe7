import type { ActionTrouble } from "../facts";
import { actionOf, evidenceOfAction, impactDecides, type Rule } from "./rule";

/** A report that made the evidence contradict itself is told as that, which is worse, and once. */
const isSameEvent = (told: ActionTrouble, fact: ActionTrouble): boolean =>
  told.action.id === fact.action.id && told.at === fact.at;

export const zombieWrite: Rule = {
  cause: "zombie_write",
  sentence:
    "A worker that had been taken for dead was not: it reported an attempt after a newer execution took over, and nothing contradicts what it said.",
  source: "Late reports of attempts that a fence had ended (ledger)",
  severity: impactDecides,
  next: "Give the lease more time than the longest pause of the process, and find out what paused it.",
  find: ({ zombieReports, contradictions }) =>
    zombieReports
      .filter((fact) => !contradictions.some((told) => isSameEvent(told, fact)))
      .map((fact) =>
        evidenceOfAction("zombie_write", fact, {
          title: `A replaced worker still reported ${fact.action.type}`,
          says: `The worker of an older execution reported ${actionOf(fact)} after a newer one had taken over.`,
        }),
      ),
};
