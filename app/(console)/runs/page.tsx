import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { GET as getCounts } from "@/app/api/v1/runs/counts/route";
import { GET as getRuns } from "@/app/api/v1/runs/route";
import { requireUser } from "@/lib/auth/require-user";
import { type Query, queryText } from "@/lib/client/api";
import { paths } from "@/lib/client/paths";
import { runQueries } from "@/lib/client/run-queries";
import { prefetch } from "../prefetch";
import { RunsScreen } from "./_components/runs-screen";
import { loadRunParams, runFilters } from "./search-params";

export const metadata: Metadata = { title: "Runs" };

export default async function RunsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await loadRunParams(searchParams);
  const user = await requireUser(paths.runs(params as Query));
  const filters = runFilters(params, Date.now());
  const [runs, counts] = await Promise.all([
    prefetch(runQueries.pages(filters).queryKey, getRuns, { query: queryText(filters as Query), paged: true }),
    prefetch(runQueries.counts().queryKey, getCounts, {}),
  ]);
  return (
    <HydrationBoundary state={runs}>
      <HydrationBoundary state={counts}>
        <RunsScreen role={user.role} />
      </HydrationBoundary>
    </HydrationBoundary>
  );
}
