"use client";

import { useQuery } from "@tanstack/react-query";
import { IncidentsAbout } from "@/components/review/incidents-about";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { liveStateOf } from "@/components/shell/query-live-chip";
import { useNow } from "@/components/ui/clock";
import { Notice } from "@/components/ui/notice";
import { shortId } from "@/components/ui/short-id";
import { SkeletonLines } from "@/components/ui/skeleton";
import { ApiError } from "@/lib/client/api";
import { paths } from "@/lib/client/paths";
import { runQueries } from "@/lib/client/run-queries";
import { runIsOver } from "@/lib/progress/run";
import type { Role } from "@/lib/progress/validation";
import { ActionsRegion } from "./actions-region";
import { DealtPanel } from "./dealt-panel";
import { LatestCommand } from "./latest-command";
import { NoSuchRun } from "./no-such-run";
import { OperatorCommands } from "./operator-commands";
import { PageJumps } from "./page-jumps";
import { ProgressRegion } from "./progress-region";
import { RunHeader } from "./run-header";
import { RunbookPanel } from "./runbook-panel";
import { ThreeAnswers } from "./three-answers";
import { WorkerMissing } from "./worker-missing";

const crumbs = [{ href: paths.runs(), label: "Runs" }];

export function RunScreen({ runId, role }: { runId: string; role: Role }) {
  const query = useQuery(runQueries.one(runId));
  const now = useNow(1_000);
  const { data: view, error } = query;
  if (view === undefined) {
    const code = error instanceof ApiError ? error.code : null;
    return (
      <>
        <PageHeader title={`Run ${shortId("run", runId)}`} crumbs={crumbs} />
        {code === "run_not_found" || code === "bad_id" ? (
          <NoSuchRun malformed={code === "bad_id"} />
        ) : error ? (
          <QueryError what="this run" query={query} />
        ) : (
          <SkeletonLines lines={10} label="Loading the run" />
        )}
      </>
    );
  }
  const over = runIsOver(view.progress.run.state);
  const stale = now !== null && liveStateOf(query, now, over) === "stale";
  return (
    <>
      <RunHeader view={view} role={role} query={query} crumbs={crumbs} />
      <div className="flex flex-col gap-4">
        {stale ? (
          <Notice tone="attention" live="polite" title="This may be out of date">
            The server does not answer. What is shown was true when it was last read; decide nothing on it.
          </Notice>
        ) : null}
        <WorkerMissing view={view} />
        <LatestCommand view={view} />
        <ThreeAnswers view={view} stale={stale} />
        <DealtPanel view={view} role={role} />
        <RunbookPanel view={view} />
        <PageJumps view={view} />
        <ProgressRegion view={view} />
        <ActionsRegion view={view} role={role} />
        <IncidentsAbout
          about={{ runId }}
          name={view.progress.run.subject ?? view.progress.run.logicalRunId}
          role={role}
        />
        <OperatorCommands commands={view.commands} />
      </div>
    </>
  );
}
