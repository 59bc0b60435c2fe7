"use client";

import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { QueryLiveChip } from "@/components/shell/query-live-chip";
import { EmptyState } from "@/components/ui/empty-state";
import { SkeletonLines } from "@/components/ui/skeleton";
import { destinationQueries } from "@/lib/client/destination-queries";
import type { Role } from "@/lib/progress/validation";
import { DestinationPanel } from "./destination-panel";

/** Every outside system that a worker declared: how it treats repeats, and whether anything is sent there now. */
export function DestinationsScreen({ role }: { role: Role }) {
  const query = useQuery(destinationQueries.list());
  const { data, error } = query;
  return (
    <>
      <PageHeader
        title="Destinations"
        facts="The outside systems that actions go to, as workers declared them: what may be repeated there, until when, and what one repeat would do."
        live={<QueryLiveChip query={query} />}
      />
      {data === undefined ? (
        error ? (
          <QueryError what="the destinations" query={query} />
        ) : (
          <SkeletonLines lines={8} label="Loading the destinations" />
        )
      ) : data.rows.length === 0 ? (
        <EmptyState title="No destination yet">
          A worker declares its destinations when it starts. The first one appears here with the first worker.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-5">
          {data.rows.map((row) => (
            <DestinationPanel key={row.declaration.name} row={row} now={data.now} role={role} />
          ))}
        </div>
      )}
    </>
  );
}
