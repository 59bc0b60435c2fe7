/** How fresh a page is: what is on the screen is at most two seconds old while the page is looked at. */

export const freshEveryMs = 1_500;

/** Polls while the tab is visible; React Query stops by itself when it is hidden. */
export const live = { refetchInterval: freshEveryMs, refetchIntervalInBackground: false } as const;
