// Where an armed fault meets a call: before the effect, after it, or in place of the answer.
// Nothing is awaited between taking the fault and executing, so two calls cannot share one strike.

import { type Answer, hangUp, refusal } from "./answer";
import type { Kind } from "./contract";
import type { CallFault } from "./fault";
import type { FaultRegister } from "./fault-register";

export interface Call {
  kind: Kind;
  object: string;
  /** How long this system takes when it is well. */
  usualMs?: number;
  execute: (fault: CallFault | null) => Answer;
}

export function createCallUnderFaults(faults: FaultRegister, sleep: (ms: number) => Promise<void>) {
  return async function callUnderFaults(call: Call): Promise<Answer | typeof hangUp> {
    const fault = faults.take(call.kind, call.object);
    if (fault?.fault === "rate_limited") {
      return refusal("rate_limited", `too many requests, come back in ${fault.retryAfterSeconds} s`, {
        "Retry-After": String(fault.retryAfterSeconds),
      });
    }
    if (fault?.fault === "error_before_effect") return refusal("unavailable", "temporarily unavailable");

    const answer = call.execute(fault);
    const ms = delayMs(fault, call.usualMs ?? 0);
    if (ms > 0) await sleep(ms);

    if (fault?.fault === "reply_lost_after_effect") return hangUp;
    if (fault?.fault === "error_after_effect") return refusal("internal_error", "something went wrong");
    return answer;
  };
}

function delayMs(fault: CallFault | null, usualMs: number): number {
  if (fault?.fault === "slow") return fault.ms;
  return fault?.fault === "reply_delayed" ? usualMs + fault.ms : usualMs;
}
