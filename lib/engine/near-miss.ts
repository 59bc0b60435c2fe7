/** What the engine does about asks that come close to what is known: it keeps them, and words the question. */

import type { Action } from "@/lib/ledger/action";
import { isHold, secondActionAsk } from "@/lib/ledger/near-miss";
import type { NewAction } from "@/lib/ledger/store";
import type { Engine } from "./engine";

/** Once per payload, with the payload: a person can make it a revision. */
export async function recordMismatch(
  engine: Engine,
  known: Pick<Action, "id">,
  asked: Pick<NewAction, "fingerprint" | "payload">,
  holder: { runId: string; executionId: string } | null,
): Promise<void> {
  await engine.ledger.recordNearMiss({
    id: engine.newId(),
    kind: "other_payload",
    actionId: known.id,
    runId: holder?.runId ?? null,
    executionId: holder?.executionId ?? null,
    fingerprint: asked.fingerprint,
    payload: asked.payload,
    state: "open",
  });
}

/** The question for the person who lets a held action go, or null when the workflow asks its own. */
export async function whyHeld(engine: Engine, actionId: string): Promise<string | null> {
  const record = await engine.ledger.readAction(actionId);
  const near = record?.nearMisses.find((each) => each.actionId === actionId && isHold(each));
  if (!record || !near) return null;
  const earlier = near.otherActionId === null ? null : await engine.ledger.findAction(near.otherActionId);
  return secondActionAsk(near, record.action, earlier);
}

/** Someone still has to say whether the stored outcome is kept. */
export async function hasOpenMismatch(engine: Engine, actionId: string): Promise<boolean> {
  const record = await engine.ledger.readAction(actionId);
  return record?.nearMisses.some((near) => near.kind === "other_payload" && near.state === "open") ?? false;
}
