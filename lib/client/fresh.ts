/** How fresh a page is: what is on the screen is at most two seconds old while the page is looked at. */

import { isRefusal } from "./api";

export const freshEveryMs = 1_500;

/** Polls while the tab is visible; React Query stops by itself when it is hidden. What is refused stays refused. */
export const live = {
  refetchInterval: (query: { state: { error: Error | null } }): number | false =>
    isRefusal(query.state.error) ? false : freshEveryMs,
  refetchIntervalInBackground: false,
} as const;
