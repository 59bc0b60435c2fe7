/** Which runbooks there are, as the destinations that a workflow writes to declare them. */

import type { Engine } from "@/lib/engine/engine";
import type { HasRunbook } from "@/lib/review/read-advice";

export async function knownRunbooks(engine: Engine): Promise<HasRunbook> {
  const declared = await engine.ledger.listDestinations();
  const named = new Set(declared.flatMap(({ declaration }) => (declaration.runbook ? declaration.name : [])));
  return (_workflow, destinations) => destinations.some((name) => named.has(name));
}
