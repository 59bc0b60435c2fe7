"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { QueryLiveChip } from "@/components/shell/query-live-chip";
import { LoadMore } from "@/components/table/load-more";
import { SkeletonLines } from "@/components/ui/skeleton";
import { approvalQueries } from "@/lib/client/approval-queries";
import type { Role } from "@/lib/progress/validation";
import { type ApprovalTab, statesOf } from "../search-params";
import { ApprovalCard } from "./approval-card";
import { InboxTabs } from "./inbox-tabs";
import { NothingHere } from "./nothing-here";

/** What waits for a person, the nearest deadline first; and what came of the rest. */
export function Inbox({ tab, role }: { tab: ApprovalTab; role: Role }) {
  const query = useInfiniteQuery(approvalQueries.pages(statesOf[tab]));
  const items = query.data?.pages.flatMap((page) => page.rows);
  // By deadline whatever the pages' order: the one that runs out first must not stand below the fold.
  const shown =
    tab === "waiting" ? items?.toSorted((a, b) => a.validation.deadlineAt - b.validation.deadlineAt) : items;
  return (
    <>
      <PageHeader
        title="Approvals"
        facts="Held actions: nothing of them is sent before somebody decides."
        live={<QueryLiveChip query={query} />}
      />
      <InboxTabs tab={tab} />
      {query.error ? <QueryError what="the approvals" query={query} /> : null}
      {shown === undefined ? (
        query.error ? null : (
          <SkeletonLines lines={6} label="Loading the approvals" />
        )
      ) : shown.length === 0 ? (
        <NothingHere tab={tab} />
      ) : (
        <div className="overflow-clip rounded-xl border bg-surface">
          <ul className="divide-y">
            {shown.map((item) => (
              <ApprovalCard key={item.validation.id} item={item} role={role} />
            ))}
          </ul>
          <LoadMore
            shown={shown.length}
            hasMore={query.hasNextPage}
            loading={query.isFetchingNextPage}
            onLoadMore={() => query.fetchNextPage()}
          />
        </div>
      )}
    </>
  );
}
