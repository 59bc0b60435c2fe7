/** Why a step's body failed, in the words that retries are counted by, and whether another try can help. */

import type { RetryReason } from "@/lib/progress/retry";
import type { StepError } from "@/lib/progress/step";
import { seenInError } from "../attempt/network-error";
import { NestedStep, OccurrenceRequired, OptionRefused, ValueRefused } from "../errors";

export class StepTimeout extends Error {
  override name = "StepTimeout";
}

/** The result does not fit the schema it was declared with; the last valid checkpoint stays. */
export class SchemaRefused extends Error {
  override name = "SchemaRefused";
}

export function reasonOf(error: unknown): RetryReason {
  if (error instanceof StepTimeout) return "timeout";
  if (error instanceof SchemaRefused) return "schema_mismatch";
  const http = httpCodeOf(error);
  if (http === 429) return "rate_limited";
  if (http === 408) return "timeout";
  if (http !== null && http >= 500) return "server_error";
  if (error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError")) return "timeout";
  return networkReason(error) ?? "error";
}

/** The same mistake would be made again. */
export const isFutile = (error: unknown): boolean =>
  error instanceof SchemaRefused ||
  error instanceof ValueRefused ||
  error instanceof NestedStep ||
  error instanceof OccurrenceRequired ||
  error instanceof OptionRefused;

export function stepError(error: unknown): StepError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  return { name: error.name, message: error.message, ...(error.stack && { stack: error.stack }) };
}

/** Clients of HTTP APIs name it in one of these two ways. */
function httpCodeOf(error: unknown): number | null {
  if (typeof error !== "object" || error === null) return null;
  for (const name of ["status", "statusCode"] as const) {
    const code: unknown = Reflect.get(error, name);
    if (typeof code === "number" && code >= 100 && code < 600) return code;
  }
  return null;
}

const networkCodes = /^(E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH)|UND_ERR_.+)$/;

function networkReason(error: unknown): RetryReason | null {
  for (let next = error, depth = 0; next instanceof Error && depth < 4; next = next.cause, depth++) {
    const code: unknown = Reflect.get(next, "code");
    if (typeof code === "string" && networkCodes.test(code)) {
      return seenInError(error, false).outcome === "not_sent" ? "network_before_send" : "network_after_send";
    }
  }
  return null;
}
