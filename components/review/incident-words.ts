/** An incident's place, reach and cost in words. */

import { formatDuration } from "@/components/ui/time-format";
import type { Cost, Place } from "@/lib/review/incident";

export function placeWords({ workflow, step, destination }: Place): string {
  const parts = [workflow, step, destination].filter((part) => part !== null);
  return parts.length === 0 ? "no place named" : parts.join(" · ");
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** "3 times, in 2 runs and 1 action". */
export function reachWords({ evidence, runs, actions }: { evidence: number; runs: number; actions: number }): string {
  if (evidence === 0) return "opened by hand, without evidence";
  const inside = [
    runs > 0 ? counted(runs, "run", "runs") : null,
    actions > 0 ? counted(actions, "action", "actions") : null,
  ].filter((part) => part !== null);
  const times = evidence === 1 ? "once" : `${evidence} times`;
  return inside.length === 0 ? times : `${times}, in ${inside.join(" and ")}`;
}

/** Null when nothing was in vain. */
export function costWords({ ms, tokens, microUsd }: Cost): string | null {
  const parts = [
    ms > 0 ? formatDuration(ms) : null,
    tokens > 0 ? counted(tokens, "token", "tokens") : null,
    microUsd > 0 ? `${(microUsd / 1_000_000).toFixed(microUsd < 10_000 ? 4 : 2)} USD` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(", ");
}
