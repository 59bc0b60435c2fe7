/**
 * A near miss is what was almost the same action: the same business object and type under another key, the same key
 * with another payload, a key asked for after its window. It warns or holds, and a person decides; only an exact key
 * blocks, since dropping a genuine second action is a loss too.
 */

import { type Action, type ActionState, isDisputed, isFinal } from "./action";
import type { Destination } from "./destination";
import { utcText } from "./utc-text";

export const nearMissKinds = ["other_run", "other_occurrence", "other_payload", "after_window"] as const;
export type NearMissKind = (typeof nearMissKinds)[number];

/** "open" waits for a person; "noted" only warns; the others are what a person decided. */
export const nearMissStates = ["open", "noted", "let_go", "withdrawn", "kept", "revised"] as const;
export type NearMissState = (typeof nearMissStates)[number];

export type NearMiss = {
  id: string;
  kind: NearMissKind;
  /** The action that came close: the later of two, or the one whose key was asked for. */
  actionId: string;
  /** The earlier action that it came close to; null where it came close to itself. */
  otherActionId: string | null;
  /** Who asked. */
  runId: string | null;
  executionId: string | null;
  /** Of the asked payload, for "other_payload"; "" otherwise. */
  fingerprint: string;
  /** JSON text of the asked payload, for "other_payload". */
  payload: string | null;
  state: NearMissState;
  at: number;
  decidedBy: string | null;
  reason: string | null;
  decidedAt: number | null;
  /** How far the two are by now; `earlier` is null exactly where `otherActionId` is. */
  later: HowFar;
  earlier: HowFar | null;
};

export type HowFar = Pick<Action, "state" | "firstBegunAt" | "settledAt">;
export const howFar = ({ state, firstBegunAt, settledAt }: HowFar): HowFar => ({ state, firstBegunAt, settledAt });

/** States in which the earlier action took effect, or still may. */
export const nearStates: readonly ActionState[] = ["planned", "held", "sending", "unknown", "confirmed"];

/** Where a repeat does no harm a second one is only noted. */
export const nearMissHolds = ({ impact }: Pick<Destination, "impact">): boolean => impact !== "none";

/**
 * The kind of near miss that a new action makes with an earlier one of the same type and object. Several occurrences
 * in one run are how code asks for several; another one right after its payload was found to differ is how code gets
 * around that.
 */
export function nearMissWith(
  asked: Pick<Action, "type" | "object" | "logicalRunId" | "businessKey">,
  earlier: Pick<Action, "type" | "object" | "logicalRunId" | "businessKey" | "state" | "live"> & {
    hasOpenMismatch: boolean;
  },
): NearMissKind | null {
  const isNear = earlier.live && nearStates.includes(earlier.state);
  if (!isNear || earlier.type !== asked.type || earlier.object !== asked.object) return null;
  if (earlier.businessKey === asked.businessKey) return null;
  // A call guarded without a run belongs to no other one.
  if (asked.logicalRunId === null || earlier.logicalRunId === null) return null;
  if (earlier.logicalRunId !== asked.logicalRunId) return "other_run";
  return earlier.hasOpenMismatch ? "other_occurrence" : null;
}

/** Whether a person lets go or withdraws it, as against an ask that differs in its payload. */
export const isHold = ({ kind, state }: Pick<NearMiss, "kind" | "state">): boolean =>
  state === "open" && (kind === "other_run" || kind === "other_occurrence");

/** What a person is asked before the second of two actions goes out. */
export function secondActionAsk(
  near: Pick<NearMiss, "kind">,
  action: Pick<Action, "type" | "object">,
  earlier: (HowFar & Pick<Action, "logicalRunId" | "occurrence">) | null,
): string {
  const what = `${action.type} for ${action.object}`;
  const state = earlier?.state ?? "declared";
  const sent = earlier?.firstBegunAt ? ` and was sent on ${utcText(earlier.firstBegunAt)}` : "";
  const by =
    near.kind === "other_run"
      ? `another run (${earlier?.logicalRunId ?? "unknown"})`
      : `this run already, after its payload was found to differ,`;
  return `${what} is ${state} by ${by}${sent}. Send it as a second one?`;
}

export type ReviseRefusal = "not_settled" | "incident" | "replaced";

/**
 * Why a person cannot replace the action by a revision now, or null. While its outcome is open the former may still
 * take effect beside the revision.
 */
export function whyNotRevise(
  action: Pick<Action, "state" | "live" | "contradictedAt" | "contradictionFound">,
): ReviseRefusal | null {
  if (!action.live) return "replaced";
  if (isDisputed(action)) return "incident";
  return isFinal(action.state) || action.state === "planned" || action.state === "held" ? null : "not_settled";
}
