import { FollowedSteps } from "@/components/review/followed-steps";
import { RunbookLink } from "@/components/review/runbook-link";
import { stoppedForGood } from "@/lib/progress/dealt-with";
import type { RunView } from "./run-view";

/** What was written down for this case, and which of its steps were followed. Not for a run that needs nobody. */
export function RunbookPanel({ view }: { view: RunView }) {
  const { run } = view.progress;
  const unsettled = Boolean(view.answers.attempted.byState.unknown);
  const needs = unsettled || run.state === "blocked" || run.state === "interrupted" || stoppedForGood(run);
  return (
    <>
      {needs || view.runbooks.best ? (
        <div className="rounded-lg border bg-surface px-4 py-2">
          <RunbookLink
            pointer={view.runbooks}
            about={{ run: run.id }}
            none="No runbook fits this run: what was found out here is worth writing down."
          />
        </div>
      ) : null}
      <FollowedSteps steps={view.followed} about={{ run: run.id }} />
    </>
  );
}
