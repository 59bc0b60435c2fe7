/** Reads and commands of the ledger half. */

import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type {
  ActionListAsk,
  CheckAsk,
  KeepAsk,
  ProposalAsk,
  ReviseAsk,
  SecondAsk,
  SettleAsk,
} from "@/lib/api/contract/action";
import {
  ActionList,
  ActionView,
  CheckAnswer,
  KeepAnswer,
  ProposalAnswer,
  ReviseAnswer,
  SecondAnswer,
  SettleAnswer,
} from "@/lib/api/contract/views";
import { type Query, read, send } from "./api";
import { live } from "./fresh";

export type ActionFilters = Partial<Omit<z.output<typeof ActionListAsk>, "cursor" | "pageSize">>;

export const actionQueries = {
  list: (filters: ActionFilters, cursor?: string) =>
    queryOptions({
      queryKey: ["actions", "list", filters, cursor ?? ""],
      queryFn: ({ signal }) => read(ActionList, "/actions", { ...(filters as Query), cursor }, signal),
      placeholderData: keepPreviousData,
      ...live,
    }),
  /** All pages loaded so far. A refetch walks them anew from the first, so that no row falls between two of them. */
  pages: (filters: ActionFilters) =>
    infiniteQueryOptions({
      queryKey: ["actions", "pages", filters],
      queryFn: ({ pageParam, signal }) =>
        read(ActionList, "/actions", { ...(filters as Query), cursor: pageParam }, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next,
      placeholderData: keepPreviousData,
      ...live,
    }),
  one: (actionId: string) =>
    queryOptions({
      queryKey: ["actions", "one", actionId],
      queryFn: ({ signal }) => read(ActionView, `/actions/${actionId}`, {}, signal),
      ...live,
    }),
};

export const actionCommands = {
  check: (actionId: string, ask: z.input<typeof CheckAsk>) => send(CheckAnswer, `/actions/${actionId}/check`, ask),
  decideProposal: (actionId: string, ask: z.input<typeof ProposalAsk>) =>
    send(ProposalAnswer, `/actions/${actionId}/proposal`, ask),
  keep: (actionId: string, ask: z.input<typeof KeepAsk>) => send(KeepAnswer, `/actions/${actionId}/keep`, ask),
  revise: (actionId: string, ask: z.input<typeof ReviseAsk>) => send(ReviseAnswer, `/actions/${actionId}/revise`, ask),
  second: (actionId: string, ask: z.input<typeof SecondAsk>) => send(SecondAnswer, `/actions/${actionId}/second`, ask),
  settle: (actionId: string, ask: z.input<typeof SettleAsk>) => send(SettleAnswer, `/actions/${actionId}/settle`, ask),
};
