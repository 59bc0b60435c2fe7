"use client";

import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { toast } from "sonner";
import { CancelButton } from "@/components/progress/cancel-button";
import { resumeOff } from "@/components/progress/plan/plan";
import { ResumeButton } from "@/components/progress/resume-button";
import { RunState } from "@/components/progress/state";
import { nothingSelected, useSelection } from "@/components/progress/timeline/timeline-view";
import { rowElementId } from "@/components/progress/timeline/tree-keys";
import { PageHeader } from "@/components/shell/page-header";
import { type Freshness, QueryLiveChip } from "@/components/shell/query-live-chip";
import { CopyableId } from "@/components/ui/copyable-id";
import { Duration } from "@/components/ui/duration";
import { shortId } from "@/components/ui/short-id";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import { runIsOver } from "@/lib/progress/run";
import type { Role } from "@/lib/progress/validation";
import { RunWayOut } from "../../../_components/run-way-out";
import type { RunView } from "./run-view";

export function RunHeader({
  view,
  role,
  query,
  crumbs,
}: {
  view: RunView;
  role: Role;
  query: Freshness;
  crumbs: readonly { href: string; label: string }[];
}) {
  const { run } = view.progress;
  const { wayOut } = view.answers.retry;
  // "latest", or the number of a checkpoint: a link can open the plan, and never more than that.
  const [plan, setPlan] = useQueryState("plan", parseAsString);
  const [, setSelection] = useSelection();
  const off = resumeOff(run, role);
  // Once open it stays until it is closed: somebody else's resume must not take away the answer to one's own.
  const [wasOpen, setWasOpen] = useState(false);
  const planOpen = plan !== null && (off === null || wasOpen);
  if (planOpen !== wasOpen) setWasOpen(planOpen);
  useShortcuts({
    r: () => (off === null ? void setPlan("latest") : toast.info("Not to be resumed", { description: off })),
  });

  async function showExecution(executionId: string) {
    await setSelection({ ...nothingSelected, exec: executionId });
    focusWhenShown(rowElementId(`execution:${executionId}`));
  }

  return (
    <PageHeader
      crumbs={crumbs}
      title={run.subject ?? run.logicalRunId}
      state={<RunState value={run.state} resuming={run.cause === "resumed"} />}
      live={<QueryLiveChip query={query} over={runIsOver(run.state)} />}
      facts={
        <>
          <CopyableId value={run.id} label={shortId("run", run.id)} path={paths.run(run.id)} />
          <span>
            {run.workflow} v{run.workflowVersion}
          </span>
          <span>
            created <Timestamp at={run.createdAt} />
          </span>
          {run.startedAt === null ? null : (
            <span>
              {run.endedAt === null ? "for" : "took"} <Duration from={run.startedAt} to={run.endedAt} />
            </span>
          )}
        </>
      }
      actions={
        <>
          <RunWayOut wayOut={wayOut} ledger={view.actions} role={role} />
          <ResumeButton
            run={run}
            role={role}
            variant={wayOut ? "secondary" : "primary"}
            open={planOpen}
            onOpenChange={(open) => void setPlan(open ? "latest" : null)}
            initialFrom={plan === null || !/^\d+$/.test(plan) ? null : Number(plan)}
            onResumed={(executionId) => void showExecution(executionId)}
          />
          <CancelButton run={run} role={role} actionsLine={actionsLine(view.answers.attempted.byState)} />
        </>
      }
    />
  );
}

function actionsLine(counts: RunView["answers"]["attempted"]["byState"]): string {
  const unsent = (counts.planned ?? 0) + (counts.held ?? 0);
  const sent = (counts.confirmed ?? 0) + (counts.unknown ?? 0) + (counts.sending ?? 0);
  const withdrawn = `${unsent} ${unsent === 1 ? "action that was" : "actions that were"} not sent ${unsent === 1 ? "is" : "are"} withdrawn`;
  if (sent === 0)
    return unsent === 0 ? "Nothing was sent, and nothing is waiting to be." : `${withdrawn}; nothing was sent.`;
  return `${unsent === 0 ? "No action is withdrawn" : withdrawn}; what was sent stays as it is (${sent}).`;
}

/** The row comes with the next read, which the resume has asked for already. */
function focusWhenShown(elementId: string, triesLeft = 20) {
  const row = document.getElementById(elementId);
  if (row) {
    row.scrollIntoView({ block: "nearest" });
    row.focus();
  } else if (triesLeft > 0) setTimeout(() => focusWhenShown(elementId, triesLeft - 1), 150);
}
