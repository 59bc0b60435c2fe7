/** What a person may make of an ask that differs, or of an action whose payload has to be corrected. */

import type { Action } from "@/lib/ledger/action";
import type { NearMiss } from "@/lib/ledger/near-miss";
import { atStart } from "./destination-title";

export type ReviseAs = "keep" | "revise" | "correct";

type Choice = { value: ReviseAs; label: string; hint: string; button: string };

/** Without an ask that differs there is nothing to keep: only a correction is left. */
export function reviseChoices(action: Pick<Action, "state" | "declaration">, near: NearMiss | null): Choice[] {
  const { title } = action.declaration;
  const correct: Choice = {
    value: "correct",
    label: "Correct it by hand",
    hint: "What you change below is sent under a key of its own, once the worker checked that it fits the action's type.",
    button: "Revise with the correction",
  };
  if (near === null) return [correct];
  return [
    {
      value: "keep",
      label: "Keep the stored outcome",
      hint: keepHint[action.state],
      button: "Keep the stored outcome",
    },
    {
      value: "revise",
      label: "Revise: send what was asked now",
      hint:
        action.state === "confirmed"
          ? `${atStart(title)} has the former already. The revision is sent beside it, under a key of its own.`
          : "The former is never sent. The revision is sent under a key of its own.",
      button: "Revise and send",
    },
  ];
}

const keepHint: Record<Action["state"], string> = {
  planned: "What was declared first is sent, and not what was asked now.",
  held: "What was declared first waits for its approval, and not what was asked now.",
  sending: "The run gets whatever comes of the attempt in flight.",
  confirmed: "The run gets the answer that is stored. Nothing is sent.",
  refused: "The run is told that it was refused. Nothing is sent.",
  unknown: "The outcome stays unknown until it is settled.",
  withdrawn: "It stays withdrawn.",
};

/** A second effect beside one that is confirmed asks for more than a click. */
export const reviseNeedsTyping = (action: Pick<Action, "state">, as: ReviseAs | null): boolean =>
  action.state === "confirmed" && (as === "revise" || as === "correct");
