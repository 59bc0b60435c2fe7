/** What the code of an action is given to send with, and what it may answer to a look-up. */

export type FetchOptions = {
  /** GET without a body, POST with one. */
  method?: string;
  /** Sent as application/json. */
  json?: unknown;
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

/**
 * One request: no retry, no redirect followed. The destination's deduplication header is added by itself. Returns the
 * parsed JSON body of a 2xx answer (text for other content types, null without a body); throws RequestFailed otherwise.
 * What it saw decides the attempt's outcome, whatever the code makes of it. After a writing request without a proof no
 * further one leaves, unless the destination merges repeats: a retry around it sends nothing.
 */
export type Fetch = <T = unknown>(url: string | URL, options?: FetchOptions) => Promise<T>;

export type Attempt<P = unknown> = {
  /** The stored payload: what was approved and fingerprinted is what is sent. */
  payload: P;
  /** Put it into the destination's record, so that a look-up finds it. Equal in all attempts. */
  marker: string;
  /** The key for a destination that deduplicates. Equal in all attempts; `fetch` sends it by itself. */
  idempotencyKey: string;
  /** From 1, over all executions. */
  number: number;
  /** Aborts at the attempt's deadline. */
  signal: AbortSignal;
  fetch: Fetch;
};

export type ProbeAttempt = {
  marker: string;
  idempotencyKey: string;
  object: string;
  occurrence: string;
  signal: AbortSignal;
  fetch: Fetch;
};

export type ProbeAnswer = {
  found: boolean;
  /** The look-up saw everything there is. Without it, "not found" proves nothing. */
  complete?: boolean;
  /** How many records carry the marker. */
  count?: number;
  /** The record found, as JSON. */
  record?: unknown;
  detail?: string;
};
