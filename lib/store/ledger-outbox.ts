/** Consequences that the other half must hear of, written with their cause and delivered at least once. */

import type { LedgerStore, OutboxRow } from "@/lib/ledger/store";
import type { Sql } from "./database";

export const ledgerOutbox = (sql: Sql): Pick<LedgerStore, "takeOutbox" | "outboxDelivered"> => ({
  takeOutbox: async (limit) => [
    ...(await sql<OutboxRow[]>`select id, kind, body from ledger.take_outbox(${limit}) order by created_at, id`),
  ],

  async outboxDelivered(id) {
    await sql`update ledger.outbox set delivered_at = ledger.clock() where id = ${id} and delivered_at is null`;
  },
});
