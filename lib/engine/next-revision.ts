/** The names of the revision that follows an action: equal however often they are made. */

import type { Action } from "@/lib/ledger/action";
import { markerOf } from "@/lib/ledger/key";
import { providerKeyOf } from "./action-intent";
import type { Engine } from "./engine";

export async function nextRevision(engine: Engine, replaced: Action, id: string) {
  const revision = replaced.revision + 1;
  const providerKey = await providerKeyOf(engine, replaced.businessKey, revision);
  return { id, replaces: replaced.id, revision, providerKey, marker: markerOf(providerKey) };
}
