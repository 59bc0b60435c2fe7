/**
 * The ledger's part of a run whose retention ended, told by its outbox row. It judges again: what it finds may be
 * younger than what was seen then, and the run can never ask for any of it again.
 */

import { whyPayloadStays } from "@/lib/ledger/retention";
import type { Engine } from "./engine";

export async function purgePayloadsOf(engine: Engine, runId: string): Promise<void> {
  const [actions, now] = await Promise.all([engine.ledger.readRunActions(runId), engine.ledger.now()]);
  const spent = actions.filter((action) => action.payload !== null && whyPayloadStays(action, now) === null);
  if (spent.length === 0) return;
  await engine.ledger.purgePayloads(spent.map(({ action: { id, version } }) => ({ id, version })));
}
