/** Reads and commands of the register of destinations. */

import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import {
  CheckAllAnswer,
  type CheckAllAsk,
  DeskView,
  DestinationList,
  HoldAnswer,
  type HoldAsk,
  ReleaseAnswer,
} from "@/lib/api/contract/destination";
import { isRefusal, read, send } from "./api";
import { live } from "./fresh";

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
  /** The unknown actions, grouped by destination and cause. */
  desk: () =>
    queryOptions({
      queryKey: ["desk"],
      queryFn: ({ signal }) => read(DeskView, "/desk", {}, signal),
      ...live,
    }),
};

export const destinationCommands = {
  checkAll: (ask: z.input<typeof CheckAllAsk>) => send(CheckAllAnswer, "/destinations/check", ask),
  hold: (ask: z.input<typeof HoldAsk>) => send(HoldAnswer, "/destinations/hold", ask),
  release: (ask: z.input<typeof HoldAsk>) => send(ReleaseAnswer, "/destinations/release", ask),
};
