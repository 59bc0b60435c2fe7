import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { GET } from "@/app/api/v1/incidents/route";
import { requireUser } from "@/lib/auth/require-user";
import { type Query, queryText } from "@/lib/client/api";
import { incidentQueries } from "@/lib/client/incident-queries";
import { paths } from "@/lib/client/paths";
import { prefetch } from "../prefetch";
import { IncidentsScreen } from "./_components/incidents-screen";
import { incidentFilters, loadIncidentParams } from "./search-params";

export const metadata: Metadata = { title: "Incidents" };

export default async function IncidentsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const filters = incidentFilters(await loadIncidentParams(searchParams), Date.now());
  const user = await requireUser(paths.incidents(filters as Query));
  const asked = { query: queryText(filters as Query), paged: true };
  const state = await prefetch(incidentQueries.pages(filters).queryKey, GET, asked);
  return (
    <HydrationBoundary state={state}>
      <IncidentsScreen role={user.role} />
    </HydrationBoundary>
  );
}
