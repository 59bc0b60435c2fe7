import { readEnv } from "@/lib/env";
import { isLoopbackRequest } from "./request-origin";

/** Signing in without a password exists in the demo only, and only for a browser on the same machine. */
export function isDemoDoorOpen(headers: Headers): boolean {
  return readEnv().demo && isLoopbackRequest(headers);
}
