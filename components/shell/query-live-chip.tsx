"use client";

import { useNow } from "@/components/ui/clock";
import { LiveChip, type LiveState } from "@/components/ui/live-chip";

/** What a React Query result says about its own freshness. */
export type Freshness = { dataUpdatedAt: number; isError: boolean; fetchStatus: "fetching" | "paused" | "idle" };

/** Five missed polls of two seconds: the screen may no longer be trusted. */
export const staleAfterMs = 10_000;

/** Stale data must grey what it decides on: callers block their confirm buttons while this is not "live" or "off". */
export function liveStateOf(freshness: Freshness, now: number, over = false): LiveState {
  const age = now - freshness.dataUpdatedAt;
  if (freshness.isError || freshness.fetchStatus === "paused" || age > staleAfterMs) {
    return freshness.fetchStatus === "fetching" ? "reconnecting" : "stale";
  }
  return over ? "off" : "live";
}

export function QueryLiveChip({ query, over }: { query: Freshness; over?: boolean }) {
  const now = useNow(1_000);
  // Nothing was read yet: a skeleton stands there, which says it better.
  if (now === null || query.dataUpdatedAt === 0) return null;
  return <LiveChip state={liveStateOf(query, now, over)} updatedAt={query.dataUpdatedAt} />;
}
