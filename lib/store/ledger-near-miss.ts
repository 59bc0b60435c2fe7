/** Near misses, and what a person makes of an ask that differs: the stored outcome is kept, or the action is revised. */

import type { ActionState } from "@/lib/ledger/action";
import type { ReviseRefusal } from "@/lib/ledger/near-miss";
import { keepSays, reviseSays } from "@/lib/ledger/settlement";
import type { LedgerStore, Revision } from "@/lib/ledger/store";
import type { Sql } from "./database";
import { storedText } from "./free-text";
import { actionOf, type StoredAction } from "./ledger-rows";

export const nearMisses = (sql: Sql): Pick<LedgerStore, "recordNearMiss" | "keepOutcome" | "revise"> => ({
  async recordNearMiss({ id, kind, actionId, runId, executionId, fingerprint, payload, state }) {
    await sql`
      insert into ledger.near_miss (id, kind, action_id, run_id, execution_id, fingerprint, payload, state, at)
      values (${id}, ${kind}, ${actionId}, ${runId}, ${executionId}, ${fingerprint}, ${payload}, ${state}, ledger.clock())
      on conflict do nothing`;
  },

  async keepOutcome({ id, actionId, fingerprint, by, reason }) {
    const [row] = await sql<[{ kept: boolean }]>`
      select ledger.keep_outcome(
        ${id}, ${actionId}, ${fingerprint}, ${storedText(by)}, ${storedText(reason)}, ${storedText(keepSays(reason))}) as kept`;
    return row.kept;
  },

  async revise(revision) {
    const row = await revise(sql, revision);
    return row.why === null
      ? { revised: true, action: actionOf(row.action) }
      : { revised: false, why: row.why, state: row.state };
  },
});

type ReviseRow =
  | { why: null; state: ActionState; action: StoredAction }
  | { why: ReviseRefusal | "action_not_found"; state: ActionState | null };

async function revise(sql: Sql, revision: Revision): Promise<ReviseRow> {
  const { payload, by, reason } = revision;
  const [row] = await sql<[ReviseRow]>`
    select why, state, action from ledger.revise(
      ${revision.id}, ${revision.replaces}, ${revision.revision}, ${revision.providerKey}, ${revision.marker},
      ${revision.fingerprint}, ${payload}, ${Buffer.byteLength(payload)}, ${revision.accepts}, ${storedText(by)},
      ${storedText(reason)}, ${storedText(reviseSays(revision))})`;
  return row;
}
