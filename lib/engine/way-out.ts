/**
 * What helps a run that stopped where a resume alone would stop it in the same place again: the ask, the payload, the
 * answer or the code that stopped it has to be another one first. Pure.
 */

import { type Action, isMisfit } from "@/lib/ledger/action";
import type { ActionRecord } from "@/lib/ledger/store";
import { type Run, runCan } from "@/lib/progress/run";
import type { RunRecord } from "@/lib/progress/store";

export const wayOutKinds = ["keep_or_revise", "revise", "change_code"] as const;

export type WayOut = {
  as: (typeof wayOutKinds)[number];
  /** What is decided about; null where nothing in the console helps. */
  actionId: string | null;
  /** What to do, and what a resume would do instead. */
  sentence: string;
};

/** Null where a resume may help, or is not possible; an outcome that is unknown is settled, as its verdict says. */
export function wayOut(record: RunRecord, actions: readonly ActionRecord[]): WayOut | null {
  const { run } = record;
  if (!runCan.resume(run).allowed) return null;
  if (run.state === "blocked") return outOfBlock(run, actions);
  return run.state === "failed" ? outOfFailure(record, actions) : null;
}

function outOfBlock(run: Run, actions: readonly ActionRecord[]): WayOut | null {
  const blamed = actions.filter(({ action }) => action.live && run.waitsFor.actionIds.includes(action.id));
  switch (run.cause) {
    case "payload_mismatch":
    case "approval_mismatch":
      return outOfMismatch(blamed);
    case "code_changed":
      return { as: "change_code", actionId: null, sentence: codeSentence };
    case "resumed":
    case "recovering":
    case "timer":
    case "retry":
    case "validation":
    case "execution_lost":
    case "outcome_unknown":
    case "action_in_flight":
    case "destination_held":
    case "validation_expired":
    case "schema_mismatch":
    case "checkpoint_corrupt":
    case "quarantined":
    case "server_behind":
    case "error":
    case null:
      return null;
  }
}

const codeSentence =
  "A resume meets the same code and stops there again. Start workers whose code fits first, or resume from an earlier checkpoint.";

function outOfMismatch(blamed: readonly ActionRecord[]): WayOut | null {
  const asked = blamed.find(openMismatch);
  if (asked) {
    const sentence = `${named(asked.action)} was asked for with another payload: keep what is stored or revise it, and the run goes on. A resume alone stops there again.`;
    return { as: "keep_or_revise", actionId: asked.action.id, sentence };
  }
  const misfit = blamed.find(({ action, attempts }) => isMisfit(action, attempts));
  if (misfit === undefined) return null;
  const sentence = `${named(misfit.action)} was edited to what its type refuses: revise it, and the run goes on. A resume alone stops there again.`;
  return { as: "revise", actionId: misfit.action.id, sentence };
}

/** The ask that differs from what is stored, and on which nobody has decided. */
const openMismatch = ({ nearMisses }: Pick<ActionRecord, "nearMisses">): boolean =>
  nearMisses.some(({ kind, state }) => kind === "other_payload" && state === "open");

/** Whatever was caught by the code is not what it failed on: the last step that is not done is. */
function outOfFailure({ steps }: RunRecord, actions: readonly ActionRecord[]): WayOut | null {
  const last = steps.findLast(({ supersededBy, state }) => supersededBy === null && state !== "done");
  const refused = actions.find(
    ({ action }) => action.id === last?.actionId && action.live && action.state === "refused",
  )?.action;
  if (last?.state !== "failed" || refused === undefined) return null;
  const sentence = `${named(refused)} was refused for good, and a resume is given the same answer. Revise it, then resume.`;
  return { as: "revise", actionId: refused.id, sentence };
}

const named = ({ type, object }: Action): string => `${type} for ${object}`;
