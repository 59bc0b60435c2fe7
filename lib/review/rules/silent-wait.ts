import { waitForMs } from "../facts";
import { evidenceOfStep, type Rule } from "./rule";

export const silentWait: Rule = {
  cause: "silent_wait",
  sentence: "A run was ready for over a quarter of an hour, and no worker took it. Nothing told anybody.",
  source: "Runs that are ready, and when executions began (progress)",
  severity: "S3: nothing outside was touched, and what the run was to do came late.",
  next: "Start a worker that has the workflow in this version, and watch how long ready runs wait.",
  find: ({ longWaits }) =>
    longWaits.map((fact) =>
      evidenceOfStep(
        "silent_wait",
        {
          ...fact,
          // The same wait, whether it was noticed while it lasted or when it was over.
          id: `${fact.runId} ${fact.executionNumber}`,
          step: null,
          executionId: null,
          at: fact.since + waitForMs,
        },
        {
          title: `Runs of ${fact.workflow} wait for a worker`,
          says: `It was ready for execution ${fact.executionNumber}, and no worker took it for over a quarter of an hour.`,
        },
      ),
    ),
};
