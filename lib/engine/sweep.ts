/**
 * Turns silence into a visible state: expired leases, passed deadlines and undelivered consequences. Any number of
 * processes may sweep at once; each row is taken by one of them.
 */

import { askDueLookUps } from "./ask-due-look-ups";
import { deliverOutbox } from "./deliver-outbox";
import type { Engine } from "./engine";

export type Swept = { interrupted: number; expired: number; unknown: number; lookedUp: number; delivered: number };

export async function sweep(engine: Engine, onError: (error: unknown) => void, limit = 100): Promise<Swept> {
  const swept: Swept = { interrupted: 0, expired: 0, unknown: 0, lookedUp: 0, delivered: 0 };
  const parts: (() => Promise<void>)[] = [
    async () => {
      const { interrupted, expired } = await engine.progress.sweep(limit);
      swept.interrupted = interrupted.length;
      swept.expired = expired.length;
    },
    async () => {
      swept.unknown = await engine.ledger.expireAttempts(limit);
    },
    async () => {
      swept.lookedUp = await askDueLookUps(engine, limit);
    },
    async () => {
      swept.delivered = await deliverOutbox(engine, limit, onError);
    },
  ];
  for (const part of parts) {
    try {
      await part();
    } catch (error) {
      onError(error);
    }
  }
  return swept;
}
