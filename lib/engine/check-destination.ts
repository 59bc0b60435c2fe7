/**
 * "Check all": every unknown action of one destination is looked up. One command with an answer per action; what came of
 * each is observed later.
 */

import type { ActionRecord } from "@/lib/ledger/store";
import { verdictOf } from "@/lib/ledger/verdict";
import { type Applied, type CommandAnswer, command } from "./command";
import type { Operator } from "./command-store";
import type { Engine } from "./engine";
import { noSuchDestination } from "./hold-destination";

/** `why` is null when it is being looked up. */
export type CheckedItem = { actionId: string; why: string | null };
export type CheckAllAsk = { name: string; nonce: string; operator: Operator };

/** More than somebody settles in a sitting; pressing again takes the next ones. */
export const checkedMax = 200;

export async function checkDestination(
  engine: Engine,
  ask: CheckAllAsk,
): Promise<CommandAnswer<{ items: CheckedItem[] }>> {
  const known = (await engine.ledger.listDestinations()).find(({ declaration }) => declaration.name === ask.name);
  if (known === undefined) return noSuchDestination;
  const records = await engine.ledger.readUnknown({ destination: ask.name, limit: checkedMax });
  return command<{ items: CheckedItem[] }>(
    engine,
    {
      nonce: ask.nonce,
      kind: "check",
      objectKind: "destination",
      objectId: ask.name,
      operator: ask.operator,
      reason: null,
      shown: { unknown: records.length },
      before: null,
    },
    async (): Promise<Applied<{ items: CheckedItem[] }>> => {
      if (records.length === 0) {
        return { ok: false, code: "not_unknown", message: "No outcome is unknown there by now." };
      }
      const items: CheckedItem[] = [];
      for (const record of records) items.push(await checkOne(engine, record, ask.operator.name));
      if (items.every(({ why }) => why !== null)) {
        const { title } = known.declaration;
        return {
          ok: false,
          code: "no_probe",
          message: `${title} cannot be asked about any of them.`,
          facts: { items },
        };
      }
      return { ok: true, items, after: null };
    },
  );
}

async function checkOne(engine: Engine, record: ActionRecord, by: string): Promise<CheckedItem> {
  const { id: actionId, declaration } = record.action;
  const now = await engine.ledger.now();
  if (declaration.probe === null) return { actionId, why: `${declaration.title} cannot be asked about it.` };
  if (verdictOf(record, now).kind === "incident") return { actionId, why: "Its evidence contradicts itself." };
  // "Found" counts at once; only an "absent" must wait, and the worker asks again then.
  await engine.ledger.askProbe({ probeId: engine.newId(), actionId, by, notBefore: now });
  return { actionId, why: null };
}
