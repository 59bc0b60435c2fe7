import { evidenceOfAction, impactDecides, type Rule } from "./rule";

export const ledgerGap: Rule = {
  cause: "ledger_gap",
  sentence:
    "Progress and the ledger do not fit together although they had time to: an outcome without its checkpoint, a checkpoint without its outcome, or an action without its run.",
  source: "Live actions (ledger) beside the live checkpoints of their runs (progress)",
  severity: impactDecides,
  next: "Resume the run: it takes the outcome from the ledger and sends nothing. Where the run is missing, check what was restored.",
  find: ({ gaps }) =>
    gaps.map((fact) =>
      evidenceOfAction("ledger_gap", fact, {
        title: `Progress and the ledger do not fit at ${fact.action.type}`,
        says: fact.sentence,
      }),
    ),
};
