/**
 * Carries an approval to the ledger: the decision is committed in progress first, and this may be repeated. What the
 * approver changed becomes a revision before it is granted, so that the first payload can no longer leave.
 */

import { type Decision, type Edit, standingEdits, type Validation } from "@/lib/progress/validation";
import type { Engine } from "./engine";
import { nextRevision } from "./next-revision";

export async function grantIfApproved(engine: Engine, validationId: string | null): Promise<boolean> {
  if (validationId === null) return false;
  const validation = await engine.progress.findValidation(validationId);
  if (validation?.state !== "approved" || validation.decision === null) return false;
  const { id, by, reason } = validation.decision;
  for (const edit of standingEdits(validation)) await applyEdit(engine, edit, editorOf(validation, edit));
  await engine.ledger.grant({ decisionId: id, by, reason }, validation.subjects);
  return true;
}

/** Of two people who approved, the one who made this change. */
const editorOf = ({ decisions, decision }: Validation, edit: Edit): Pick<Decision, "by" | "reason"> =>
  decisions.find(({ edits }) => edits.includes(edit)) ?? { by: decision?.by ?? "", reason: null };

async function applyEdit(engine: Engine, edit: Edit, { by, reason }: Pick<Decision, "by" | "reason">): Promise<void> {
  const held = await engine.ledger.findAction(edit.actionId);
  // Withdrawn meanwhile, as with its cancelled run: then nothing is to be granted either.
  if (held?.state !== "held") return;
  await engine.ledger.revise({
    ...(await nextRevision(engine, held, edit.newActionId)),
    fingerprint: edit.fingerprint,
    payload: edit.payload,
    accepts: null,
    by,
    reason: reason ?? "Changed before it was approved",
  });
}
