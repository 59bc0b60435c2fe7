import type { Column } from "@/components/table/column";
import { Timestamp } from "@/components/ui/timestamp";
import type { Incident } from "@/lib/api/contract/incident";
import { IncidentClassMark, IncidentState, Severity } from "./incident-state";
import { costWords, placeWords, reachWords } from "./incident-words";

/** `now` is null until the browser took over. */
export function incidentColumns(now: number | null): Column<Incident>[] {
  const present = now ?? undefined;
  return [
    {
      key: "state",
      header: "State",
      card: "plain",
      cell: ({ state, severity }) => (
        <span className="flex flex-wrap items-center gap-1">
          <IncidentState value={state} />
          <Severity value={severity} />
        </span>
      ),
    },
    {
      key: "title",
      header: "What happened",
      card: "title",
      cell: ({ title, place }) => (
        <span className="flex min-w-0 flex-col">
          <span className="font-medium break-words">{title}</span>
          <span className="text-xs font-normal break-words text-muted">{placeWords(place)}</span>
        </span>
      ),
    },
    { key: "class", header: "Class", card: "plain", cell: (row) => <IncidentClassMark value={row.class} /> },
    {
      key: "reach",
      header: "Seen",
      cell: (row) => (
        <span className="flex flex-col">
          <span>{reachWords(row)}</span>
          {costWords(row.cost) ? <span className="text-xs text-muted">in vain: {costWords(row.cost)}</span> : null}
        </span>
      ),
    },
    {
      key: "last",
      header: "Last seen",
      cell: ({ lastSeenAt }) => <Timestamp at={lastSeenAt} kind="relative" now={present} />,
    },
    {
      key: "owner",
      header: "Owner",
      cell: ({ owner }) => owner?.name ?? <span className="whitespace-nowrap text-muted">nobody yet</span>,
    },
  ];
}
