/** What is known about an action's outcome and from whom, in one or two sentences. */

import { type Action, type Attempt, effectiveOutcome, isMisfit, mayRepeat } from "@/lib/ledger/action";
import type { Evidence } from "@/lib/ledger/store";
import { atStart } from "./destination-title";

export type OutcomeFacts = {
  action: Pick<
    Action,
    | "state"
    | "live"
    | "declaration"
    | "withdrawnWhy"
    | "contradictedAt"
    | "contradictionFound"
    | "needsGrant"
    | "grant"
    | "riskAccepted"
  >;
  attempts: readonly Attempt[];
  evidence: readonly Evidence[];
};

export function outcomeSentence({ action, attempts, evidence }: OutcomeFacts): string {
  const { title } = action.declaration;
  if (action.contradictionFound !== null) {
    const count = action.contradictionFound === "once" ? "once" : "more than once";
    return `The evidence contradicted itself. A person found that ${title} did it ${count}.`;
  }
  if (action.contradictedAt !== null) {
    return `The evidence contradicts itself: ${title} may have done it more than once.`;
  }
  switch (action.state) {
    case "planned":
      return plannedText(action, attempts);
    case "held":
      return "Nothing was sent. It waits for a person's approval.";
    case "withdrawn":
      return `Nothing was sent. ${withdrawnText[action.withdrawnWhy ?? "cancelled"]}`;
    case "sending": {
      const open = attempts.find((attempt) => attempt.outcome === null);
      return `Attempt ${open?.number ?? attempts.length} is open: ${title} has not answered yet.`;
    }
    case "confirmed":
      return `${confirmedText(title, attempts, evidence)}${atRisk(attempts, "may have happened as well")}`;
    case "refused":
      return `${atStart(title)} refused attempt ${attempts.at(-1)?.number ?? "?"} for good${codeOf(attempts.at(-1))}. It is not sent again.${atRisk(attempts, "may have happened")}`;
    case "unknown": {
      const open = attempts.filter((attempt) => effectiveOutcome(attempt) === "unknown").at(-1);
      return `${atStart(title)} may or may not have it: ${open ? endText(open) : "an attempt ended without a proof"}.`;
    }
  }
}

function plannedText(action: OutcomeFacts["action"], attempts: readonly Attempt[]): string {
  const { needsGrant, grant } = action;
  if (mayRepeat(action, attempts)) {
    return "Nobody knows whether it happened. A person accepted the risk: the run may send it once more.";
  }
  if (attempts.some(({ outcome }) => outcome === "unknown")) {
    return "It was settled as not having happened. The run may send it.";
  }
  if (isMisfit(action, attempts)) {
    return "Nothing was sent: as a person edited it, its type refuses it. Revise it; the run then goes on.";
  }
  if (attempts.length > 0) return "Every attempt is proven not to have taken effect. The run may send it.";
  return needsGrant && grant !== null ? "Nothing was sent yet. It is approved." : "Nothing was sent yet.";
}

/** What nobody knows of attempts that a person let another one follow. */
function atRisk(attempts: readonly Attempt[], what: string): string {
  const open = attempts.filter((a) => a.outcome === "unknown" && a.resolution === "risk_accepted");
  if (open.length === 0) return "";
  const named = open.map(({ number }) => number).join(" and ");
  return ` Attempt${open.length === 1 ? "" : "s"} ${named} ${what}: nobody knows, and a person accepted that risk.`;
}

function confirmedText(title: string, attempts: readonly Attempt[], evidence: readonly Evidence[]): string {
  const own = attempts.find((attempt) => attempt.outcome === "confirmed");
  if (own?.transport === "deduplicated") {
    return `${atStart(title)} knew our key when attempt ${own.number} reached it, and did nothing twice.`;
  }
  if (own) return `${atStart(title)} confirmed attempt ${own.number}${codeOf(own)}.`;
  const last = evidence.filter((item) => item.kind === "probe" || item.kind === "person").at(-1);
  if (last?.kind === "person") return `${last.by ?? "A person"} saw it at ${title} and settled it by hand.`;
  return `A look-up found it at ${title} by our marker.`;
}

/** How the attempt ended, as a half sentence. */
export function endText(attempt: Pick<Attempt, "number" | "transport" | "closedBy" | "httpCode">): string {
  const name = `attempt ${attempt.number}`;
  switch (attempt.closedBy) {
    case "fence":
      return `${name} was still open when a newer execution took over`;
    case "deadline":
      return `${name} fell silent until its deadline`;
    case "exit":
      return `the worker of ${name} ended while it was open`;
    case "report":
    case null:
      return `${name} ${transportText[attempt.transport ?? "threw"]}${codeOf(attempt)}`;
  }
}

const transportText: Record<NonNullable<Attempt["transport"]>, string> = {
  accepted: "was accepted",
  rejected: "was rejected",
  throttled: "was turned away by a rate limit",
  timed_out: "got no answer in time",
  connection_lost: "lost its connection after sending",
  server_error: "was answered with a server error",
  not_sent: "did not reach the wire",
  deduplicated: "was recognised as a repeat",
  unreadable: "got an answer that cannot be read",
  threw: "broke in the agent's code",
};

const withdrawnText: Record<NonNullable<Action["withdrawnWhy"]>, string> = {
  denied: "A person rejected it.",
  expired: "Nobody decided before the deadline.",
  cancelled: "Its run was cancelled.",
  revised: "A person replaced it by a revision.",
};

const codeOf = (attempt: Pick<Attempt, "httpCode"> | undefined): string =>
  attempt?.httpCode ? ` (HTTP ${attempt.httpCode})` : "";
