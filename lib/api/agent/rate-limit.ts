/**
 * How much one key may ask of one process. A bucket refills steadily up to its burst; a call takes one out. It is asked
 * before anything else, the key's own check included, so that a flood costs neither a query nor another key's time.
 */

import { createHash } from "node:crypto";
import type { AgentCall } from "./agent-call";

type Limit = { perSecond: number; burst: number };

/** Well above what 64 busy workers of one key need; heartbeats come every third of a lease at most. */
export const limits: Record<AgentCall["bucket"], Limit> = {
  calls: { perSecond: 2_000, burst: 4_000 },
  heartbeats: { perSecond: 1_000, burst: 2_000 },
};

/** Made-up keys must not fill the memory: beyond this the longest unused is forgotten, which only refills it. */
const bucketsMax = 10_000;

export class RateLimit {
  private readonly buckets = new Map<string, { left: number; atMs: number }>();

  constructor(private readonly of: Record<AgentCall["bucket"], Limit> = limits) {}

  /** 0 when the call may go on; otherwise after how many seconds it may. */
  take(shown: string, bucket: AgentCall["bucket"], nowMs: number): number {
    const { perSecond, burst } = this.of[bucket];
    const name = `${bucket} ${createHash("sha256").update(shown).digest("base64url")}`;
    const known = this.buckets.get(name) ?? { left: burst, atMs: nowMs };
    const left = Math.min(burst, known.left + ((nowMs - known.atMs) / 1_000) * perSecond);
    this.buckets.delete(name);
    this.buckets.set(name, { left: left < 1 ? left : left - 1, atMs: nowMs });
    if (this.buckets.size > bucketsMax) {
      const [oldest] = this.buckets.keys();
      if (oldest !== undefined) this.buckets.delete(oldest);
    }
    return left < 1 ? Math.ceil((1 - left) / perSecond) : 0;
  }
}
