/** Reads and commands of incidents. */

import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import {
  EvidenceList,
  IncidentAnswer,
  IncidentCounts,
  IncidentList,
  type IncidentListAsk,
  IncidentView,
  type OpenIncidentAsk,
  type TendIncidentAsk,
} from "@/lib/api/contract/incident";
import { type Query, read, send } from "./api";
import { live } from "./fresh";

export type IncidentFilters = Partial<Omit<z.output<typeof IncidentListAsk>, "cursor" | "pageSize">>;

export const incidentQueries = {
  /** All pages loaded so far. A refetch walks them anew from the first, so that no row falls between two of them. */
  pages: (filters: IncidentFilters) =>
    infiniteQueryOptions({
      queryKey: ["incidents", "pages", filters],
      queryFn: ({ pageParam, signal }) =>
        read(IncidentList, "/incidents", { ...(filters as Query), cursor: pageParam }, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next,
      placeholderData: keepPreviousData,
      ...live,
    }),
  counts: (filters: IncidentFilters) =>
    queryOptions({
      queryKey: ["incidents", "counts", filters],
      queryFn: ({ signal }) => read(IncidentCounts, "/incidents/counts", filters as Query, signal),
      placeholderData: keepPreviousData,
      ...live,
    }),
  one: (incidentId: string) =>
    queryOptions({
      queryKey: ["incidents", "one", incidentId],
      queryFn: ({ signal }) => read(IncidentView, `/incidents/${incidentId}`, {}, signal),
      ...live,
    }),
  /** Those that a run or an action is evidence of. */
  about: (object: { runId: string } | { actionId: string }) =>
    queryOptions({
      queryKey: ["incidents", "about", object],
      queryFn: ({ signal }) => read(IncidentList, "/incidents", { ...object, pageSize: 20 }, signal),
      ...live,
    }),
  /** What the page of the incident does not show at once. */
  evidence: (incidentId: string) =>
    infiniteQueryOptions({
      queryKey: ["incidents", "evidence", incidentId],
      queryFn: ({ pageParam, signal }) =>
        read(EvidenceList, `/incidents/${incidentId}/evidence`, { cursor: pageParam }, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next,
      ...live,
    }),
};

export const incidentCommands = {
  open: (ask: z.input<typeof OpenIncidentAsk>) => send(IncidentAnswer, "/incidents", ask),
  tend: (incidentId: string, ask: z.input<typeof TendIncidentAsk>) =>
    send(IncidentAnswer, `/incidents/${incidentId}/change`, ask),
};
