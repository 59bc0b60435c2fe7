/** Why an attempt failed and why a repeat was avoided, as a part of a sentence. */

import type { attemptReasons, avoidedCauses } from "@/lib/api/contract/action";

export const attemptReasonWords: Record<(typeof attemptReasons)[number], string> = {
  timeout: "no answer in time",
  rate_limited: "rate limited",
  server_error: "server error",
  network_before_send: "network, before sending",
  network_after_send: "network, after sending",
  lease_lost: "lease lost",
  worker_crash: "worker crash",
  schema_mismatch: "the edit does not fit its type",
  refused: "refused",
  error: "error in the code",
};

export const avoidedCauseWords: Record<(typeof avoidedCauses)[number], string> = {
  recovery: "after a recovery",
  resume: "after a resume",
  wake: "when the run woke up",
  repeated_ask: "when the code asked again",
};
