import type { z } from "zod";
import { RunState } from "@/components/progress/state";
import { WorkerGap } from "@/components/progress/worker-gap";
import type { Column } from "@/components/table/column";
import { CopyableId } from "@/components/ui/copyable-id";
import { Duration } from "@/components/ui/duration";
import { shortId } from "@/components/ui/short-id";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import type { RunListItem } from "@/lib/api/contract/views";
import { paths } from "@/lib/client/paths";
import { blockedByPayload } from "@/lib/progress/run";
import { ActionCounts } from "./action-counts";

export type ListedRun = z.output<typeof RunListItem>;

export const runColumns: readonly Column<ListedRun>[] = [
  {
    key: "state",
    header: "Progress",
    card: "title",
    cell: ({ run }) => (
      <>
        <RunState value={run.state} resuming={run.cause === "resumed"} />
        <span className="sr-only">: {run.subject ?? run.logicalRunId}</span>
      </>
    ),
  },
  {
    key: "run",
    header: "Run",
    card: "plain",
    cell: ({ run }) => (
      <span className="flex flex-col">
        <span className="whitespace-nowrap">
          <span className="font-medium">{run.subject ?? run.logicalRunId}</span>{" "}
          <span className="text-xs text-muted">
            {run.workflow} v{run.workflowVersion}
          </span>
        </span>
        <span>
          <CopyableId value={run.id} label={shortId("run", run.id)} path={paths.run(run.id)} />
        </span>
      </span>
    ),
  },
  {
    key: "step",
    header: "Step",
    cell: ({ run }) => (
      <span className="flex flex-col whitespace-nowrap">
        <span>{run.currentStep ?? (run.state === "succeeded" ? "all done" : "not started")}</span>
        <span className="text-xs text-muted">
          {run.stepsDone} {run.stepsDone === 1 ? "step" : "steps"} done
        </span>
      </span>
    ),
  },
  {
    key: "actions",
    header: "Actions",
    cell: ({ actions, avoided }) => <ActionCounts counts={actions} avoided={avoided} />,
  },
  {
    key: "waiting",
    header: "Waiting on",
    width: "sm:w-full",
    cell: ({ run, workerGap }) => (workerGap === null ? <WaitingOn run={run} /> : <WorkerGap gap={workerGap} />),
  },
  {
    key: "started",
    header: "Started",
    cell: ({ run }) =>
      run.startedAt === null ? (
        <span className="text-faint">not yet</span>
      ) : (
        <span className="flex flex-col items-start whitespace-nowrap">
          <Timestamp at={run.startedAt} kind="relative" className="text-muted" />
          <span className="text-xs text-muted">
            {run.endedAt === null ? "for" : "took"} <Duration from={run.startedAt} to={run.endedAt} />
          </span>
        </span>
      ),
  },
  {
    key: "activity",
    header: "Last activity",
    cell: ({ run }) => <Timestamp at={run.lastActivityAt} kind="relative" className="text-muted" />,
  },
  {
    key: "resumes",
    header: "Resumes",
    align: "end",
    cell: ({ run }) => (run.resumeCount === 0 ? <span className="text-faint">0</span> : run.resumeCount),
  },
];

/** The cause in a sentence, and since when; what it failed on reads the same way. */
function WaitingOn({ run }: { run: ListedRun["run"] }) {
  if (run.causeText === null && run.waitingSince === null) return <span className="text-faint">nothing</span>;
  const differs = blockedByPayload(run) ? run.waitsFor.actionIds[0] : undefined;
  return (
    <span className="flex min-w-0 flex-col">
      <span className="line-clamp-3 min-w-32 text-pretty">{causeWords(run)}</span>
      {differs ? (
        <TextLink href={paths.action(differs)} className="z-1 self-start">
          Keep or revise
        </TextLink>
      ) : null}
      {run.waitingSince === null ? null : (
        <span className="text-xs whitespace-nowrap text-muted">
          since <Timestamp at={run.waitingSince} kind="relative" className="min-h-0" />
        </span>
      )}
    </span>
  );
}

/** A run that is over waits for nothing; why it ended stands in the same place. */
function causeWords({ state, causeText }: ListedRun["run"]): string {
  if (causeText === null) return "a worker";
  return state === "failed" || state === "cancelled" ? `${state}: ${causeText}` : causeText;
}
