"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { QueryLiveChip } from "@/components/shell/query-live-chip";
import { DataTable } from "@/components/table/data-table";
import { useHeldRows } from "@/components/table/held-rows";
import { NewRowsBar } from "@/components/table/new-rows-bar";
import { useRowKeys } from "@/components/table/row-keys";
import { Button } from "@/components/ui/button";
import { useNow, useZone } from "@/components/ui/clock";
import { NoMatch } from "@/components/ui/no-match";
import { paths } from "@/lib/client/paths";
import { runQueries } from "@/lib/client/run-queries";
import type { Role } from "@/lib/progress/validation";
import { hasFilters, runFilters, runParams } from "../search-params";
import { BulkResumeButton } from "./bulk-resume-button";
import { filterWords } from "./filter-words";
import { NoRunYet } from "./no-run-yet";
import { runColumns } from "./run-columns";
import { RunFiltersBar } from "./run-filters-bar";

/** All runs, newest first: their progress, with what the ledger says beside it in figures. */
export function RunsScreen({ role }: { role: Role }) {
  const [params, setParams] = useQueryStates(runParams);
  const zone = useZone();
  const filters = runFilters(params, useNow(60_000) ?? Date.now());
  const query = useInfiniteQuery(runQueries.pages(filters));
  const counts = useQuery(runQueries.counts());
  const held = useHeldRows(
    query.data?.pages.flatMap((page) => page.rows),
    ({ run }) => run.id,
    JSON.stringify(filters),
  );
  useRowKeys();
  return (
    <>
      <PageHeader
        title="Runs"
        facts="How far each job got, newest first. That a run succeeded says nothing about its actions, which are counted apart."
        live={<QueryLiveChip query={query} />}
        actions={
          params.states.length === 1 && params.states[0] === "interrupted" ? (
            <BulkResumeButton filters={filters} count={held.rows?.length ?? null} role={role} />
          ) : null
        }
      />
      <section aria-label="All runs" className="overflow-clip rounded-xl border bg-surface">
        <RunFiltersBar params={params} onChange={setParams} counts={counts.data} />
        <NewRowsBar count={held.waiting} one="run" many="runs" onShow={held.show} />
        <DataTable
          wide
          caption="Runs, newest first"
          columns={runColumns}
          rows={held.rows}
          rowKey={({ run }) => run.id}
          rowHref={({ run }) => paths.run(run.id)}
          rowClass={({ actions }) => (actions.unknown ? "bg-attention-soft/50" : undefined)}
          refreshing={query.isPlaceholderData}
          empty={
            hasFilters(params) ? (
              <NoMatch
                filters={filterWords(params, zone)}
                actions={
                  <>
                    <Button onClick={() => setParams(null)}>Clear filters</Button>
                    {params.within === "1h" || params.within === "24h" ? (
                      <Button onClick={() => setParams({ within: "7d" })}>Widen to 7 days</Button>
                    ) : null}
                  </>
                }
              />
            ) : (
              <NoRunYet />
            )
          }
          error={query.error ? <QueryError what="the runs" query={query} /> : null}
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
