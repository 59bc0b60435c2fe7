"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { runQueries } from "@/lib/client/run-queries";
import { type Plan, planDifferences } from "./plan";

/** Long enough to notice that the plan under the finger is another one. */
const settleAfterChangeMs = 800;

type Seen = { plan: Plan; differences: string[] | null; changedAt: number };

/**
 * The plan on the screen, kept fresh. When its token changes while the same checkpoint is chosen, the new plan takes
 * its place together with what is different, and whoever confirms confirms the new one.
 */
export function usePlan(runId: string, from: number | null, open: boolean) {
  const query = useQuery({ ...runQueries.plan(runId, from), enabled: open });
  const [seen, setSeen] = useState<Seen | null>(null);
  const fresh = query.isPlaceholderData ? undefined : query.data;
  if (fresh && fresh !== seen?.plan) {
    if (seen === null || seen.plan.from !== fresh.from) setSeen({ plan: fresh, differences: null, changedAt: 0 });
    else if (seen.plan.token === fresh.token) setSeen({ ...seen, plan: fresh });
    else setSeen({ plan: fresh, differences: planDifferences(seen.plan, fresh), changedAt: Date.now() });
  }
  const changedAt = seen?.changedAt ?? 0;
  const [readAt, setReadAt] = useState(0);
  const justChanged = changedAt > readAt;
  useEffect(() => {
    if (!justChanged) return;
    const timer = setTimeout(() => setReadAt(changedAt), settleAfterChangeMs);
    return () => clearTimeout(timer);
  }, [justChanged, changedAt]);
  return { query, plan: seen?.plan, differences: seen?.differences ?? null, justChanged };
}
