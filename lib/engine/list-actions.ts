/** The ledger's rows with the verdict that holds at this moment. */

import type { ActionQuery, ActionRow, Page } from "@/lib/ledger/store";
import { type Verdict, verdictOf } from "@/lib/ledger/verdict";
import type { Engine } from "./engine";

export type ActionListItem = ActionRow & { verdict: Verdict };

export async function listActions(engine: Engine, query: ActionQuery): Promise<Page<ActionListItem>> {
  const [page, now] = await Promise.all([engine.ledger.listActions(query), engine.ledger.now()]);
  return { rows: page.rows.map((row) => ({ ...row, verdict: verdictOf(row, now) })), next: page.next };
}
