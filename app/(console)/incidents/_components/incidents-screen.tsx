"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { incidentColumns } from "@/components/review/incident-columns";
import { OpenIncidentButton } from "@/components/review/open-incident-button";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { QueryLiveChip } from "@/components/shell/query-live-chip";
import { DataTable } from "@/components/table/data-table";
import { useHeldRows } from "@/components/table/held-rows";
import { NewRowsBar } from "@/components/table/new-rows-bar";
import { Button } from "@/components/ui/button";
import { useNow, useZone } from "@/components/ui/clock";
import { EmptyState } from "@/components/ui/empty-state";
import { NoMatch } from "@/components/ui/no-match";
import { incidentQueries } from "@/lib/client/incident-queries";
import { paths } from "@/lib/client/paths";
import type { Role } from "@/lib/progress/validation";
import { hasFilters, incidentFilters, incidentParams } from "../search-params";
import { filterWords } from "./filter-words";
import { IncidentFiltersBar } from "./incident-filters-bar";

/** What went wrong, grouped by what it was and where, last seen first. */
export function IncidentsScreen({ role }: { role: Role }) {
  const [params, setParams] = useQueryStates(incidentParams);
  const now = useNow(1_000);
  const zone = useZone();
  // Only the question depends on this moment, never what is rendered before the browser took over.
  const filters = incidentFilters(params, now ?? Date.now());
  const query = useInfiniteQuery(incidentQueries.pages(filters));
  // The counts of a row of chips leave out its own choice: each says what choosing it would show.
  const { classes: _, states: _states, ...around } = filters;
  const counts = useQuery(incidentQueries.counts(around));
  const held = useHeldRows(
    query.data?.pages.flatMap((page) => page.rows),
    (row) => row.id,
    JSON.stringify(filters),
  );
  return (
    <>
      <PageHeader
        title="Incidents"
        facts="Trouble of one kind in one place, found by declared rules in what was recorded, or opened by hand. Last seen first."
        live={<QueryLiveChip query={query} />}
        actions={<OpenIncidentButton role={role} />}
      />
      <section aria-label="Incidents" className="overflow-clip rounded-xl border bg-surface">
        <IncidentFiltersBar params={params} onChange={setParams} counts={counts.data} />
        <NewRowsBar count={held.waiting} one="incident" many="incidents" onShow={held.show} />
        <DataTable
          wide
          caption="Incidents, last seen first"
          columns={incidentColumns(now)}
          rows={held.rows}
          rowKey={({ id }) => id}
          rowHref={({ id }) => paths.incident(id)}
          refreshing={query.isPlaceholderData}
          empty={
            hasFilters(params) ? (
              <NoMatch
                filters={filterWords(params, zone)}
                actions={<Button onClick={() => setParams(null)}>Clear filters</Button>}
              />
            ) : (
              <EmptyState title="No incident yet">
                The rules look once a minute at what runs and actions left behind. What they find stands here, with its
                evidence.
              </EmptyState>
            )
          }
          error={query.error ? <QueryError what="the incidents" query={query} /> : null}
          more={{
            shown: held.rows?.length ?? 0,
            hasMore: query.hasNextPage,
            loading: query.isFetchingNextPage,
            onLoadMore: () => query.fetchNextPage(),
          }}
        />
      </section>
    </>
  );
}
