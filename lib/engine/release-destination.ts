/** Lets a held destination be sent to again; the runs that waited for it go on by themselves. */

import { type Applied, type CommandAnswer, command } from "./command";
import { deliverOutbox } from "./deliver-outbox";
import type { Engine } from "./engine";
import { type HoldCommand, noSuchDestination } from "./hold-destination";

export async function releaseDestination(engine: Engine, ask: HoldCommand): Promise<CommandAnswer<{ name: string }>> {
  const known = (await engine.ledger.listDestinations()).find(({ declaration }) => declaration.name === ask.name);
  if (known === undefined) return noSuchDestination;
  return command<{ name: string }>(
    engine,
    {
      nonce: ask.nonce,
      kind: "release",
      objectKind: "destination",
      objectId: ask.name,
      operator: ask.operator,
      reason: ask.reason,
      shown: null,
      before: { hold: known.hold },
    },
    async (): Promise<Applied<{ name: string }>> => {
      const answer = await engine.ledger.releaseDestination({ id: ask.nonce, name: ask.name });
      if (!answer.released) {
        if (answer.why === "destination_not_found") return noSuchDestination;
        return { ok: false, code: "not_held", message: "It is not held: somebody released it already." };
      }
      await deliverOutbox(engine);
      return { ok: true, name: ask.name, after: { hold: null } };
    },
  );
}
