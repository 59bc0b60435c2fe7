/** Retries are bounded, and each attempt is kept with its reason and with who decided. */

export const retryReasons = [
  "timeout",
  "rate_limited",
  "server_error",
  "network_before_send",
  "network_after_send",
  "lease_lost",
  "worker_crash",
  "worker_stopped",
  "manual",
  "schema_mismatch",
  "error",
] as const;
export type RetryReason = (typeof retryReasons)[number];

export const retryReasonLabels: Record<RetryReason, string> = {
  timeout: "Timeout",
  rate_limited: "Rate limited",
  server_error: "Server error",
  network_before_send: "Network, before sending",
  network_after_send: "Network, after sending",
  lease_lost: "Lease lost",
  worker_crash: "Worker crash",
  worker_stopped: "Worker stopped",
  manual: "By a person",
  schema_mismatch: "Schema mismatch",
  error: "Error in the code",
};

export type RetryPolicy = {
  attempts: number;
  firstDelayMs: number;
  factor: number;
  longestDelayMs: number;
  /** Only these are tried again; null: any reason that another try can help. */
  reasons: readonly RetryReason[] | null;
};

/** Three tries within some seconds: enough for a blip, short enough that nobody waits for nothing. */
export const defaultRetry: RetryPolicy = {
  attempts: 3,
  firstDelayMs: 500,
  factor: 2,
  longestDelayMs: 60_000,
  reasons: null,
};

/** Retries are bounded: more than this is a loop, not a policy. */
export const retryAttemptsMax = 100;

/** Exponential with full jitter over the upper half; `chance` is in [0, 1). */
export function retryDelayMs(policy: RetryPolicy, attemptNumber: number, chance: number): number {
  const full = Math.min(policy.longestDelayMs, policy.firstDelayMs * policy.factor ** (attemptNumber - 1));
  return Math.round(full / 2 + (full / 2) * chance);
}

/**
 * Attempts made by earlier executions and lost with them do not use up the policy: nobody decided them. `reason` is why
 * the last one failed, in the words of this file or of the ledger.
 */
export function mayRetry(policy: RetryPolicy, failedAttempts: number, reason: string | null): boolean {
  if (failedAttempts >= policy.attempts) return false;
  return policy.reasons === null || policy.reasons.some((allowed) => allowed === reason);
}
