/** Reads of pages on which both halves stand side by side. */

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { AdviceList, AdviceView } from "@/lib/api/contract/advice";
import { Insights, Me, NowView, Retries } from "@/lib/api/contract/views";
import { read } from "./api";
import { live } from "./fresh";

export const pageQueries = {
  me: () => queryOptions({ queryKey: ["me"], queryFn: ({ signal }) => read(Me, "/me", {}, signal), staleTime: 30_000 }),
  now: () => queryOptions({ queryKey: ["now"], queryFn: ({ signal }) => read(NowView, "/now", {}, signal), ...live }),
  insights: (range: { from: number | null; to: number | null; zone: string | null; first?: "true" | null }) =>
    queryOptions({
      queryKey: ["insights", range],
      queryFn: ({ signal }) => read(Insights, "/insights", range, signal),
      placeholderData: keepPreviousData,
      ...live,
    }),
  /** What one bar of the retries counts. */
  retries: (bar: { half: string; reason: string; from: number; to: number; first: "true" | null }) =>
    queryOptions({
      queryKey: ["insights", "retries", bar],
      queryFn: ({ signal }) => read(Retries, "/insights/retries", bar, signal),
    }),
  workflows: () =>
    queryOptions({
      queryKey: ["workflows"],
      queryFn: ({ signal }) => read(AdviceList, "/insights/workflows", {}, signal),
      ...seldom,
    }),
  workflow: (name: string) =>
    queryOptions({
      queryKey: ["workflows", name],
      queryFn: ({ signal }) => read(AdviceView, `/insights/workflows/${encodeURIComponent(name)}`, {}, signal),
      ...seldom,
    }),
};

/** Thirty days do not change within seconds. */
const seldom = { staleTime: 60_000 } as const;
