/** Reads and commands of the progress half. */

import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import {
  CancelAnswer,
  type CancelAsk,
  DealAnswer,
  type DealAsk,
  ResumeAnswer,
  type ResumeAsk,
} from "@/lib/api/contract/command";
import { CheckpointState, RunCounts, type RunListAsk } from "@/lib/api/contract/run";
import { ResumePlan, ResumePlans, RunList, RunView } from "@/lib/api/contract/views";
import { type Query, read, send } from "./api";
import { live } from "./fresh";

export type RunFilters = Partial<Omit<z.output<typeof RunListAsk>, "cursor" | "pageSize">>;

export const runQueries = {
  list: (filters: RunFilters, cursor?: string) =>
    queryOptions({
      queryKey: ["runs", "list", filters, cursor ?? ""],
      queryFn: ({ signal }) => read(RunList, "/runs", { ...(filters as Query), cursor }, signal),
      placeholderData: keepPreviousData,
      ...live,
    }),
  /** All pages loaded so far. A refetch walks them anew from the first, so that no row falls between two of them. */
  pages: (filters: RunFilters) =>
    infiniteQueryOptions({
      queryKey: ["runs", "pages", filters],
      queryFn: ({ pageParam, signal }) => read(RunList, "/runs", { ...(filters as Query), cursor: pageParam }, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next,
      placeholderData: keepPreviousData,
      ...live,
    }),
  counts: () =>
    queryOptions({
      queryKey: ["runs", "counts"],
      queryFn: ({ signal }) => read(RunCounts, "/runs/counts", {}, signal),
      ...live,
    }),
  one: (runId: string) =>
    queryOptions({
      queryKey: ["runs", "one", runId],
      queryFn: ({ signal }) => read(RunView, `/runs/${runId}`, {}, signal),
      ...live,
    }),
  plan: (runId: string, from: number | null) =>
    queryOptions({
      queryKey: ["runs", "plan", runId, from],
      queryFn: ({ signal }) => read(ResumePlan, `/runs/${runId}/plan`, { from }, signal),
      placeholderData: keepPreviousData,
      ...live,
    }),
  /** As of when it was asked: it is not refreshed under the hands of whoever reads it. */
  plans: (filters: RunFilters) =>
    queryOptions({
      queryKey: ["runs", "plans", filters],
      queryFn: ({ signal }) => read(ResumePlans, "/runs/plans", plannable(filters), signal),
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      gcTime: 0,
    }),
  checkpoint: (runId: string, number: number) =>
    queryOptions({
      queryKey: ["runs", "checkpoint", runId, number],
      queryFn: ({ signal }) => read(CheckpointState, `/runs/${runId}/checkpoints/${number}`, {}, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
};

/** The part of a list's filters that chooses runs to resume. */
const plannable = ({ states, workflow, text, from, to }: RunFilters): Query => ({ states, workflow, text, from, to });

export const runCommands = {
  resume: (runId: string, ask: z.input<typeof ResumeAsk>) => send(ResumeAnswer, `/runs/${runId}/resume`, ask),
  dealWith: (runId: string, ask: z.input<typeof DealAsk>) => send(DealAnswer, `/runs/${runId}/dealt`, ask),
  cancel: (runId: string, ask: z.input<typeof CancelAsk>) => send(CancelAnswer, `/runs/${runId}/cancel`, ask),
};

/** After a command, everything on the screen may have changed. */
export const refreshAll = (client: QueryClient): Promise<void> => client.invalidateQueries();
