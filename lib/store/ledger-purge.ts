/** The end of the retention of actions. */

import type { LedgerStore } from "@/lib/ledger/store";
import type { Sql } from "./database";

export const purging = (
  sql: Sql,
): Pick<LedgerStore, "purgePayloads" | "removeRun" | "removeDelivered" | "removeLookUps"> => ({
  async purgePayloads(actions) {
    const [{ purged }] = await sql<[{ purged: number }]>`
      select ledger.purge_payloads(${ids(actions)}::uuid[], ${versions(actions)}::integer[]) as purged`;
    return purged;
  },

  async removeRun({ runId, actions }) {
    const [{ removed }] = await sql<[{ removed: boolean }]>`
      select ledger.remove_run(${runId}, ${ids(actions)}::uuid[], ${versions(actions)}::integer[]) as removed`;
    return removed;
  },

  async removeDelivered({ before, limit, dryRun }) {
    const [{ removed }] = await sql<[{ removed: number }]>`
      select ledger.remove_delivered(to_timestamp(${before}::float8 / 1000), ${limit}, ${String(dryRun)}::text::boolean)
        as removed`;
    return removed;
  },

  async removeLookUps({ before, limit, dryRun }) {
    const [{ removed }] = await sql<[{ removed: number }]>`
      select ledger.remove_look_ups(to_timestamp(${before}::float8 / 1000), ${limit}, ${String(dryRun)}::text::boolean)
        as removed`;
    return removed;
  },
});

type Seen = readonly { id: string; version: number }[];
const ids = (actions: Seen): string[] => actions.map(({ id }) => id);
const versions = (actions: Seen): number[] => actions.map(({ version }) => version);
