import { actionOf, evidenceOfAction, impactDecides, type Rule } from "./rule";

export const zombieWrite: Rule = {
  cause: "zombie_write",
  sentence: "A worker that had been taken for dead was not: it reported an attempt after a newer execution took over.",
  source: "Late reports of attempts that a fence had ended (ledger)",
  severity: impactDecides,
  next: "Give the lease more time than the longest pause of the process, and find out what paused it.",
  find: ({ zombieReports }) =>
    zombieReports.map((fact) =>
      evidenceOfAction("zombie_write", fact, {
        title: `A replaced worker still reported ${fact.action.type}`,
        says: `The worker of an older execution reported ${actionOf(fact)} after a newer one had taken over.`,
      }),
    ),
};
