import { describe, expect, it } from "vitest";
import { defaultRetry, mayRetry, type RetryPolicy, retryDelayMs } from "./retry";

const policy = (over: Partial<RetryPolicy>): RetryPolicy => ({ ...defaultRetry, ...over });

describe("a retry policy", () => {
  it.each([
    [{ attempts: 3 }, 2, "timeout", true],
    [{ attempts: 3 }, 3, "timeout", false],
    [{ attempts: 1 }, 1, "timeout", false],
    [{ reasons: ["timeout", "rate_limited"] }, 1, "rate_limited", true],
    [{ reasons: ["timeout", "rate_limited"] }, 1, "server_error", false],
    [{ reasons: ["timeout"] }, 1, null, false],
    [{ reasons: [] }, 1, "timeout", false],
    [{ reasons: null }, 1, null, true],
  ] as const)("%o after %i failed attempts, the last for %s: tries again %s", (over, failed, reason, answer) => {
    expect(mayRetry(policy(over), failed, reason)).toBe(answer);
  });

  it.each([
    [1, 250, 500],
    [2, 500, 1_000],
    [3, 1_000, 2_000],
    [20, 30_000, 60_000],
  ])("waits after attempt %i for %i to %i ms, never all at the same moment", (attempt, least, most) => {
    expect(retryDelayMs(defaultRetry, attempt, 0)).toBe(least);
    expect(retryDelayMs(defaultRetry, attempt, 0.999_999)).toBeCloseTo(most, -1);
    expect(retryDelayMs(defaultRetry, attempt, 0.5)).toBeLessThan(most);
  });
});
