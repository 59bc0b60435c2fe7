/**
 * Loads the demo once: accounts, the history, the told stories. A load that was cut off is found by its mark; what it left
 * is cleared and made again. Never for a database that is not the demo's.
 */

import { loadDemoAccounts } from "@/lib/auth/load-demo-accounts";
import { connect, type Database } from "@/lib/store/database";
import { restoreClock } from "@/lib/store/database-clock";
import { reviewStore } from "@/lib/store/ops-reviews";
import { deploymentZone } from "@/lib/zone";
import { makeHistory } from "./history";
import { engineOn } from "./simulation";
import { tellReviews } from "./told-reviews";
import { tellStories } from "./told-stories";

export type LoadOptions = {
  databaseUrl: string;
  /** Where the live outside world listens. */
  worldUrl: string;
  runs: number;
  seed: string;
  print: (line: string) => void;
};

export type Loaded = "loaded" | "loaded_before" | "has_other_runs";

const loading = "demo_loading";
const loaded = "demo_loaded";

export async function loadDemo({ databaseUrl, worldUrl, runs, seed, print }: LoadOptions): Promise<Loaded> {
  // One connection: what is set on it holds for every statement, and so does the order.
  const database = await connect(databaseUrl, { applicationName: "reprise seed", connectionsMax: 1 });
  try {
    const { commands, progress } = engineOn(database);
    if ((await commands.getMark(loaded)) !== null) return "loaded_before";
    if ((await commands.getMark(loading)) !== null) {
      print("An earlier load was cut off: clearing what it left.");
      await clear(database);
    } else if (Object.values(await progress.countRuns()).some((count) => count > 0)) {
      return "has_other_runs";
    }
    await commands.setMark(loading, { runs, seed });
    await loadDemoAccounts(databaseUrl);
    // A power cut costs a load that is then made again; nothing is acknowledged to anybody meanwhile.
    await database.sql`set synchronous_commit = off`;
    await makeHistory(database, { runs, seed, now: Date.now(), print });
    await database.sql`set synchronous_commit = on`;
    print(`History: ${runs} of ${runs} runs. Now the told stories.`);
    await tellStories(database, worldUrl);
    await tellReviews(engineOn(database), reviewStore(database), deploymentZone());
    await database.sql`analyze`;
    await commands.setMark(loaded, { runs, seed });
    return "loaded";
  } finally {
    await database.close();
  }
}

/** All but the ledger's secret, from which the keys in the outside world's log were made, and the marks. */
async function clear({ sql }: Database): Promise<void> {
  await restoreClock(sql);
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('progress', 'ledger', 'ops') and (schemaname, tablename) not in (('ledger', 'secret'), ('ops', 'mark'))`;
  await sql.unsafe(`truncate ${tables.map(({ name }) => name).join(", ")}`);
}
