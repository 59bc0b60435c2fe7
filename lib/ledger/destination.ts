/**
 * A destination is an outside system that actions go to, and how it treats repeats. It is declared in code; each
 * action keeps the declaration as it was when the action was made, so a later change never rewrites a verdict.
 */

export type EffectKind = "read" | "idempotent" | "compensatable" | "irreversible";
export type RepeatImpact = "none" | "pollutes_data" | "escalates_to_people" | "breaks_an_sla" | "money";

export type Deduplication = {
  /** The request header that carries our key. */
  header: string;
  windowMs: number;
  /** It replays stored errors too, so the same key after a received 5xx only fetches that error again. */
  replaysErrors: boolean;
};

export type ProbeDeclaration = {
  /** The field of the destination's own record that holds our marker. */
  matchingField: string;
  /** How long a write may stay invisible to the look-up. */
  horizonMs: number;
  /** Trust an "absent" although the sender never reported its end. */
  acceptsSilentHolders: boolean;
  /** Unknown actions are looked up without being asked to; left out, they are. */
  automatic?: boolean;
};

export type Destination = {
  name: string;
  title: string;
  effect: EffectKind;
  impact: RepeatImpact;
  deduplicates: Deduplication | null;
  probe: ProbeDeclaration | null;
  /** Status codes with which it refuses before it executes anything. */
  preExecutionCodes: readonly number[];
  /** How long one attempt may take, from begin to the last byte. */
  deadlineMs: number;
  owner: string | null;
  runbook: string | null;
};

/** Of one state of a destination's actions, no more are counted: what a page asks for must not grow with the ledger. */
export const countedMax = 1_000;

/** An operator stopped everything that goes there: no attempt begins until it is released. */
/** Long enough to say why, short enough for a sentence; the whole stands with the destination. */
const holdReasonShownMax = 160;

/** The reason of a hold inside another sentence: whole characters, and a sign where it goes on. */
export function holdReasonShort(reason: string): string {
  const signs = [...reason];
  return signs.length <= holdReasonShownMax ? reason : `${signs.slice(0, holdReasonShownMax).join("").trimEnd()}…`;
}

export type Hold = { by: string; at: number; reason: string };

/** Covers clock differences between us and the destination when a window is about to close. */
export const windowMarginMs = 60_000;
/** How long bytes may still travel after the sender is known to have ended. */
export const transportAllowanceMs = 2_000;

export const impactLabels: Record<RepeatImpact, string> = {
  none: "a repeat does no harm",
  pollutes_data: "a repeat pollutes its data",
  escalates_to_people: "a repeat reaches people",
  breaks_an_sla: "a repeat breaks an SLA",
  money: "a repeat costs money",
};
