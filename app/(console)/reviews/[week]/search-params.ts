import { createLoader, parseAsInteger } from "nuqs/server";

/** An older version; without it the newest. */
export const reviewParams = { version: parseAsInteger };
export const loadReviewParams = createLoader(reviewParams);
