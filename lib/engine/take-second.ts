/** Gives a worker the right to send a genuine second action, which no run asks for. Of several workers one gets it. */

import type { Action } from "@/lib/ledger/action";
import { type Proceed, proceedOf } from "./begin-attempt";
import type { Engine } from "./engine";

export type SecondTask = { action: Pick<Action, "id" | "type" | "object">; attempt: Proceed };

export async function takeSecond(engine: Engine, types: string[]): Promise<SecondTask | null> {
  const action = await engine.ledger.findSecond(types);
  if (action === null) return null;
  const { id, version, declaration } = action;
  const ask = { actionId: id, version, attemptId: engine.newId(), deadlineMs: declaration.deadlineMs };
  const opened = await engine.ledger.openAttempt(null, ask);
  if ("refused" in opened || !opened.opened) return null;
  return { action: { id, type: action.type, object: action.object }, attempt: proceedOf(opened.fresh) };
}
