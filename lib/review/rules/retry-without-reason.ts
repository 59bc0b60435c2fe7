import { actionOf, evidenceOfAction, evidenceOfStep, type Rule } from "./rule";

export const retryWithoutReason: Rule = {
  cause: "retry_without_reason",
  sentence: "Something was tried again, and nothing says why the try before it failed.",
  source: "Attempts of steps whose error has no text (progress), and attempts of actions without a reason (ledger)",
  severity: "S3 at a step; at an action by the declared impact of one repeat.",
  next: "Throw errors that say what happened, and let the destination's answers through to the attempt.",
  find: ({ unreasonedRetries, unreasonedAttempts }) => [
    ...unreasonedRetries.map((fact) =>
      evidenceOfStep(
        "retry_without_reason",
        { ...fact, id: fact.attemptId },
        {
          title: `${fact.step} of ${fact.workflow} is tried again without a reason`,
          says: `${fact.step} failed without a word, and was tried again.`,
        },
      ),
    ),
    ...unreasonedAttempts.map((fact) =>
      evidenceOfAction("retry_without_reason", fact, {
        title: `${fact.action.type} is tried again without a reason`,
        says: `${actionOf(fact)} was tried again, and nothing says why the try before it failed.`,
      }),
    ),
  ],
};
