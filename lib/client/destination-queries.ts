/** Reads and commands of the register of destinations. */

import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { DestinationList, HoldAnswer, type HoldAsk, ReleaseAnswer } from "@/lib/api/contract/destination";
import { isRefusal, read, send } from "./api";

/** Its counts read the whole ledger, so it is asked less often than other pages. */
const freshEveryMs = 5_000;

export const destinationQueries = {
  list: () =>
    queryOptions({
      queryKey: ["destinations"],
      queryFn: ({ signal }) => read(DestinationList, "/destinations", {}, signal),
      refetchInterval: (query) => (isRefusal(query.state.error) ? false : freshEveryMs),
      refetchIntervalInBackground: false,
    }),
};

export const destinationCommands = {
  hold: (ask: z.input<typeof HoldAsk>) => send(HoldAnswer, "/destinations/hold", ask),
  release: (ask: z.input<typeof HoldAsk>) => send(ReleaseAnswer, "/destinations/release", ask),
};
