/** Reads and decisions of approvals. */

import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { DecideAsk } from "@/lib/api/contract/command";
import { DecideAnswer, ValidationList, ValidationView } from "@/lib/api/contract/views";
import type { ValidationState } from "@/lib/progress/validation";
import { read, send } from "./api";
import { live } from "./fresh";

export const approvalQueries = {
  list: (states: readonly ValidationState[], cursor?: string) =>
    queryOptions({
      queryKey: ["approvals", "list", states, cursor ?? ""],
      queryFn: ({ signal }) => read(ValidationList, "/validations", { states, cursor }, signal),
      placeholderData: keepPreviousData,
      ...live,
    }),
  /** All pages loaded so far. A refetch walks them anew from the first, so that no row falls between two of them. */
  pages: (states: readonly ValidationState[]) =>
    infiniteQueryOptions({
      queryKey: ["approvals", "pages", states],
      queryFn: ({ pageParam, signal }) => read(ValidationList, "/validations", { states, cursor: pageParam }, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next,
      ...live,
    }),
  one: (validationId: string) =>
    queryOptions({
      queryKey: ["approvals", "one", validationId],
      queryFn: ({ signal }) => read(ValidationView, `/validations/${validationId}`, {}, signal),
      ...live,
    }),
};

export const decideApproval = (validationId: string, ask: z.input<typeof DecideAsk>) =>
  send(DecideAnswer, `/validations/${validationId}/decide`, ask);
