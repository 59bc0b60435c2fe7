/** What an attempt showed, as the ledger is told of it. */

import type { Backend, ReportAsk } from "../backend";
import type { Seen } from "./seen";

export function reportOf(attemptId: string, seen: Seen, response: string | null): ReportAsk {
  const { outcome, transport, reason, httpCode, detail, deduplicated } = seen;
  return { attemptId, outcome, transport, reason, httpCode, detail, response, deduplicated };
}

/** JSON text. What cannot be kept is left out: the outcome does not depend on it. */
export function encodedResponse(backend: Backend, { response }: Seen, type: string): string | null {
  if (response === undefined) return null;
  try {
    return backend.encode(response, `The answer to ${type}`);
  } catch {
    return null;
  }
}
