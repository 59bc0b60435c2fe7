/** Every attempt has a deadline: without one a silent sender would stay "in flight" for ever. */

/** 24 days; what fits a 32-bit count of milliseconds, as timers need it. */
const deadlineMsMax = 2_147_483_647;

export class DeadlineRefused extends Error {
  override name = "DeadlineRefused";
  readonly code = "deadline_required";
}

/** Throws DeadlineRefused unless it is a number of milliseconds from 1 to 24 days. */
export function requireDeadline(deadlineMs: number): void {
  if (typeof deadlineMs === "number" && deadlineMs >= 1 && deadlineMs <= deadlineMsMax) return;
  throw new DeadlineRefused(`An attempt needs a deadline from 1 to ${deadlineMsMax} ms, not ${deadlineMs}.`);
}
