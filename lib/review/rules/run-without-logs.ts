import { evidenceOfStep, nothingOutside, type Rule } from "./rule";

export const runWithoutLogs: Rule = {
  cause: "run_without_logs",
  sentence: "A run failed or lost a worker, and its code had not written one line about what it was doing.",
  source: "Runs that are over, beside their journal (progress)",
  severity: nothingOutside,
  next: "Write a line at the start of each step and one with what it decided.",
  find: ({ runsWithoutLogs }) =>
    runsWithoutLogs.map((fact) =>
      evidenceOfStep(
        "run_without_logs",
        { ...fact, id: fact.runId, step: null, executionId: null },
        {
          title: `Runs of ${fact.workflow} leave no line when they go wrong`,
          says: fact.failed ? "It failed without a line in its log." : "It lost a worker, without a line in its log.",
        },
      ),
    ),
};
