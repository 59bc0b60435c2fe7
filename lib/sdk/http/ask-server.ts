/**
 * One call to a Reprise server. It is tried again when nothing is known of it, under the same Idempotency-Key, and its
 * ids are the caller's own: however often it arrives, it has one effect. In the end an error says that nobody knows.
 */

import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { encodeValue } from "../encode-value";
import { ValueRefused } from "../errors";

export type Server = {
  /** As people type it: "https://reprise.example". */
  url: string;
  /** `rpk_...`, made at Settings → Keys. */
  key: string;
};

/** The server understood and said no: the key is not for this, or what was asked is not there. */
export class ServerRefused extends Error {
  override name = "ServerRefused";
  constructor(
    readonly code: string,
    message: string,
    readonly httpCode: number,
    readonly requestId: string | null,
  ) {
    super(message);
  }
}

export type CallOptions = {
  /** How long to go on trying, the first try included. */
  withinMs?: number;
  /** Of one try. */
  timeoutMs?: number;
};

const withinDefaultMs = 10_000;
const timeoutDefaultMs = 10_000;
const firstDelayMs = 100;
const longestDelayMs = 2_000;
/** As the server takes them. */
const bodyMaxBytes = 12 * 1024 * 1024;

export async function askServer<T>(
  { url, key }: Server,
  path: string,
  ask: unknown,
  { withinMs = withinDefaultMs, timeoutMs = timeoutDefaultMs }: CallOptions = {},
): Promise<T> {
  const body = encodeValue(ask, "The request", bodyMaxBytes);
  const address = `${url.replace(/\/+$/, "")}/api/v1${path}`;
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "idempotency-key": `"${randomUUID()}"`,
  };
  const until = performance.now() + withinMs;
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(longestDelayMs, 2 * delayMs)) {
    const tried = await tryOnce(address, { method: "POST", headers, body, redirect: "error" }, timeoutMs);
    // What the server gives is written through the schema that types this call.
    if ("answer" in tried) return tried.answer as T;
    const pauseMs = Math.max(tried.retryAfterMs, delayMs / 2 + (delayMs / 2) * Math.random());
    if (performance.now() + pauseMs > until) throw tried.error;
    await wait(pauseMs);
  }
}

type Tried = { answer: unknown } | { error: unknown; retryAfterMs: number };

/** Throws what no other try can help. */
async function tryOnce(address: string, init: RequestInit, timeoutMs: number): Promise<Tried> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(address, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    body = await response.json();
  } catch (error) {
    return { error, retryAfterMs: 0 };
  }
  if (response.ok) return { answer: body };
  const error = refusalOf(response, body);
  if (!isWorthAnotherTry(response.status, error)) throw error;
  return { error, retryAfterMs: 1_000 * Number(response.headers.get("retry-after") ?? 0) };
}

/** 409 with this code: the same request arrived already, and its answer is on the way. */
const isWorthAnotherTry = (status: number, error: Error): boolean =>
  status === 429 || status >= 500 || (error instanceof ServerRefused && error.code === "request_in_flight");

/** Codes by which the server refuses a value, as it does in the direct backend. */
const valueCodes = new Set([
  "deadline_required",
  "duplicate_key",
  "identifier_empty",
  "identifier_has_nul",
  "identifier_too_long",
  "lease_too_short",
  "lone_surrogate",
  "not_json",
  "number_not_safe",
  "too_deep",
  "too_large",
]);

function refusalOf(response: Response, body: unknown): Error {
  const { code, detail, requestId } = (body ?? {}) as { code?: unknown; detail?: unknown; requestId?: unknown };
  const message = typeof detail === "string" ? detail : `The server answered ${response.status} without a reason.`;
  const known = typeof code === "string" ? code : "unreadable";
  if (valueCodes.has(known)) return new ValueRefused(known, message);
  return new ServerRefused(known, message, response.status, typeof requestId === "string" ? requestId : null);
}
