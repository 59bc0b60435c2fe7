/** Carries an approval to the ledger: the decision is committed in progress first, and this may be repeated. */

import type { Decision, Validation } from "@/lib/progress/validation";
import type { Engine } from "./engine";

export async function grantIfApproved(engine: Engine, validationId: string | null): Promise<boolean> {
  if (validationId === null) return false;
  const validation = await engine.progress.findValidation(validationId);
  if (validation?.state !== "approved" || validation.decision === null) return false;
  await grantApproved(engine, validation.decision, validation.subjects);
  return true;
}

export async function grantApproved(
  engine: Engine,
  { id, by, reason }: Pick<Decision, "id" | "by" | "reason">,
  subjects: Validation["subjects"],
): Promise<void> {
  await engine.ledger.grant({ decisionId: id, by, reason }, subjects);
}
