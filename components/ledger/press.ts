/** Whether an operator may press a button on an action now, and if not, the reason that stands beside it. */

import { mayCommand, operatorMay } from "@/lib/api/contract/command";
import type { Action } from "@/lib/ledger/action";
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
  if (action.state !== "unknown" && action.state !== "sending") return settledText[action.state];
  return null;
}

/** Rows of finished business show no buttons at all: a column of locks would hide the one that can be pressed. */
export const isOpenQuestion = ({ action, verdict }: Pick<PressFacts, "action" | "verdict">): boolean =>
  action.state === "unknown" || verdict.kind === "verify_first" || verdict.kind === "ask_a_person";

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

const roleText = (kind: "check" | "settle"): string =>
  `To ${kind}, you need one of these roles: ${mayCommand[kind].join(", ")}.`;
