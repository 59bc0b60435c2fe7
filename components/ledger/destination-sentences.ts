/** A destination's declaration in sentences: what may be repeated, until when, and what one repeat would do. */

import { formatDuration } from "@/components/ui/time-format";
import type { Destination, EffectKind, RepeatImpact } from "@/lib/ledger/destination";
import { atStart } from "./destination-title";

type Declared = Omit<Destination, "name" | "owner" | "runbook">;

export const effectText: Record<EffectKind, string> = {
  read: "Only reads: nothing changes there.",
  idempotent: "Sets a state: doing it twice leaves the same state.",
  compensatable: "Creates something new that can be taken back by hand.",
  irreversible: "Cannot be taken back once it is done.",
};

export const impactText: Record<RepeatImpact, string> = {
  none: "One repeat does no harm.",
  pollutes_data: "One repeat leaves a second record in its data.",
  escalates_to_people: "One repeat reaches people a second time.",
  breaks_an_sla: "One repeat breaks a promised service level.",
  money: "One repeat costs money.",
};

export function repeatText({ title, deduplicates }: Pick<Declared, "title" | "deduplicates">): string {
  if (deduplicates === null) return `${atStart(title)} does not recognise repeats: sending again acts again.`;
  const window = formatDuration(deduplicates.windowMs);
  const recognised = `${atStart(title)} recognises our key in ${deduplicates.header} for ${window} from the first attempt.`;
  return deduplicates.replaysErrors
    ? `${recognised} It replays stored errors, too: after one, the same key only returns that error.`
    : recognised;
}

export function probeText({ title, probe }: Pick<Declared, "title" | "probe">): string {
  if (probe === null) return `${atStart(title)} cannot be asked by machine whether it has an action.`;
  const asked = `${atStart(title)} can be asked, by our marker in its field “${probe.matchingField}”.`;
  const hidden =
    probe.horizonMs > 0
      ? ` A new record may stay hidden from that look-up for ${formatDuration(probe.horizonMs)}.`
      : "";
  const silent = probe.acceptsSilentHolders ? " An “absent” counts although the sender never reported its end." : "";
  return asked + hidden + silent;
}

/** Who asks about an unknown outcome: by itself, when somebody presses, or nobody can. */
export function lookUpText({ probe }: Pick<Declared, "probe">): string {
  if (probe === null) return "A person looks there, then settles it.";
  return probe.automatic === false
    ? "Looked up only when somebody presses “Check now”: its declaration switches automatic look-ups off."
    : "Looked up automatically, and whenever somebody presses “Check now”.";
}

export function codesText({ preExecutionCodes }: Pick<Declared, "preExecutionCodes">): string {
  if (preExecutionCodes.length === 0) return "No answer is declared as refused before execution.";
  return `With HTTP ${preExecutionCodes.join(", ")} it refuses before it does anything.`;
}

export const attemptText = ({ deadlineMs }: Pick<Declared, "deadlineMs">): string =>
  `One attempt may take ${formatDuration(deadlineMs)}; without a proof by then its outcome is unknown.`;
