/** A person approves or rejects. One row, one decision: of two people one wins, the other sees who, what and when. */

import { isHold } from "@/lib/ledger/near-miss";
import { mayDecideAs, type Validation } from "@/lib/progress/validation";
import { type Applied, type CommandAnswer, type CommandRefusal, command } from "./command";
import type { Operator } from "./command-store";
import { deliverOutbox } from "./deliver-outbox";
import type { Engine } from "./engine";

export type DecideAsk = {
  validationId: string;
  verdict: "approve" | "reject";
  reason: string | null;
  answer: unknown;
  /** The fingerprints on the decider's screen: approval binds to what was shown. */
  shown: string[];
  /** The device, as its browser names itself. */
  from: string | null;
  nonce: string;
  operator: Operator;
};

export type Decided = { validation: Validation };

export async function decideValidation(engine: Engine, ask: DecideAsk): Promise<CommandAnswer<Decided>> {
  const before = await engine.progress.findValidation(ask.validationId);
  if (before === null) return { ok: false, code: "validation_not_found", message: "There is no such approval." };
  return command<Decided>(
    engine,
    {
      nonce: ask.nonce,
      kind: "decide",
      objectKind: "validation",
      objectId: ask.validationId,
      operator: ask.operator,
      reason: ask.reason,
      shown: { verdict: ask.verdict, fingerprints: ask.shown },
      before: { state: before.state },
    },
    () => decide(engine, ask, before),
  );
}

async function decide(engine: Engine, ask: DecideAsk, before: Validation): Promise<Applied<Decided>> {
  if (!mayDecideAs(ask.operator.role, before.role)) {
    return { ok: false, code: "role_missing", message: `Only ${before.role}, lead or admin may decide this.` };
  }
  if (ask.verdict === "reject" && !ask.reason) {
    return { ok: false, code: "reason_required", message: "Say why you reject: the run and the review will show it." };
  }
  if (ask.verdict === "approve" && !ask.reason && (await hasHold(engine, before))) {
    return {
      ok: false,
      code: "reason_required",
      message: "Another run has such an action: say why this is a genuine second one.",
    };
  }
  if (before.state === "pending" && !sameSubjects(before, ask.shown)) {
    return {
      ok: false,
      code: "changed_since_shown",
      message: "What would be sent changed since you opened this. Look again.",
    };
  }
  const result = await engine.progress.decide({
    validationId: ask.validationId,
    decisionId: ask.nonce,
    verdict: ask.verdict,
    by: ask.operator.name,
    role: ask.operator.role,
    reason: ask.reason,
    answer: ask.answer,
    from: ask.from,
  });
  if (!result.decided) return refusal(result.why, result.validation);
  await deliverOutbox(engine);
  return { ok: true, validation: result.validation, after: { state: result.validation.state } };
}

/** One of the actions comes close to another, so that a yes says that it is a genuine second one. */
async function hasHold(engine: Engine, validation: Validation): Promise<boolean> {
  const records = await engine.ledger.readActions(validation.subjects.map(({ actionId }) => actionId));
  return records.some(({ action, nearMisses }) =>
    nearMisses.some((near) => near.actionId === action.id && isHold(near)),
  );
}

function refusal(why: string, validation: Validation | null): CommandRefusal {
  return { ok: false, code: why, message: refusalText(why, validation), facts: validation };
}

function refusalText(why: string, validation: Validation | null): string {
  const decision = validation?.decision;
  if (why === "already_decided" && decision) {
    const reason = decision.reason ? `: "${decision.reason}"` : "";
    return `${decision.by} ${decision.verdict === "approve" ? "approved" : "rejected"} this already${reason}.`;
  }
  if (why === "validation_expired") return "Its deadline passed before your decision. Nothing was sent.";
  if (why === "validation_withdrawn") return "Its run no longer asks for this. Nothing was sent.";
  return "There is no such approval.";
}

function sameSubjects(validation: Validation, shown: readonly string[]): boolean {
  const asked = validation.subjects.map((subject) => subject.fingerprint).sort();
  const seen = [...shown].sort();
  return asked.length === seen.length && asked.every((fingerprint, i) => fingerprint === seen[i]);
}
