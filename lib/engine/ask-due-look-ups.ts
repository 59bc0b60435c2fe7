/**
 * Looks unknown actions up without anybody's click, where the destination can be asked and an "absent" would count. The
 * question is only enqueued here: a worker that knows the destination asks it.
 */

import { automaticAsker, nextLookUp } from "@/lib/ledger/look-up";
import type { Engine } from "./engine";

/** Returns how many were asked for. */
export async function askDueLookUps(engine: Engine, limit: number): Promise<number> {
  const due = await engine.ledger.dueLookUps(limit);
  if (due.length === 0) return 0;
  const [records, now] = await Promise.all([engine.ledger.readActions(due), engine.ledger.now()]);
  let asked = 0;
  for (const record of records) {
    const { at } = nextLookUp(record, now);
    // Somebody may have asked, or settled it, since the list was made.
    if (at === null || at > now) continue;
    const ask = { probeId: engine.newId(), actionId: record.action.id, by: automaticAsker, notBefore: now };
    await engine.ledger.askProbe(ask);
    asked += 1;
  }
  return asked;
}
