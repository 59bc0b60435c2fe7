/** The points at which a worker may die and what follows differs. Fault tools hook in here; nothing else does. */

export const boundaries = [
  "after_claim",
  "step_started",
  "before_begin",
  "after_begin",
  "before_send",
  "after_send",
  "after_report",
  "after_checkpoint",
  "suspended",
  "finished",
] as const;
export type Boundary = (typeof boundaries)[number];

export type BoundaryInfo = {
  runId: string;
  executionId: string;
  /** The business object the run is about. */
  subject: string | null;
  /** The step's name; null at boundaries of the whole run. */
  step: string | null;
};

/** Awaited before the worker goes on. */
export type OnBoundary = (boundary: Boundary, info: BoundaryInfo) => void | Promise<void>;
