import {
  BadgeCheck,
  Check,
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  CopyX,
  FileQuestionMark,
  Gauge,
  Hand,
  KeyRound,
  LoaderCircle,
  Minus,
  OctagonX,
  SearchCheck,
  Send,
  ServerCrash,
  ShieldCheck,
  Siren,
  Timer,
  Undo2,
  Unplug,
  UserRoundSearch,
  X,
} from "lucide-react";
import { StateChip, type StateChipProps, type StateLook } from "@/components/ui/state-chip";
import type { ActionState as StoredActionState, TransportResult } from "@/lib/ledger/action";
import type { VerdictKind } from "@/lib/ledger/verdict";

// How each state of an action looks and what it means for a resume. Only "held" and "unknown" are solid attention:
// both mean "you". Unknown is never grey and never reads as failed.

export type ActionStateValue = StoredActionState;

/** Beside the state, never instead of it. */
export type ActionMarkValue = "duplicate_avoided" | "duplicate_found";

export type AttemptResultValue = TransportResult | "open";

const look = (
  label: string,
  tone: StateLook["tone"],
  emphasis: StateLook["emphasis"],
  icon: StateLook["icon"],
  meaning: string,
  more: Pick<StateLook, "spins" | "dashed"> = {},
): StateLook => ({ label, tone, emphasis, icon, meaning, ...more });

export const actionLook: Record<ActionStateValue, StateLook> = {
  planned: look("Planned", "neutral", "outline", CircleDashed, "Not sent; a resume will send it."),
  held: look("Held for approval", "attention", "solid", Hand, "Not sent; waits for a person's decision."),
  sending: look("Sending", "info", "soft", Send, "An attempt is open."),
  confirmed: look("Confirmed", "ok", "solid", BadgeCheck, "The target has it; it will not be sent again."),
  refused: look("Refused", "danger", "soft", OctagonX, "The target said no for good; it will not be sent again."),
  unknown: look(
    "Unknown",
    "attention",
    "solid",
    CircleQuestionMark,
    "The target may or may not have it; a resume is blocked until this is cleared up.",
    { dashed: true },
  ),
  withdrawn: look("Withdrawn", "neutral", "soft", Undo2, "Rejected, edited or cancelled before anything was sent."),
};

export const actionMarkLook: Record<ActionMarkValue, StateLook> = {
  duplicate_avoided: look("Duplicate avoided", "ok", "outline", ShieldCheck, "Asked for again; nothing was sent."),
  duplicate_found: look("Duplicate found", "danger", "solid", CopyX, "The target has it twice; this is an incident."),
};

export const attemptLook: Record<AttemptResultValue, StateLook> = {
  open: look("In flight", "info", "soft", LoaderCircle, "Sent or about to be; no answer yet.", { spins: true }),
  accepted: look("Accepted", "ok", "soft", Check, "The target took it."),
  rejected: look("Rejected", "danger", "soft", X, "The target refused this attempt."),
  throttled: look("Rate limited", "info", "outline", Gauge, "The target asked for fewer requests."),
  timed_out: look("No answer", "attention", "soft", Timer, "The deadline passed; the target may have it."),
  connection_lost: look("Cut off", "attention", "soft", Unplug, "The connection broke; the target may have it."),
  not_sent: look("Not sent", "neutral", "outline", Minus, "Stopped before the wire; safe."),
  deduplicated: look("Deduplicated", "ok", "outline", ShieldCheck, "The target knew the key and did nothing twice."),
  server_error: look(
    "Server error",
    "attention",
    "soft",
    ServerCrash,
    "The target broke; it may have it all the same.",
  ),
  unreadable: look("Unreadable answer", "info", "outline", FileQuestionMark, "It took it; its answer made no sense."),
  threw: look(
    "Threw",
    "attention",
    "soft",
    X,
    "The agent's code broke after it may have left; the target may have it.",
  ),
};

// Capitals, as in the rules: a verdict is read across the room and quoted in chat.
export const verdictLook: Record<VerdictKind, StateLook> = {
  safe: look("SAFE", "ok", "soft", CircleCheck, "Proven not sent: sending it cannot repeat anything."),
  wait: look("WAIT", "info", "outline", LoaderCircle, "An attempt is open and its owner is alive.", { spins: true }),
  safe_with_same_key: look(
    "SAFE WITH SAME KEY",
    "ok",
    "soft",
    KeyRound,
    "The target recognises the key while its window is open.",
  ),
  verify_first: look("VERIFY FIRST", "attention", "soft", SearchCheck, "Look it up at the target before anything."),
  ask_a_person: look(
    "ASK A PERSON",
    "attention",
    "solid",
    UserRoundSearch,
    "No machine can tell; somebody has to look and settle it with evidence.",
  ),
  useless: look("USELESS", "neutral", "soft", OctagonX, "Refused for good; sending the same again changes nothing."),
  not_needed: look("NOT NEEDED", "ok", "outline", BadgeCheck, "Nothing is left to send."),
  incident: look(
    "INCIDENT",
    "danger",
    "solid",
    Siren,
    "The evidence contradicts itself: find out how often it happened, then settle it with that.",
  ),
};

/** `until` is a time already formatted, as only the place that shows it knows the zone. */
export function verdictLabel(value: VerdictKind, until?: string): string {
  if (value === "safe_with_same_key") return until ? `SAFE WITH SAME KEY until ${until}` : "SAFE WITH SAME KEY";
  if (value === "useless") return "USELESS until revised";
  return verdictLook[value].label;
}

type Of<Value> = { value: Value } & Omit<StateChipProps, "look">;

export const ActionState = ({ value, ...rest }: Of<ActionStateValue>) => (
  <StateChip look={actionLook[value]} {...rest} />
);

export const ActionMark = ({ value, ...rest }: Of<ActionMarkValue>) => (
  <StateChip look={actionMarkLook[value]} {...rest} />
);

/** Never alone as the action's outcome: an attempt that timed out may have been confirmed since. */
export function AttemptResult({ value, code, ...rest }: Of<AttemptResultValue> & { code?: number }) {
  const base = attemptLook[value];
  return <StateChip look={base} label={code === undefined ? base.label : `${base.label} (${code})`} {...rest} />;
}

export const Verdict = ({ value, until, ...rest }: Of<VerdictKind> & { until?: string }) => (
  <StateChip look={verdictLook[value]} label={verdictLabel(value, until)} {...rest} />
);
