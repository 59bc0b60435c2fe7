import { describe, expect, it } from "vitest";
import type { RetryReason } from "@/lib/progress/retry";
import { countReasons, reasonsText } from "./attempt-group";

const of = (...reasons: (RetryReason | null)[]) => reasons.map((reason) => ({ reason }));

describe("a group of attempts", () => {
  it("names the most frequent reason first", () => {
    expect(reasonsText(of("timeout", "rate_limited", "rate_limited", "rate_limited", null))).toBe(
      "3x rate limited, 1x timeout",
    );
  });

  it("says nothing where nothing went wrong", () => {
    expect(reasonsText(of(null))).toBe("");
    expect(countReasons([])).toEqual([]);
  });

  it("counts a lost worker as what it was", () => {
    expect(countReasons(of("worker_crash", null))).toEqual([{ reason: "worker_crash", count: 1 }]);
  });
});
