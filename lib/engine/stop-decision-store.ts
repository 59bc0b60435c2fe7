/** The port behind which people's decisions about stopped runs are kept: rows are added, none is changed. */

import type { StopDecision, StopMarks } from "@/lib/progress/dealt-with";

export interface StopDecisionStore {
  /** Compare-and-set by `number`: null when that number is taken. The same id again gives the same row. */
  record(decision: Omit<StopDecision, "at">): Promise<StopDecision | null>;
  /** Newest first. */
  list(runId: string): Promise<StopDecision[]>;
  /** The last decision of each run. */
  marks(): Promise<StopMarks>;
  /** Of a run whose record is gone. */
  remove(runId: string): Promise<void>;
}
