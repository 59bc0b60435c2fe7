/** What an HTTP answer proves. Only 2xx is a yes, and only a plain 4xx is a no. */

import type { Destination } from "@/lib/ledger/destination";
import type { Seen } from "./seen";

/**
 * Gateways and rate limiters send these as well, possibly after the request went through; a destination that refuses
 * with them before it executes anything declares so.
 */
const ambiguous: ReadonlySet<number> = new Set([401, 403, 408, 409, 423, 425, 429]);

type Head = { httpCode: number; replayed: boolean; location: string | null };
type Body = { read: true; value: unknown } | { read: false; why: string };

export function seenInAnswer(head: Head, body: Body, { preExecutionCodes }: Destination): Seen {
  const { httpCode } = head;
  const seen = { httpCode, deduplicated: head.replayed, response: body.read ? body.value : undefined };
  if (httpCode >= 200 && httpCode < 300) {
    if (!body.read) {
      const detail = `Accepted (${httpCode}), but its answer could not be read: ${body.why}.`;
      return { ...seen, outcome: "confirmed", transport: "unreadable", reason: null, detail };
    }
    return {
      ...seen,
      outcome: "confirmed",
      transport: head.replayed ? "deduplicated" : "accepted",
      reason: null,
      detail: null,
    };
  }
  const transport = httpCode === 429 ? "throttled" : httpCode >= 500 ? "server_error" : "rejected";
  const reason =
    httpCode === 429 ? "rate_limited" : httpCode === 408 ? "timeout" : httpCode >= 500 ? "server_error" : "refused";
  if (preExecutionCodes.includes(httpCode)) {
    const detail = `Answered ${httpCode}, which it declares to send before executing anything.`;
    return { ...seen, outcome: "not_sent", transport, reason, detail };
  }
  if (httpCode < 400) {
    const detail = `Answered ${httpCode} to ${head.location ?? "another address"}; redirects are not followed.`;
    return { ...seen, outcome: "unknown", transport: "unreadable", reason: "error", detail };
  }
  if (httpCode >= 500 || ambiguous.has(httpCode)) {
    return { ...seen, outcome: "unknown", transport, reason, detail: `Answered ${httpCode}, which proves nothing.` };
  }
  return { ...seen, outcome: "refused", transport, reason: "refused", detail: `Refused with ${httpCode}.` };
}
