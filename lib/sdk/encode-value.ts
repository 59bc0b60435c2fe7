/** What may be kept, checked before it leaves the process, in the SDK's own words. */

import { checkJson, InputRefused } from "@/lib/engine/limits";
import { PayloadRefused } from "@/lib/ledger/fingerprint";
import { checkpointMaxBytes } from "@/lib/progress/checkpoint";
import { ValueRefused } from "./errors";

/** JSON text. `what` begins the sentence of a refusal. Throws ValueRefused. */
export function encodeValue(value: unknown, what: string, bytesMax = checkpointMaxBytes): string {
  try {
    return checkJson(value, bytesMax, what);
  } catch (error) {
    throw inWordsOfSdk(error);
  }
}

/** The engine's refusals of a value, in the SDK's own words; everything else stays what it is. */
export function inWordsOfSdk(error: unknown): unknown {
  if (error instanceof InputRefused || error instanceof PayloadRefused) {
    return new ValueRefused(error.code, error.message);
  }
  return error;
}
