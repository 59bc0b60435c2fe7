/** The closed list of error codes and what each is over HTTP (RFC 9457). Unknown errors never leak their text. */

import type { Problem } from "./contract/basics";

const states = {
  bad_request: 400,
  duplicate_key: 400,
  number_not_safe: 400,
  identifier_empty: 400,
  identifier_has_nul: 400,
  identifier_too_long: 400,
  bad_cursor: 400,
  bad_json: 400,
  bad_id: 400,
  idempotency_key_missing: 400,
  unauthenticated: 401,
  key_may_not: 403,
  role_missing: 403,
  four_eyes: 403,
  wrong_origin: 403,
  not_found: 404,
  run_not_found: 404,
  runbook_not_found: 404,
  tick_not_found: 404,
  action_not_found: 404,
  validation_not_found: 404,
  checkpoint_not_found: 404,
  destination_not_found: 404,
  key_not_found: 404,
  person_not_found: 404,
  proposal_not_found: 404,
  review_not_found: 404,
  workflow_not_found: 404,
  decision_not_found: 404,
  already_held: 409,
  key_ended: 409,
  already_proposed: 409,
  already_so: 409,
  last_admin: 409,
  already_dealt_with: 409,
  not_dealt_with: 409,
  not_stopped: 409,
  other_run_not_fit: 409,
  details_purged: 409,
  decisions_full: 409,
  near_miss_not_found: 404,
  avoided_not_found: 404,
  incident_not_found: 404,
  move_not_allowed: 409,
  seen_again: 409,
  already_resumed: 409,
  already_decided: 409,
  decided_by_you: 409,
  changed_meanwhile: 409,
  checkpoint_corrupt: 409,
  changed_since_shown: 409,
  in_flight: 409,
  incident: 409,
  no_probe: 409,
  nonce_reused: 409,
  not_contradicted: 409,
  not_frozen: 409,
  not_held: 409,
  not_settled: 409,
  nothing_differs: 409,
  replaced: 409,
  request_in_flight: 409,
  review_frozen: 409,
  not_unknown: 409,
  outcome_unknown: 409,
  run_cancelled: 409,
  run_finished: 409,
  run_is_running: 409,
  run_purged: 409,
  run_waits_for_person: 409,
  schema_mismatch: 409,
  same_person: 403,
  second_person_needed: 409,
  server_behind: 409,
  stale_lease: 409,
  stale_plan: 409,
  validation_expired: 409,
  validation_withdrawn: 409,
  week_not_over: 409,
  too_large: 413,
  unsupported_media_type: 415,
  deadline_required: 422,
  edit_refused: 422,
  idempotency_key_reused: 422,
  invalid: 422,
  lease_too_short: 422,
  lone_surrogate: 422,
  not_json: 422,
  reason_required: 422,
  too_deep: 422,
  too_many_requests: 429,
  internal: 500,
  database_unreachable: 503,
  database_busy: 503,
  database_unwritable: 503,
  world_unreachable: 503,
} as const;
export type ProblemCode = keyof typeof states;

const titles: Partial<Record<number, string>> = {
  400: "The request cannot be read",
  401: "Sign in first",
  403: "Not allowed",
  404: "Not found",
  409: "Not possible as things stand",
  413: "Too large",
  415: "Not a format that is read here",
  422: "Something in it is wrong",
  429: "Too many requests",
  500: "Something broke on our side",
  503: "Not available at the moment",
};

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(states, code);

export class Refusal extends Error {
  override name = "Refusal";
  constructor(
    readonly code: ProblemCode,
    detail: string,
    readonly facts?: unknown,
  ) {
    super(detail);
  }
}

export function problemAnswer(code: ProblemCode, detail: string, requestId: string, facts?: unknown): Response {
  const status = states[code];
  const body: Problem = {
    type: `about:blank#${code}`,
    title: titles[status] ?? "Error",
    status,
    code,
    detail,
    requestId,
    ...(facts === undefined ? {} : { facts }),
  };
  return Response.json(body, {
    status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      "x-request-id": requestId,
      ...retryAfter(facts),
    },
  });
}

/** In the header that every client knows, what the facts say. */
function retryAfter(facts: unknown): Record<string, string> {
  const has = typeof facts === "object" && facts !== null && "retryAfterSeconds" in facts;
  return has ? { "retry-after": String(facts.retryAfterSeconds) } : {};
}

/** Turns whatever was thrown into an answer; `report` gets what must be read in the log. */
export function problemOf(error: unknown, requestId: string, report: (error: unknown) => void): Response {
  if (error instanceof Refusal) return problemAnswer(error.code, error.message, requestId, error.facts);
  const code = codeOf(error);
  if (code !== null && isProblemCode(code) && states[code] < 500 && error instanceof Error) {
    return problemAnswer(code, error.message, requestId);
  }
  report(error);
  if (code !== null && unreachable.has(code)) {
    return problemAnswer("database_unreachable", "The database does not answer. Try again in a moment.", requestId);
  }
  // 57014: the statement ran into its time limit; 53300: no connection slot is left.
  if (code === "57014" || code === "53300") {
    return problemAnswer(
      "database_busy",
      "The database is busy. Narrow the filter, or try again in a moment.",
      requestId,
    );
  }
  // 53100: the disk is full; 25006: read-only, as a standby is, or a server whose host guards its last space.
  if (code === "53100" || code === "25006") {
    const why = code === "53100" ? "The database has no room left" : "The database is read-only at the moment";
    return problemAnswer(
      "database_unwritable",
      `${why}: this could not be saved. Press again once it takes writes; nothing is done twice.`,
      requestId,
    );
  }
  return problemAnswer("internal", `Look for request ${requestId} in the log.`, requestId);
}

const unreachable = new Set([
  "database_unreachable",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EPIPE",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "57P01",
  "57P02",
  "57P03",
]);

/** Also of what a library wrapped: drizzle puts its own error around what the database said. */
function codeOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  if ("code" in error && typeof error.code === "string") return error.code;
  return "cause" in error ? codeOf(error.cause) : null;
}
