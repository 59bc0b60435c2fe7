import { describe, expect, test } from "vitest";
import { aDestination, anAction, anAttempt, monday } from "@/lib/testing/factories";
import { aGateway, hour } from "@/lib/testing/ledger-world";
import { windowMarginMs } from "./destination";
import { retryWindow } from "./retry-window";

const minute = 60_000;
const declaration = aGateway();
const until = monday + 24 * hour - windowMarginMs - declaration.deadlineMs;

function at(now: number, over: Parameters<typeof anAction>[0] = {}) {
  const action = anAction({ state: "unknown", declaration, firstBegunAt: monday, ...over });
  return retryWindow({ action, attempts: [anAttempt(action, { outcome: "unknown" })] }, now);
}

describe("the window of a same-key retry", () => {
  test.each([
    ["after its first attempt", monday, "open"],
    ["31 min before its end", until - 31 * minute, "open"],
    ["30 min before its end", until - 30 * minute, "closing"],
    ["a millisecond before its end", until - 1, "closing"],
    ["at its end", until, "closed"],
    ["a year later", until + 365 * 24 * hour, "closed"],
  ] as const)("%s is %s", (_, now, state) => {
    expect(at(now + 0)).toEqual({ state, until });
  });

  test("a short one is about to close in its last quarter only", () => {
    const short = aGateway({ deduplicates: { header: "Key", windowMs: 20 * minute, replaysErrors: false } });
    const end = monday + 20 * minute - windowMarginMs - short.deadlineMs;
    expect(at(end - 5 * minute - 1, { declaration: short }).state).toBe("open");
    expect(at(end - 5 * minute, { declaration: short }).state).toBe("closing");
  });

  test("there is none where repeats are not merged, nothing was sent, or the outcome is known", () => {
    const none = { state: "none", until: null };
    expect(at(monday, { declaration: aDestination() })).toEqual(none);
    expect(at(monday, { firstBegunAt: null })).toEqual(none);
    const confirmed = anAction({ state: "confirmed", declaration, firstBegunAt: monday });
    expect(retryWindow({ action: confirmed, attempts: [anAttempt(confirmed)] }, monday)).toEqual(none);
  });
});
