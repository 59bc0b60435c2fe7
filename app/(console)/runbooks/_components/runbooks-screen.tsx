"use client";

import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { QueryLiveChip } from "@/components/shell/query-live-chip";
import { SkeletonLines } from "@/components/ui/skeleton";
import { runbookQueries } from "@/lib/client/runbook-queries";
import { MissingRunbooks } from "./missing-runbooks";
import { RunbookProblems } from "./runbook-problems";
import { RunbookTable } from "./runbook-table";

export function RunbooksScreen() {
  const query = useQuery(runbookQueries.list());
  const { data, error } = query;
  return (
    <>
      <PageHeader
        title="Runbooks"
        facts="What to do, by the people who run each thing: when to go on from a checkpoint, and when to look with one's own eyes first."
        live={<QueryLiveChip query={query} />}
      />
      {data ? (
        <div className="flex flex-col gap-5">
          <RunbookProblems problems={data.problems} />
          <RunbookTable view={data} />
          <MissingRunbooks missing={data.missing} now={data.now} />
        </div>
      ) : error ? (
        <QueryError what="the runbooks" query={query} />
      ) : (
        <SkeletonLines lines={8} label="Loading the runbooks" />
      )}
    </>
  );
}
