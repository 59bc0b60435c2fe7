/** A near miss in words: what came close to what, and what became of it. */

import type { HowFar, NearMiss } from "@/lib/ledger/near-miss";

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

type Sides = Pick<NearMiss, "actionId" | "otherActionId" | "later" | "earlier">;

/** What became of the other one, as the end of a sentence, and since when; null where it came close to itself. */
export function otherSent(near: Sides, own: string): { id: string; says: string; at: number | null } | null {
  const isLater = near.actionId === own;
  const id = isLater ? near.otherActionId : near.actionId;
  const other = isLater ? near.earlier : near.later;
  if (id === null || other === null || id === own) return null;
  return { id, ...saysOf(other) };
}

function saysOf({ state, firstBegunAt, settledAt }: HowFar): { says: string; at: number | null } {
  switch (state) {
    case "confirmed":
      return { says: "was sent and has happened, known since", at: settledAt ?? firstBegunAt };
    case "refused":
      return { says: "was sent and refused, nothing done, on", at: settledAt ?? firstBegunAt };
    case "unknown":
      return { says: "was sent, and nobody knows whether it happened, on", at: firstBegunAt };
    case "sending":
      return { says: "is being sent since", at: firstBegunAt };
    case "planned":
    case "held":
    case "withdrawn": {
      const now = { planned: "is planned", held: "is held for approval", withdrawn: "was withdrawn" }[state];
      const sent = firstBegunAt === null ? "nothing of it was sent" : "it was tried without effect";
      return { says: `${now}, ${sent}`, at: null };
    }
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
