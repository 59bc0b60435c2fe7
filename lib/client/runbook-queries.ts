/** Reads and ticks of runbooks. */

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { FollowAnswer, type FollowAsk, type RunbookAsk, RunbookList, RunbookView } from "@/lib/api/contract/runbook";
import { isRefusal, read, send } from "./api";
import { live } from "./fresh";

/** The list counts incidents and runs of five weeks, so it is asked less often than other pages. */
const freshEveryMs = 15_000;

export const runbookQueries = {
  list: () =>
    queryOptions({
      queryKey: ["runbooks"],
      queryFn: ({ signal }) => read(RunbookList, "/runbooks", {}, signal),
      refetchInterval: (query) => (isRefusal(query.state.error) ? false : freshEveryMs),
      refetchIntervalInBackground: false,
    }),
  one: (slug: string, about: z.input<typeof RunbookAsk>) =>
    queryOptions({
      queryKey: ["runbooks", slug, about],
      queryFn: ({ signal }) => read(RunbookView, `/runbooks/${slug}`, about, signal),
      placeholderData: keepPreviousData,
      ...live,
    }),
};

export const runbookCommands = {
  follow: (slug: string, ask: z.input<typeof FollowAsk>) => send(FollowAnswer, `/runbooks/${slug}/steps`, ask),
};
