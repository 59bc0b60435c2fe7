/** Whether an operator may press a button on an action now, and if not, the reason that stands beside it. */

import { mayCommand, operatorMay } from "@/lib/api/contract/command";
import { type Action, isDisputed } from "@/lib/ledger/action";
import { type NearMiss, type ReviseRefusal, whyNotRevise } from "@/lib/ledger/near-miss";
import type { Probe } from "@/lib/ledger/store";
import type { Verdict } from "@/lib/ledger/verdict";
import type { Role } from "@/lib/progress/validation";
import { atStart } from "./destination-title";

export type PressFacts = {
  action: Pick<Action, "state" | "declaration">;
  verdict: Pick<Verdict, "kind">;
  probes: readonly Pick<Probe, "state">[];
};

/** Null when "Check now" may be pressed. */
export function checkOff({ action, verdict, probes }: PressFacts, role: Role): string | null {
  if (!operatorMay(role, "check")) return roleText("check");
  if (isOpen(probes)) return `${atStart(action.declaration.title)} is being asked already.`;
  if (verdict.kind === "wait") return "An attempt is in flight. Its own answer comes first.";
  if (verdict.kind === "incident") {
    return "Its evidence contradicts itself, which no look-up by its marker clears up. Count it there yourself, then settle.";
  }
  if (action.state !== "unknown" && verdict.kind !== "verify_first") return settledText[action.state];
  if (action.declaration.probe === null) {
    return `${atStart(action.declaration.title)} cannot be asked by machine. Look yourself, then settle.`;
  }
  return null;
}

/** Null when "Settle…" may be pressed. */
export function settleOff({ action, verdict }: Omit<PressFacts, "probes">, role: Role): string | null {
  if (!operatorMay(role, "settle")) return roleText("settle");
  if (verdict.kind === "wait") return "An attempt is in flight. Wait for its deadline.";
  if (verdict.kind === "incident") return null;
  if (action.state !== "unknown" && action.state !== "sending") return settledText[action.state];
  return null;
}

/** Null when "Revise…" may be pressed; with an ask that differs, when that may be decided on. */
export function reviseOff(
  { action }: { action: Pick<Action, "state" | "live" | "contradictedAt" | "contradictionFound"> },
  near: Pick<NearMiss, "state"> | null,
  role: Role,
): string | null {
  if (!operatorMay(role, "revise")) return roleText("revise");
  const why = whyNotRevise(action);
  if (near === null) return why && notRevisedText[why];
  // The stored outcome may be kept whatever it is; only a revision has to wait for it.
  return near.state === "open" ? null : "Somebody decided this already.";
}

/** Null when an avoided repeat may be said to have been a genuine second action. */
export function secondOff(
  { action, payload }: { action: Pick<Action, "contradictedAt" | "contradictionFound">; payload: string | null },
  role: Role,
): string | null {
  if (!operatorMay(role, "second")) return roleText("second");
  if (isDisputed(action)) return "It may have happened twice already. Settle that first.";
  return payload === null ? "Its payload was removed: nothing is left that could be sent." : null;
}

const notRevisedText: Record<ReviseRefusal, string> = {
  not_settled: "Nobody knows yet whether it happened. Settle it first.",
  incident: "Its evidence contradicts itself. Settle it first.",
  replaced: "A newer revision replaced it. Look at that one.",
};

/** Rows of finished business show no buttons at all: a column of locks would hide the one that can be pressed. */
export const isOpenQuestion = ({ action, verdict }: Pick<PressFacts, "action" | "verdict">): boolean =>
  action.state === "unknown" ||
  verdict.kind === "verify_first" ||
  verdict.kind === "ask_a_person" ||
  verdict.kind === "incident";

export const isOpen = (probes: readonly Pick<Probe, "state">[]): boolean =>
  probes.some((probe) => probe.state === "queued" || probe.state === "running");

const settledText: Record<Action["state"], string> = {
  planned: "Nothing was sent, so there is nothing to look for.",
  held: "Nothing was sent: it waits for approval.",
  sending: "Its attempt has not ended yet.",
  confirmed: "Its outcome is known: it happened.",
  refused: "Its outcome is known: it was refused.",
  unknown: "Its outcome is unknown.",
  withdrawn: "It was withdrawn before anything was sent.",
};

const roleText = (kind: "check" | "settle" | "revise" | "second"): string =>
  `To ${kind === "second" ? "send a second one" : kind}, you need one of these roles: ${mayCommand[kind].join(", ")}.`;
