"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { actionColumns } from "@/components/ledger/action-columns";
import { isOpenQuestion } from "@/components/ledger/press";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { QueryLiveChip } from "@/components/shell/query-live-chip";
import { DataTable } from "@/components/table/data-table";
import { useHeldRows } from "@/components/table/held-rows";
import { NewRowsBar } from "@/components/table/new-rows-bar";
import { Button } from "@/components/ui/button";
import { useNow } from "@/components/ui/clock";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { NoMatch } from "@/components/ui/no-match";
import { actionQueries } from "@/lib/client/action-queries";
import { paths } from "@/lib/client/paths";
import { actionFilters, actionParams, hasFilters } from "../search-params";
import { ActionFiltersBar } from "./action-filters-bar";
import { filterWords } from "./filter-words";

type Destination = { name: string; title: string };

/** The ledger of all runs, newest first. */
export function ActionsScreen({ destinations }: { destinations: readonly Destination[] }) {
  const [params, setParams] = useQueryStates(actionParams);
  const now = useNow(1_000);
  // Only the question depends on this moment, never what is rendered before the browser took over.
  const filters = actionFilters(params, now ?? Date.now());
  const query = useInfiniteQuery(actionQueries.pages(filters));
  const held = useHeldRows(
    query.data?.pages.flatMap((page) => page.rows),
    (row) => row.action.id,
    JSON.stringify(filters),
  );
  const clear = () => setParams(null);
  return (
    <>
      <PageHeader
        title="Actions"
        facts="Everything that runs did in the outside world, or were about to do, newest first. Their progress is on the page of each run."
        live={<QueryLiveChip query={query} />}
        actions={
          <>
            <LinkButton href={paths.destinations()}>Destinations</LinkButton>
            <LinkButton href={paths.desk()}>Unknown outcomes</LinkButton>
          </>
        }
      />
      <section aria-label="Ledger of all runs" className="overflow-clip rounded-xl border bg-surface">
        <ActionFiltersBar params={params} onChange={setParams} destinations={destinations} />
        <NewRowsBar count={held.waiting} one="action" many="actions" onShow={held.show} />
        <DataTable
          wide
          caption="Actions of all runs, newest first"
          columns={actionColumns(now)}
          rows={held.rows}
          rowKey={({ action }) => action.id}
          rowHref={({ action }) => paths.action(action.id)}
          rowClass={(row) => (isOpenQuestion(row) ? "bg-attention-soft/50" : undefined)}
          refreshing={query.isPlaceholderData}
          empty={
            hasFilters(params) ? (
              <NoMatch
                filters={filterWords(params, destinations)}
                actions={<Button onClick={clear}>Clear filters</Button>}
              />
            ) : (
              <EmptyState title="No action yet">
                The ledger fills when a run declares its first action: before anything is sent.
              </EmptyState>
            )
          }
          error={query.error ? <QueryError what="the ledger" query={query} /> : null}
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
