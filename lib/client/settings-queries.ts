/** What the settings page reads. */

import { queryOptions } from "@tanstack/react-query";
import { SettingsView } from "@/lib/api/contract/settings";
import { isRefusal, read } from "./api";

/** Deliveries are looked at while somebody sets the webhook up. */
const freshEveryMs = 5_000;

export const settingsQueries = {
  view: () =>
    queryOptions({
      queryKey: ["settings"],
      queryFn: ({ signal }) => read(SettingsView, "/settings", {}, signal),
      refetchInterval: (query) => (isRefusal(query.state.error) ? false : freshEveryMs),
      refetchIntervalInBackground: false,
    }),
};
