// How the world answers: a value with an HTTP code, and one map from error code to HTTP code.

import type { ErrorCode } from "./contract";

export interface Answer {
  httpCode: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** The connection is cut and nothing is said. */
export const hangUp = Symbol("hang up");

const httpCodeOf: Record<ErrorCode, number> = {
  invalid_json: 400,
  invalid_input: 400,
  not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  unsupported_media_type: 415,
  unknown_customer: 422,
  key_reused: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
};

export function ok(body: unknown): Answer {
  return { httpCode: 200, body };
}

export function created(body: unknown, headers?: Record<string, string>): Answer {
  return { httpCode: 201, body, headers };
}

export function refusal(code: ErrorCode, message: string, headers?: Record<string, string>): Answer {
  return { httpCode: httpCodeOf[code], body: { code, message }, headers };
}

/** Thrown while a request is still being read; the door turns it into its answer. */
export class RequestRefused extends Error {
  readonly answer: Answer;

  constructor(code: ErrorCode, message: string, headers?: Record<string, string>) {
    super(message);
    this.answer = refusal(code, message, headers);
  }
}
