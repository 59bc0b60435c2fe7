import { Ban, CircleCheck, CircleDashed, CircleMinus } from "lucide-react";
import { z } from "zod";
import type { StateLook } from "@/components/ui/state-chip";
import type { RunCommand } from "./run-view";

const verbs: Record<RunCommand["kind"], { did: string; tried: string }> = {
  resume: { did: "resumed it", tried: "tried to resume it" },
  cancel: { did: "cancelled it", tried: "tried to cancel it" },
  check: { did: "asked the destination", tried: "tried to ask the destination" },
  settle: { did: "settled an action", tried: "tried to settle an action" },
  decide: { did: "decided", tried: "tried to decide" },
  confirm: { did: "decided on a proposal", tried: "tried to decide on a proposal" },
  hold: { did: "held a destination", tried: "tried to hold a destination" },
  release: { did: "released a destination", tried: "tried to release a destination" },
  keep: { did: "kept a stored outcome", tried: "tried to keep a stored outcome" },
  second: { did: "released a second action", tried: "tried to release a second action" },
  report: { did: "opened an incident", tried: "tried to open an incident" },
  tend: { did: "worked on an incident", tried: "tried to work on an incident" },
  classify: { did: "classified an incident", tried: "tried to classify an incident" },
  accept: { did: "accepted it as it is", tried: "tried to accept it as it is" },
  supersede: { did: "named the run that did its work", tried: "tried to name the run that did its work" },
  reopen: { did: "opened it again", tried: "tried to open it again" },
  follow: { did: "followed a step of a runbook", tried: "tried to tick a step of a runbook" },
  unfollow: { did: "took back a tick in a runbook", tried: "tried to take back a tick in a runbook" },
  revise: { did: "revised an action", tried: "tried to revise an action" },
  edit: { did: "wrote a week's paragraph", tried: "tried to write a week's paragraph" },
  agree: { did: "decided in a review", tried: "tried to decide in a review" },
  drop: { did: "took a decision back", tried: "tried to take a decision back" },
  mark: { did: "marked a decision", tried: "tried to mark a decision" },
  freeze: { did: "froze a review", tried: "tried to freeze a review" },
  make_key: { did: "made a key", tried: "tried to make a key" },
  rotate_key: { did: "replaced a key", tried: "tried to replace a key" },
  revoke_key: { did: "revoked a key", tried: "tried to revoke a key" },
  amend: { did: "began a new version of a review", tried: "tried to begin a new version of a review" },
};

/** "resumed it from checkpoint 3". A refused one was only tried. */
export function commandWords({ kind, shown, state }: Pick<RunCommand, "kind" | "shown" | "state">): string {
  const from = kind === "resume" ? fromOf(shown) : null;
  const verb = verbs[kind][state === "refused" ? "tried" : "did"];
  return from === null ? verb : `${verb} from ${from === 0 ? "zero" : `checkpoint ${from}`}${others(shown)}`;
}

/** It was pressed for several runs at once. */
function others(shown: unknown): string {
  const parsed = Bulk.safeParse(shown);
  const count = parsed.success ? parsed.data.bulk.count - 1 : 0;
  return count < 1 ? "" : `, with ${count} other ${count === 1 ? "run" : "runs"}`;
}

const Bulk = z.object({ bulk: z.object({ count: z.number() }) });

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
