"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Count } from "@/components/ui/tabs";
import { approvalQueries } from "@/lib/client/approval-queries";
import { paths } from "@/lib/client/paths";
import { type ApprovalTab, approvalTabs, statesOf } from "../search-params";

const labels: Record<ApprovalTab, string> = {
  waiting: "Waiting",
  decided: "Decided",
  expired: "Expired or withdrawn",
};

/** Links, not widgets: each list has its address, and Back works. */
export function InboxTabs({ tab }: { tab: ApprovalTab }) {
  const waiting = useInfiniteQuery(approvalQueries.pages(statesOf.waiting));
  const count = waiting.data?.pages.reduce((sum, page) => sum + page.rows.length, 0);
  return (
    <nav aria-label="Approvals by state" className="mb-4 flex gap-1 overflow-x-auto border-b">
      {approvalTabs.map((each) => (
        <Link
          key={each}
          href={paths.approvals(each === "waiting" ? {} : { tab: each })}
          aria-current={each === tab ? "page" : undefined}
          className="relative flex h-10 shrink-0 items-center gap-1.5 px-2.5 text-sm font-medium text-muted outline-offset-[-4px] hover:text-ink aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-0 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-ink max-sm:h-11"
        >
          {labels[each]}
          {each === "waiting" && count ? <Count value={count} loud /> : null}
        </Link>
      ))}
    </nav>
  );
}
