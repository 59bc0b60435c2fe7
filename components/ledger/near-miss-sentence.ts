/** A near miss in words: what came close to what, and what became of it. */

import type { NearMiss } from "@/lib/ledger/near-miss";

/** `own` is the action on whose page it stands: the same near miss is told from either side. */
export function nearMissSentence(near: Pick<NearMiss, "kind" | "actionId">, own: string): string {
  const isLater = near.actionId === own;
  switch (near.kind) {
    case "other_run":
      return isLater
        ? "Another run has such an action for the same object."
        : "Another run asked for such an action for the same object.";
    case "other_occurrence":
      return isLater
        ? "The same run asked for it under another occurrence, right after its payload was found to differ."
        : "The same run asked for it again under another occurrence, after its payload was found to differ.";
    case "other_payload":
      return "It was asked for again under its key, with another payload.";
    case "after_window":
      return "It was asked for again after the window in which its destination merges repeats.";
  }
}

export const nearMissStateWords: Record<NearMiss["state"], string> = {
  open: "Waits for a person",
  noted: "Noted",
  let_go: "Let go as a genuine second action",
  withdrawn: "Withdrawn",
  kept: "Stored outcome kept",
  revised: "Revised",
};
