/** Whether somebody wrote down what to do about a workflow, or about a destination that it writes to. */

import type { Engine } from "@/lib/engine/engine";
import type { HasRunbook } from "@/lib/review/read-advice";
import { matchRunbooks, noMatter } from "@/lib/review/runbook-match";
import { readShelf } from "./runbooks";

export async function knownRunbooks(engine: Engine): Promise<HasRunbook> {
  const [{ runbooks }, declared] = await Promise.all([readShelf(), engine.ledger.listDestinations()]);
  return (workflow, destination) => {
    const named = declared.flatMap(({ declaration: { name, runbook } }) =>
      destination.includes(name) && runbook !== null ? [runbook] : [],
    );
    return matchRunbooks({ ...noMatter, workflow: [workflow], destination, named }, runbooks) !== null;
  };
}
