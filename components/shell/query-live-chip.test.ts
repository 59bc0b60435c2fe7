import { describe, expect, it } from "vitest";
import { liveStateOf, staleAfterMs } from "./query-live-chip";

const at = 1_000_000;
const fresh = { dataUpdatedAt: at, isError: false, fetchStatus: "idle" } as const;

describe("the live chip", () => {
  it.each([
    ["fresh data", fresh, at + 2_000, false, "live"],
    ["fresh data while the next is on its way", { ...fresh, fetchStatus: "fetching" }, at + 2_000, false, "live"],
    ["fresh data of something that is over", fresh, at + 2_000, true, "off"],
    ["data older than five polls", fresh, at + staleAfterMs + 1, false, "stale"],
    [
      "old data while trying again",
      { ...fresh, fetchStatus: "fetching" },
      at + staleAfterMs + 1,
      false,
      "reconnecting",
    ],
    ["a failed refetch", { ...fresh, isError: true }, at + 2_000, false, "stale"],
    ["no network", { ...fresh, fetchStatus: "paused" }, at + 2_000, false, "stale"],
    ["a failed refetch of something that is over", { ...fresh, isError: true }, at, true, "stale"],
  ] as const)("shows %s", (_, freshness, now, over, state) => {
    expect(liveStateOf(freshness, now, over)).toBe(state);
  });
});
