/** Stops everything that would be sent to a destination, until it is released. What is in flight may still arrive. */

import { type Hold, holdReasonShort } from "@/lib/ledger/destination";
import { type Applied, type CommandAnswer, command } from "./command";
import type { Operator } from "./command-store";
import type { Engine } from "./engine";

export type HoldCommand = { name: string; reason: string; nonce: string; operator: Operator };
type Held = { hold: Hold; inFlightUntil: number | null };

export async function holdDestination(engine: Engine, ask: HoldCommand): Promise<CommandAnswer<Held>> {
  const known = (await engine.ledger.listDestinations()).find(({ declaration }) => declaration.name === ask.name);
  if (known === undefined) return noSuchDestination;
  return command<Held>(
    engine,
    {
      nonce: ask.nonce,
      kind: "hold",
      objectKind: "destination",
      objectId: ask.name,
      operator: ask.operator,
      reason: ask.reason,
      shown: null,
      before: { hold: known.hold },
    },
    async (): Promise<Applied<Held>> => {
      const answer = await engine.ledger.holdDestination({
        id: ask.nonce,
        name: ask.name,
        by: ask.operator.name,
        reason: ask.reason,
      });
      if (answer.held) {
        const { hold, inFlightUntil } = answer;
        return { ok: true, hold, inFlightUntil, after: { hold } };
      }
      if (answer.why === "destination_not_found") return noSuchDestination;
      const message = `It is held already, by ${answer.hold.by}: ${holdReasonShort(answer.hold.reason)}`;
      return { ok: false, code: "already_held", message, facts: { hold: answer.hold } };
    },
  );
}

export const noSuchDestination = {
  ok: false,
  code: "destination_not_found",
  message: "No worker ever declared such a destination.",
} as const;
