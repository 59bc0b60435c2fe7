/** Makes each week's review soon after the week is over, beside the sweeps. */

import { log } from "@/lib/log";
import { makeReviews } from "@/lib/review/make-reviews";
import type { ReviewEngine } from "@/lib/review/review-engine";
import { deploymentZone } from "@/lib/zone";

/** Nobody waits for it at midnight; and it costs three small reads. */
const everyMs = 60_000;

/** Any number of processes may do it at once: the row of the week is there once. */
export function keepReviewing(engine: ReviewEngine, goesOn: () => boolean): void {
  const again = async () => {
    if (!goesOn()) return;
    await makeReviews(engine, deploymentZone()).catch((error) =>
      log.warn({ err: error }, "the week's review will be made at the next try"),
    );
    setTimeout(again, everyMs).unref();
  };
  setTimeout(again, firstAfterMs).unref();
}

/** Soon after the start, so that a new deployment finds its weeks. */
const firstAfterMs = 1_000;
