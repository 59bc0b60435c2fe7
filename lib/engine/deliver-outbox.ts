/**
 * Carries each consequence across the seam: from the half where its cause was committed to an idempotent verb of the
 * other half, at least once. A row that fails stays and is tried again later.
 */

import type { OutboxRow } from "@/lib/progress/store";
import type { Engine } from "./engine";
import { grantIfApproved } from "./grant-approved";
import { purgePayloadsOf } from "./purge-payloads";
import { wakeWaiting } from "./wake-waiting";

/** Returns how many were delivered; errors of single rows are handed to `onError` and do not stop the others. */
export async function deliverOutbox(
  engine: Engine,
  limit = 50,
  onError: (error: unknown) => void = () => {},
): Promise<number> {
  const [fromProgress, fromLedger] = await Promise.all([
    engine.progress.takeOutbox(limit),
    engine.ledger.takeOutbox(limit),
  ]);
  const deliveries = [
    ...fromProgress.map((row) => async () => {
      await toLedger(engine, row);
      await engine.progress.outboxDelivered(row.id);
    }),
    ...fromLedger.map((row) => async () => {
      await toProgress(engine, row);
      await engine.ledger.outboxDelivered(row.id);
    }),
  ];
  let delivered = 0;
  for (const deliver of deliveries) {
    try {
      await deliver();
      delivered += 1;
    } catch (error) {
      onError(error);
    }
  }
  return delivered;
}

async function toLedger(engine: Engine, { kind, body }: OutboxRow): Promise<unknown> {
  switch (kind) {
    case "raise_fence":
      return engine.ledger.raiseFence(text(body.runId), Number(body.token));
    case "grant_actions":
      return grantIfApproved(engine, text(body.validationId));
    case "withdraw_actions":
      return engine.ledger.withdraw(whichActions(body), withdrawal(body.why));
    case "purge_payloads":
      return purgePayloadsOf(engine, text(body.runId));
    default:
      throw new Error(`The progress outbox holds a row of an unknown kind: ${kind}`);
  }
}

async function toProgress(engine: Engine, { kind, body }: OutboxRow): Promise<unknown> {
  switch (kind) {
    case "action_settled":
      return typeof body.runId === "string" && engine.progress.wake(body.runId, { actionId: text(body.actionId) });
    case "destination_released":
      return wakeWaiting(engine, text(body.destination));
    default:
      throw new Error(`The ledger outbox holds a row of an unknown kind: ${kind}`);
  }
}

const text = (value: unknown): string => String(value);

function whichActions(body: OutboxRow["body"]): { actionIds: string[] } | { runId: string } {
  return Array.isArray(body.actionIds) ? { actionIds: body.actionIds.map(text) } : { runId: text(body.runId) };
}

function withdrawal(why: unknown): "denied" | "expired" | "cancelled" {
  return why === "denied" || why === "expired" ? why : "cancelled";
}
