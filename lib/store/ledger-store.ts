/** The ledger behind its port, kept in the Postgres schema "ledger" and nowhere else. */

import { randomBytes } from "node:crypto";
import type { LedgerStore } from "@/lib/ledger/store";
import type { Database, Sql } from "./database";
import { hotPath } from "./ledger-begin";
import { destinations } from "./ledger-destinations";
import { figures } from "./ledger-figures";
import { gaps } from "./ledger-gaps";
import { lists } from "./ledger-list";
import { nearMisses } from "./ledger-near-miss";
import { ledgerOutbox } from "./ledger-outbox";
import { probes } from "./ledger-probes";
import { proposals } from "./ledger-proposals";
import { protection } from "./ledger-protection";
import { purging } from "./ledger-purge";
import { reads } from "./ledger-reads";
import { seconds } from "./ledger-second";
import { settling } from "./ledger-settle";
import { troubles } from "./ledger-troubles";
import { weekReads } from "./ledger-week";
import { repeatedWhenLost } from "./repeated-verbs";

export const ledgerStore = ({ sql, hot }: Pick<Database, "sql" | "hot">): LedgerStore => ({
  ...hotPath(hot),
  ...repeatedWhenLost(settling(sql)),
  ...repeatedWhenLost(nearMisses(sql)),
  ...repeatedWhenLost(seconds(sql)),
  ...repeatedWhenLost(proposals(sql)),
  ...repeatedWhenLost(probes(sql)),
  ...purging(sql),
  ...ledgerOutbox(sql),
  ...reads(sql),
  ...gaps(sql),
  ...lists(sql),
  ...figures(sql),
  ...troubles(sql),
  ...weekReads(sql),
  ...protection(sql),
  ...repeatedWhenLost(destinations(sql)),

  async now() {
    const [row] = await sql<[{ now: string }]>`select ledger.ms(ledger.clock()) as now`;
    return Number(row.now);
  },

  secret: async () => (await findSecret(sql)) ?? (await makeSecret(sql)),
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
