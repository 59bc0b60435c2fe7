/** What the functions of the schema answer, turned into what the port promises: the free text in it as it was written. */

import type { Run } from "@/lib/progress/run";
import type { OpenStep } from "@/lib/progress/store";
import type { Decision, Validation } from "@/lib/progress/validation";
import { plainJson } from "./free-json";
import { plainText } from "./free-text";

export const toRun = <R extends Run>(stored: R): R => ({ ...stored, causeText: plainText(stored.causeText) });

export function toValidation(stored: Validation): Validation {
  const { ask, shown, decision, decisions } = stored;
  return {
    ...stored,
    ask: plainText(ask),
    shown: plainJson(shown),
    decision: decision && toDecision(decision),
    decisions: decisions.map(toDecision),
  };
}

const toDecision = (stored: Decision): Decision => ({
  ...stored,
  reason: plainText(stored.reason),
  answer: plainJson(stored.answer),
});

export const toOpenStep = (stored: OpenStep): OpenStep => ({
  ...stored,
  validation: stored.validation && toValidation(stored.validation),
});
