/** Reads and commands of the page of accounts. */

import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { ChangedPerson, type ChangePersonAsk, PersonList } from "@/lib/api/contract/person";
import { isRefusal, read, send } from "./api";

/** Who was here is known to within a minute; what another admin does is seen soon enough. */
const freshEveryMs = 5_000;

export const personQueries = {
  list: () =>
    queryOptions({
      queryKey: ["people"],
      queryFn: ({ signal }) => read(PersonList, "/people", {}, signal),
      refetchInterval: (query) => (isRefusal(query.state.error) ? false : freshEveryMs),
      refetchIntervalInBackground: false,
    }),
};

export const personCommands = {
  change: (personId: string, ask: z.input<typeof ChangePersonAsk>) =>
    send(ChangedPerson, `/people/${personId}/change`, ask),
};
