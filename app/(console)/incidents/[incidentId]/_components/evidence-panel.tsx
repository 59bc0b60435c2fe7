"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { costWords } from "@/components/review/incident-words";
import type { Column } from "@/components/table/column";
import { DataTable } from "@/components/table/data-table";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { shortId } from "@/components/ui/short-id";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import type { Incident, IncidentView } from "@/lib/api/contract/incident";
import { incidentQueries } from "@/lib/client/incident-queries";
import { paths } from "@/lib/client/paths";

type Row = IncidentView["evidence"][number];

const columns: Column<Row>[] = [
  { key: "at", header: "When", card: "plain", cell: ({ at }) => <Timestamp at={at} /> },
  {
    key: "says",
    header: "What happened",
    card: "title",
    cell: ({ says }) => <span className="break-words">{says}</span>,
  },
  { key: "step", header: "Step", cell: ({ step }) => step ?? <None /> },
  { key: "cost", header: "In vain", cell: ({ cost }) => costWords(cost) ?? <None /> },
  {
    key: "run",
    header: "Run",
    cell: ({ runId }) =>
      runId === null ? <None /> : <TextLink href={paths.run(runId)}>{shortId("run", runId)}</TextLink>,
  },
  {
    key: "action",
    header: "Action",
    cell: ({ actionId }) =>
      actionId === null ? <None /> : <TextLink href={paths.action(actionId)}>{shortId("act", actionId)}</TextLink>,
  },
];

const None = () => <span className="text-muted">–</span>;

/** Each row leads to the run and the action that it is about. The newest come with the page, older ones on demand. */
export function EvidencePanel({ incident, evidence }: { incident: Incident; evidence: readonly Row[] }) {
  const [all, setAll] = useState(false);
  const query = useInfiniteQuery({ ...incidentQueries.evidence(incident.id), enabled: all });
  const loaded = query.data?.pages.flatMap((page) => page.rows);
  const rows = all && loaded ? loaded : [...evidence];
  return (
    <Panel
      flush
      title="Evidence"
      note={rows.length < incident.evidence ? `newest ${rows.length} of ${incident.evidence}` : `${incident.evidence}`}
      actions={
        !all && evidence.length < incident.evidence ? (
          <Button onClick={() => setAll(true)}>Show older ones</Button>
        ) : null
      }
    >
      <DataTable
        caption="Evidence, newest first"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No evidence">It was opened by hand, about no run and no action.</EmptyState>}
        error={query.error ? <p className="p-4 text-sm">Older ones could not be read: {query.error.message}</p> : null}
        more={
          all
            ? {
                shown: rows.length,
                hasMore: query.hasNextPage,
                loading: query.isFetchingNextPage,
                onLoadMore: () => query.fetchNextPage(),
              }
            : undefined
        }
      />
    </Panel>
  );
}
