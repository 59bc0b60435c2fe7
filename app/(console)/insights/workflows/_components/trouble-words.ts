/** What a kind of trouble cost, in words; what no step reported is said, not shown as nothing. */

import { formatDuration } from "@/components/ui/time-format";
import { classWords } from "@/lib/review/class-words";
import type { Trouble } from "@/lib/review/costliest";
import type { Cost } from "@/lib/review/incident";

export const severityWords = { s1: "S1", s2: "S2", s3: "S3" } as const;

export const troubleTitle = (trouble: Trouble): string => classWords[trouble.class];

export function troubleSentence({ incidents, seen, cost, severity }: Trouble): string {
  const found = `${incidents.length} ${incidents.length === 1 ? "incident" : "incidents"}, seen ${seen} ${seen === 1 ? "time" : "times"}, at worst ${severityWords[severity]}`;
  return cost.ms > 0 ? `${found}; ${costSentence(cost)}` : found;
}

/** "4 min 12 s, 1 204 tokens, 0.31 USD". */
export function costSentence({ ms, tokens, microUsd }: Cost): string {
  const parts = [formatDuration(ms)];
  if (tokens > 0) parts.push(`${formatCount(tokens)} tokens`);
  if (microUsd > 0) parts.push(formatUsd(microUsd));
  return parts.join(", ");
}

/** Two digits, and four below a cent: a sum that is something is never shown as nothing. */
export function formatUsd(microUsd: number): string {
  const usd = microUsd / 1_000_000;
  if (usd > 0 && usd < 0.0001) return "< 0.0001 USD";
  return `${usd.toFixed(usd > 0 && usd < 0.01 ? 4 : 2)} USD`;
}

/** Groups of three, apart by a narrow space that does not break. */
export const formatCount = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f");
