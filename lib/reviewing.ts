/** Makes each week's review soon after the week is over, beside the sweeps. */

import { keepDoing } from "@/lib/keep-doing";
import { makeReviews } from "@/lib/review/make-reviews";
import type { ReviewEngine } from "@/lib/review/review-engine";
import { deploymentZone } from "@/lib/zone";

/** Nobody waits for it at midnight; and it costs three small reads. */
const everyMs = 60_000;
/** Soon after the start, so that a new deployment finds its weeks. */
const firstMs = 1_000;

/** Any number of processes may do it at once: the row of the week is there once. */
export function keepReviewing(engine: ReviewEngine, goesOn: () => boolean): void {
  const work = () => makeReviews(engine, deploymentZone());
  keepDoing(goesOn, { everyMs, firstMs, work, failed: "the week's review will be made at the next try" });
}
