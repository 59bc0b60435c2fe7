/** What a resume plan says, put into the words of its dialog. */

import type { z } from "zod";
import { operatorMay } from "@/lib/api/contract/command";
import type { ResumePlan } from "@/lib/api/contract/views";
import { type Run, runCan } from "@/lib/progress/run";
import type { Role } from "@/lib/progress/validation";

export type Plan = z.output<typeof ResumePlan>;
export type PlannedAction = Plan["unknown"][number];

type GroupName = "unknown" | "needsDecision" | "mayBeSent" | "protected";

const groupNames: readonly GroupName[] = ["unknown", "needsDecision", "mayBeSent", "protected"];

const groupWords: Record<GroupName, string> = {
  unknown: "unknown",
  needsDecision: "waiting for a decision",
  mayBeSent: "may be sent",
  protected: "protected",
};

/** The button says what happens, in numbers where there are any. */
export function confirmLabel(plan: Pick<Plan, "checksFirst" | "willRun" | "from">): string {
  if (plan.checksFirst) return "Check, then resume";
  const count = plan.willRun.length;
  if (count === 0) return plan.from === 0 ? "Resume from zero" : "Resume";
  return `Resume and run ${count} ${count === 1 ? "step" : "steps"}`;
}

/** Why this run cannot be resumed by this person; null when it can. */
export function resumeOff(run: Pick<Run, "state" | "cause" | "purgedAt">, role: Role): string | null {
  const may = runCan.resume(run);
  if (!may.allowed) return may.why;
  return operatorMay(role, "resume") ? null : "Your role may look, not resume. Ask an operator, a lead or an admin.";
}

/** Why this run cannot be cancelled by this person; null when it can. */
export function cancelOff(run: Pick<Run, "state">, role: Role): string | null {
  const may = runCan.cancel(run);
  if (!may.allowed) return may.why;
  return operatorMay(role, "cancel") ? null : "Your role may look, not cancel. Ask an operator, a lead or an admin.";
}

/** What is new in the second plan, one line each; empty when it only was made later. */
export function planDifferences(before: Plan, after: Plan): string[] {
  const lines: string[] = [];
  const groupOf = (plan: Plan, actionId: string) =>
    groupNames.find((name) => plan[name].some((action) => action.actionId === actionId));
  for (const name of groupNames) {
    for (const action of after[name]) {
      const was = groupOf(before, action.actionId);
      if (was === undefined) lines.push(`${action.type} is new: ${groupWords[name]}.`);
      else if (was !== name) lines.push(`${action.type} was ${groupWords[was]}, and is now ${groupWords[name]}.`);
    }
  }
  if (before.willRun.length !== after.willRun.length) {
    lines.push(`${after.willRun.length} steps will run, not ${before.willRun.length}.`);
  }
  if (before.disabled?.code !== after.disabled?.code && after.disabled) lines.push(after.disabled.why);
  return lines;
}
