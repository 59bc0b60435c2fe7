/** The week that whoever asks for "the review" means. */

import type { ReviewEngine } from "./review-engine";
import type { Week } from "./week";
import { lastCompleteWeek, rangeOfWeek, weekAt } from "./week-range";

/** The newest one that is over; in the first week of a deployment the one that goes on; null before its first run. */
export async function newestWeek(engine: ReviewEngine, zone: string): Promise<Week | null> {
  const [now, firstRunAt] = await Promise.all([engine.progress.now(), engine.progress.firstRunAt()]);
  if (firstRunAt === null) return null;
  const last = lastCompleteWeek(now, zone);
  return firstRunAt < rangeOfWeek(last, zone).to ? last : weekAt(now, zone);
}
