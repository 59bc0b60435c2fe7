import { Ban, CircleCheck, CircleDashed, CircleMinus } from "lucide-react";
import type { StateLook } from "@/components/ui/state-chip";
import type { RunCommand } from "./run-view";

const verbs: Record<RunCommand["kind"], string> = {
  resume: "resumed it",
  cancel: "cancelled it",
  check: "asked the destination",
  settle: "settled an action",
  decide: "decided",
};

/** "resumed it from checkpoint 3". A refused one was only tried. */
export function commandWords({ kind, shown, state }: Pick<RunCommand, "kind" | "shown" | "state">): string {
  const from = kind === "resume" ? fromOf(shown) : null;
  const words = from === null ? verbs[kind] : `${verbs[kind]} from ${from === 0 ? "zero" : `checkpoint ${from}`}`;
  return state === "refused" ? `tried: ${words}` : words;
}

function fromOf(shown: unknown): number | null {
  if (typeof shown !== "object" || shown === null || !("from" in shown)) return null;
  return typeof shown.from === "number" ? shown.from : null;
}

/** Why it was refused, as the person was told. */
export function refusalOf({ state, answer }: Pick<RunCommand, "state" | "answer">): string | null {
  if (state !== "refused" || typeof answer !== "object" || answer === null || !("message" in answer)) return null;
  return typeof answer.message === "string" ? answer.message : null;
}

export const commandLook: Record<RunCommand["state"], StateLook> = {
  accepted: {
    label: "Accepted",
    tone: "info",
    emphasis: "outline",
    icon: CircleDashed,
    meaning: "Taken, and nothing more is known yet.",
  },
  applied: {
    label: "Applied",
    tone: "ok",
    emphasis: "soft",
    icon: CircleCheck,
    meaning: "Written down; what followed is observed apart.",
  },
  no_effect: {
    label: "No effect",
    tone: "neutral",
    emphasis: "outline",
    icon: CircleMinus,
    meaning: "There was nothing to change.",
  },
  refused: { label: "Refused", tone: "neutral", emphasis: "soft", icon: Ban, meaning: "Nothing was changed." },
};
