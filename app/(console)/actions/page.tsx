import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { GET } from "@/app/api/v1/actions/route";
import { alone } from "@/components/ledger/destination-title";
import { requireUser } from "@/lib/auth/require-user";
import { actionQueries } from "@/lib/client/action-queries";
import { type Query, queryText } from "@/lib/client/api";
import { paths } from "@/lib/client/paths";
import { getEngine } from "@/lib/wiring";
import { prefetch } from "../prefetch";
import { ActionsScreen } from "./_components/actions-screen";
import { actionFilters, loadActionParams } from "./search-params";

export const metadata: Metadata = { title: "Actions" };

export default async function ActionsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await loadActionParams(searchParams);
  const filters = actionFilters(params, Date.now());
  await requireUser(paths.actions(filters as Query));
  const [state, engine] = await Promise.all([
    prefetch(actionQueries.pages(filters).queryKey, GET, { query: queryText(filters as Query), paged: true }),
    getEngine(),
  ]);
  const destinations = await engine.ledger.listDestinations();
  return (
    <HydrationBoundary state={state}>
      <ActionsScreen
        destinations={destinations.map(({ declaration: { name, title } }) => ({ name, title: alone(title) }))}
      />
    </HydrationBoundary>
  );
}
