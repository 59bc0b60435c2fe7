/** What an error of Node's own fetch proves about whether the request left. */

import type { Seen } from "./seen";

/** Before a connection exists, no byte of the request can have left. */
const beforeConnect = new Set(["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "UND_ERR_CONNECT_TIMEOUT"]);

/** Handshakes that our side gave up, or that never spoke TLS: the request is only sent after them. */
const tlsFailures = new Set([
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REJECTED",
  "CERT_REVOKED",
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ERR_SSL_UNSUPPORTED_PROTOCOL",
  "ERR_SSL_PACKET_LENGTH_TOO_LONG",
  "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
  "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
]);

export function seenInError(error: unknown, timedOut: boolean): Seen {
  const causes = causesOf(error);
  const code = causes.map(codeOf).find((found) => found !== null) ?? null;
  const text = textOf(causes, code);
  if (causes.some(isBeforeSend)) {
    return seen("not_sent", "not_sent", "network_before_send", `Nothing was sent: ${text}.`);
  }
  if (timedOut) return seen("unknown", "timed_out", "timeout", "No answer before the deadline.");
  return seen("unknown", "connection_lost", "network_after_send", `The connection was lost: ${text}.`);
}

function isBeforeSend(cause: unknown): boolean {
  const code = codeOf(cause);
  if (code !== null && (beforeConnect.has(code) || tlsFailures.has(code))) return true;
  return typeof cause === "object" && cause !== null && "syscall" in cause && cause.syscall === "connect";
}

/** The error, its cause, and the cause's cause. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let next = error; next !== undefined && causes.length < 4; ) {
    causes.push(next);
    next = next instanceof Error ? next.cause : undefined;
  }
  return causes;
}

const codeOf = (cause: unknown): string | null =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string" ? cause.code : null;

function textOf(causes: readonly unknown[], code: string | null): string {
  // Fetch itself says only "fetch failed"; what happened is in its last cause.
  const last = causes.findLast((cause) => cause instanceof Error && cause.message !== "");
  const message = last instanceof Error ? last.message : String(causes[0]);
  return code === null || message.includes(code) ? message : `${message} (${code})`;
}

const seen = (
  outcome: Seen["outcome"],
  transport: Seen["transport"],
  reason: Seen["reason"],
  detail: string,
): Seen => ({ outcome, transport, reason, detail, httpCode: null, deduplicated: false });
