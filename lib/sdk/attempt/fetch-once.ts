/** One HTTP request that tells exactly what is proven: no retry, no redirect, one deadline to the last byte. */

import type { Destination } from "@/lib/ledger/destination";
import type { Fetch, FetchOptions } from "./attempt";
import { seenInAnswer } from "./http-answer";
import { seenInError } from "./network-error";
import { RequestFailed, type Seen } from "./seen";

/** Kept with the action; whatever is larger is a document and belongs into a step. */
const answerBytesMax = 256 * 1024;

/** These ask and do not act. */
const reads: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a second request could do something a second time. */
const harms = ({ deduplicates, effect }: Destination): boolean =>
  deduplicates === null && effect !== "read" && effect !== "idempotent";

/** `onWrite` is told what each writing request showed, whether or not the caller catches its error. */
export function fetchOnce(ask: {
  destination: Destination;
  key: string;
  signal: AbortSignal;
  onWrite: (seen: Seen) => void;
}): Fetch {
  const { destination, key, signal, onWrite } = ask;

  async function request(url: string | URL, options: FetchOptions, method: string): Promise<Seen> {
    let init: RequestInit;
    let target: URL;
    try {
      signal.throwIfAborted();
      target = new URL(url);
      init = { method, redirect: "manual", signal, ...content(options) };
      const { deduplicates } = destination;
      const headers = new Headers(init.headers);
      if (deduplicates !== null && !reads.has(method) && !headers.has(deduplicates.header)) {
        headers.set(deduplicates.header, key);
      }
      init.headers = headers;
    } catch (error) {
      const detail = `Nothing was sent: ${error instanceof Error ? error.message : String(error)}.`;
      const reason = "network_before_send";
      return { outcome: "not_sent", transport: "not_sent", reason, detail, httpCode: null, deduplicated: false };
    }
    try {
      const response = await fetch(target, init);
      const head = {
        httpCode: response.status,
        replayed: response.headers.get("idempotent-replayed")?.toLowerCase() === "true",
        location: response.headers.get("location"),
      };
      return seenInAnswer(head, await readBody(response), destination);
    } catch (error) {
      return seenInError(error, signal.aborted);
    }
  }

  let unproven = false;
  return async <T>(url: string | URL, options: FetchOptions = {}): Promise<T> => {
    const hasBody = options.json !== undefined || options.body !== undefined;
    const method = (options.method ?? (hasBody ? "POST" : "GET")).toUpperCase();
    const writes = !reads.has(method);
    // Whoever wraps this in a retry of their own would send again what may have arrived.
    if (writes && unproven && harms(destination)) throw new RequestFailed(notRepeated(destination));
    const seen = await request(url, options, method);
    if (writes) {
      unproven ||= seen.outcome === "unknown";
      onWrite(seen);
    }
    if (seen.outcome !== "confirmed") throw new RequestFailed(seen);
    // The caller names the shape it expects; it can parse the answer if it must be sure.
    return (seen.response ?? null) as T;
  };
}

const notRepeated = ({ title }: Destination): Seen => ({
  outcome: "not_sent",
  transport: "not_sent",
  reason: null,
  httpCode: null,
  detail: `Not sent: nobody knows what became of the request before it, and ${title} does not merge repeats.`,
  deduplicated: false,
});

function content({ json, body, headers }: FetchOptions): Pick<RequestInit, "body" | "headers"> {
  if (json === undefined) return { body, headers };
  return { body: JSON.stringify(json), headers: { "Content-Type": "application/json", ...headers } };
}

type Body = { read: true; value: unknown } | { read: false; why: string };

/** Never throws: a head of 2xx is a yes, whatever becomes of the body. */
async function readBody(response: Response): Promise<Body> {
  try {
    const text = await response.text();
    if (text.length > answerBytesMax) return { read: false, why: `it has over ${answerBytesMax} bytes` };
    if (text === "") return { read: true, value: null };
    const isJson = /\bjson\b/i.test(response.headers.get("content-type") ?? "");
    return { read: true, value: isJson ? JSON.parse(text) : text };
  } catch (error) {
    return { read: false, why: error instanceof Error ? error.message : String(error) };
  }
}
