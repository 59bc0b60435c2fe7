/** How often, how soon and for which reasons a step or an action is tried again, as an author writes it. */

import { defaultRetry, type RetryPolicy, type RetryReason, retryAttemptsMax, retryReasons } from "@/lib/progress/retry";
import { type Duration, durationMs } from "./duration";
import { OptionRefused } from "./errors";

/** Exponential, with jitter: 3 attempts, from 500 ms by a factor of 2 up to a minute, unless said otherwise. */
export type RetryOptions = Partial<Pick<RetryPolicy, "attempts" | "factor">> & {
  firstDelay?: Duration;
  longestDelay?: Duration;
  /** Only these reasons are tried again, such as ["rate_limited", "timeout"]; without it, all that a try can help. */
  on?: readonly RetryReason[];
};

/** The nearest options win, field by field. Throws OptionRefused for what is no policy. */
export function retryPolicy(...nearestFirst: (RetryOptions | undefined)[]): RetryPolicy {
  const { firstDelay, longestDelay, on, ...rest }: RetryOptions = Object.assign({}, ...nearestFirst.toReversed());
  const policy = {
    ...defaultRetry,
    ...rest,
    ...(firstDelay !== undefined && { firstDelayMs: durationMs("The first delay", firstDelay) }),
    ...(longestDelay !== undefined && { longestDelayMs: durationMs("The longest delay", longestDelay) }),
    reasons: on ?? null,
  };
  const { attempts, factor } = policy;
  if (!Number.isInteger(attempts) || attempts < 1 || attempts > retryAttemptsMax) {
    throw new OptionRefused(`A policy of ${attempts} attempts is none; use 1 to ${retryAttemptsMax}.`);
  }
  if (!Number.isFinite(factor) || factor < 1) throw new OptionRefused(`A factor of ${factor} is none; use 1 or more.`);
  const stranger = on?.find((reason) => !retryReasons.includes(reason));
  if (stranger !== undefined) throw new OptionRefused(`"${stranger}" is no reason; use ${retryReasons.join(", ")}.`);
  return policy;
}
