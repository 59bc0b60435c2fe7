/** Looks for incidents on a schedule, beside the sweeps: a look of some minutes' rows, from indexes. */

import { keepDoing } from "@/lib/keep-doing";
import { log } from "@/lib/log";
import { detectIncidents } from "@/lib/review/detect-incidents";
import type { ReviewEngine } from "@/lib/review/review-engine";
import { readShelf } from "@/lib/runbooks";

/** A minute is soon for a review, and late enough to cost nothing. */
const everyMs = 60_000;
/** The first look reads weeks: after the process has answered its first requests. */
const firstMs = 3_000;

/** Any number of processes may do it at once: each finds the same. */
export function keepDetecting(engine: ReviewEngine, goesOn: () => boolean): void {
  const work = async () => {
    const { opened, added } = await detectIncidents(engine, (await readShelf()).runbooks);
    if (opened > 0) log.info({ opened, added }, "incidents were opened");
  };
  keepDoing(goesOn, { everyMs, firstMs, work, failed: "a look for incidents failed and will be tried again" });
}
