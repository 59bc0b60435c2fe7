/** A person approves or rejects. One row, one decision: of two people one wins, the other sees who, what and when. */

import { isHold } from "@/lib/ledger/near-miss";
import { utcText } from "@/lib/ledger/utc-text";
import { type Edit, lastChange, standingEdits, type Validation, whyMayNotDecide } from "@/lib/progress/validation";
import { payloadOf } from "./action-intent";
import { type Applied, type CommandAnswer, type CommandRefusal, command } from "./command";
import type { Operator } from "./command-store";
import { deliverOutbox } from "./deliver-outbox";
import type { Engine } from "./engine";
import { differenceOf } from "./payload-difference";

export type DecideAsk = {
  validationId: string;
  verdict: "approve" | "reject";
  reason: string | null;
  answer: unknown;
  /** The fingerprints on the decider's screen: approval binds to what was shown. */
  shown: string[];
  /** Payloads that the approver changed, any JSON; the approval then binds to these. */
  edits?: { actionId: string; payload: unknown }[];
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
  // What this same click decided already is not judged again by what became of it.
  if (before.decisions.some(({ id }) => id === ask.nonce)) return decided(engine, before);
  const run = before.fourEyes ? await engine.progress.findRun(before.runId) : null;
  // Of a decided one everybody is told who decided, whatever they bring: there is nothing left to forbid or to check.
  if (before.state !== "pending") return press(engine, ask, before, []);
  const forbidden = whyMayNotDecide(before, run?.requestedBy ?? null, ask.operator);
  if (forbidden) return { ok: false, code: forbidden.code, message: forbidden.why };
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
  if (!sameSubjects(before, ask.shown)) {
    return { ok: false, code: "changed_since_shown", message: changedText };
  }
  const edited = await editsOf(engine, ask, before);
  return edited.ok ? press(engine, ask, before, edited.edits) : edited;
}

/** The store compares again: of two people at once one decides. */
async function press(engine: Engine, ask: DecideAsk, before: Validation, edits: Edit[]): Promise<Applied<Decided>> {
  const result = await engine.progress.decide({
    validationId: ask.validationId,
    decisionId: ask.nonce,
    verdict: ask.verdict,
    by: ask.operator.name,
    byId: ask.operator.id,
    edits,
    changeSeen: lastChange(before),
    role: ask.operator.role,
    reason: ask.reason,
    answer: ask.answer,
    from: ask.from,
  });
  return result.decided ? decided(engine, result.validation) : refusal(result.why, result.validation);
}

async function decided(engine: Engine, validation: Validation): Promise<Applied<Decided>> {
  await deliverOutbox(engine);
  return { ok: true, validation, after: { state: validation.state } };
}

/** One of the actions comes close to another, so that a yes says that it is a genuine second one. */
async function hasHold(engine: Engine, validation: Validation): Promise<boolean> {
  const records = await engine.ledger.readActions(validation.subjects.map(({ actionId }) => actionId));
  return records.some(({ action, nearMisses }) =>
    nearMisses.some((near) => near.actionId === action.id && isHold(near)),
  );
}

type Edited = { ok: true; edits: Edit[] } | CommandRefusal;

/** Throws InputRefused and PayloadRefused for a payload that cannot be kept exactly. */
async function editsOf(engine: Engine, { verdict, edits = [] }: DecideAsk, before: Validation): Promise<Edited> {
  if (edits.length === 0) return { ok: true, edits: [] };
  const refused = (message: string): CommandRefusal => ({ ok: false, code: "edit_refused", message });
  if (verdict !== "approve") return refused("A rejection sends nothing: there is nothing to change.");
  const made: Edit[] = [];
  const standing = standingEdits(before);
  for (const { actionId, payload } of edits) {
    const record = await engine.ledger.readAction(actionId);
    if (!record || !before.subjects.some((subject) => subject.actionId === actionId)) {
      return refused("This approval is not about such an action.");
    }
    const { fingerprint, text } = payloadOf(engine, payload);
    const former = standing.find((edit) => edit.actionId === actionId)?.payload ?? record.payload;
    if (former !== null && differenceOf(former, text).length === 0) continue;
    made.push({ actionId, newActionId: engine.newId(), fingerprint, payload: text });
  }
  return { ok: true, edits: made };
}

function refusal(why: string, validation: Validation | null): CommandRefusal {
  return { ok: false, code: why, message: refusalText(why, validation), facts: validation };
}

const changedText = "What would be sent changed since you opened this. Look again.";

function refusalText(why: string, validation: Validation | null): string {
  const decision = validation?.decision;
  if (why === "already_decided" && decision) {
    const reason = decision.reason ? `: "${decision.reason}"` : "";
    const did = decision.verdict === "approve" ? "approved" : "rejected";
    const edited = decision.edits.length > 0 ? ", with an edit of their own" : "";
    return `${decision.by} ${did} this already, on ${utcText(decision.decidedAt)}${edited}${reason}.`;
  }
  if (why === "changed_since_shown") return changedText;
  if (why === "decided_by_you") return "You approved this already: a second person must.";
  if (why === "validation_expired") return "Its deadline passed before your decision. Nothing was sent.";
  if (why === "validation_withdrawn") return "Its run no longer asks for this. Nothing was sent.";
  return "There is no such approval.";
}

function sameSubjects(validation: Validation, shown: readonly string[]): boolean {
  const edits = standingEdits(validation);
  const asked = validation.subjects
    .map(({ actionId, fingerprint }) => edits.find((edit) => edit.actionId === actionId)?.fingerprint ?? fingerprint)
    .sort();
  const seen = [...shown].sort();
  return asked.length === seen.length && asked.every((fingerprint, i) => fingerprint === seen[i]);
}
