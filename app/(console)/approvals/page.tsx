import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { GET } from "@/app/api/v1/validations/route";
import { requireUser } from "@/lib/auth/require-user";
import { queryText } from "@/lib/client/api";
import { approvalQueries } from "@/lib/client/approval-queries";
import { paths } from "@/lib/client/paths";
import { prefetch } from "../prefetch";
import { Inbox } from "./_components/inbox";
import { loadApprovalParams, statesOf } from "./search-params";

export const metadata: Metadata = { title: "Approvals" };

export default async function ApprovalsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { tab } = await loadApprovalParams(searchParams);
  const user = await requireUser(paths.approvals({ tab }));
  const states = statesOf[tab];
  const state = await prefetch(approvalQueries.pages(states).queryKey, GET, {
    query: queryText({ states }),
    paged: true,
  });
  return (
    <HydrationBoundary state={state}>
      <Inbox tab={tab} role={user.role} />
    </HydrationBoundary>
  );
}
