/** What one request showed, and what an attempt's requests add up to. */

import type { AttemptReason, Outcome, TransportResult } from "@/lib/ledger/action";

export type Seen = {
  outcome: Outcome;
  transport: TransportResult;
  reason: AttemptReason | null;
  httpCode: number | null;
  detail: string | null;
  /** What the destination answered, as JSON; undefined when it could not be read. */
  response?: unknown;
  deduplicated: boolean;
};

/** Thrown by `attempt.fetch`; whoever catches it cannot change what was seen. */
export class RequestFailed extends Error {
  override name = "RequestFailed";
  constructor(
    readonly seen: Seen,
    options?: ErrorOptions,
  ) {
    super(seen.detail ?? seen.transport, options);
  }
}

/**
 * Several writing requests in one attempt: an unknown stays unknown unless the last one was confirmed, and after a
 * partial effect nobody can say that nothing happened.
 */
export function foldSeen(all: readonly Seen[]): Seen | null {
  const last = all.at(-1);
  if (last === undefined || last.outcome === "confirmed" || last.outcome === "unknown") return last ?? null;
  const earlier = all.slice(0, -1).find(({ outcome }) => outcome === "unknown" || outcome === "confirmed");
  if (earlier === undefined) return last;
  const detail = `An earlier request of the same attempt was ${earlier.outcome}; the last one: ${last.detail}`;
  return { ...last, outcome: "unknown", detail };
}
