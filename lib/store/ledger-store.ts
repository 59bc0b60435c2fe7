/** The ledger behind its port, kept in the Postgres schema "ledger" and nowhere else. */

import { randomBytes } from "node:crypto";
import type { Destination } from "@/lib/ledger/destination";
import type { LedgerStore } from "@/lib/ledger/store";
import type { Database, Sql } from "./database";
import { hotPath } from "./ledger-begin";
import { figures } from "./ledger-figures";
import { lists } from "./ledger-list";
import { ledgerOutbox } from "./ledger-outbox";
import { probes } from "./ledger-probes";
import { reads } from "./ledger-reads";
import { settling } from "./ledger-settle";

export const ledgerStore = ({ sql }: Pick<Database, "sql">): LedgerStore => ({
  ...hotPath(sql),
  ...settling(sql),
  ...probes(sql),
  ...ledgerOutbox(sql),
  ...reads(sql),
  ...lists(sql),
  ...figures(sql),

  async now() {
    const [row] = await sql<[{ now: string }]>`select ledger.ms(ledger.clock()) as now`;
    return Number(row.now);
  },

  secret: async () => (await findSecret(sql)) ?? (await makeSecret(sql)),

  async declareDestinations(destinations) {
    const names = destinations.map((destination) => destination.name);
    const declarations = destinations.map((destination) => JSON.stringify(destination));
    await sql`
      insert into ledger.destination (name, declaration, declared_at)
      select distinct on (name) name, declaration::jsonb, ledger.clock()
      from unnest(${names}::text[], ${declarations}::text[]) declared (name, declaration)
      order by name
      on conflict (name) do update set declaration = excluded.declaration, declared_at = excluded.declared_at`;
  },

  async listDestinations() {
    const rows = await sql<{ declaration: Destination }[]>`select declaration from ledger.destination order by name`;
    return rows.map((row) => row.declaration);
  },
});

async function findSecret(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ value: string }[]>`select value from ledger.secret`;
  return row?.value ?? null;
}

/** Of several that make one at the same time, the first stays and all get it. */
async function makeSecret(sql: Sql): Promise<string> {
  await sql`insert into ledger.secret (value) values (${randomBytes(32).toString("hex")}) on conflict do nothing`;
  const made = await findSecret(sql);
  if (made === null) throw new Error("The ledger's secret vanished right after it was made.");
  return made;
}
