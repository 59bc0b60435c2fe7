/** Loads the demo: accounts, five weeks of history, the told stories. `npm start` calls it; a second call does nothing. */

import { parseArgs } from "node:util";
import { getDatabaseUrl, readEnv, SetupError } from "@/lib/env";
import { loadDemo } from "@/lib/testing/seed/load-demo";
import { runsMax } from "@/lib/testing/seed/run-plan";
import { reportFailure } from "./product/report-failure";

async function main(): Promise<void> {
  const { runs, seed } = readOptions();
  const env = readEnv();
  if (!env.demo) {
    throw new SetupError(
      "seed_failed",
      "This database is not the demo's: nothing was loaded into it.",
      "Unset DATABASE_URL, so that npm start uses the embedded database and loads the demo there.",
    );
  }
  if (env.worldUrl === null) {
    throw new SetupError(
      "world_failed",
      "The demo's outside world is not running, and its stories need it.",
      "Run npm start, which starts it and loads the demo.",
    );
  }
  const startedAt = Date.now();
  const print = (line: string) => console.log(line);
  const databaseUrl = getDatabaseUrl(env);
  const outcome = await loadDemo({ databaseUrl, worldUrl: env.worldUrl, runs, seed, print });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  const says = {
    loaded: `Loaded ${runs} runs of five weeks and three open stories in ${seconds} s.`,
    loaded_before: "Loaded before, left as it is.",
    has_other_runs: "There are runs already, so no demo was loaded beside them.",
  };
  console.log(says[outcome]);
}

function readOptions(): { runs: number; seed: string } {
  const next = `Use --runs with a number from 1 to ${runsMax}, and --seed with any text.`;
  try {
    const options = { runs: { type: "string", default: "400" }, seed: { type: "string", default: "reprise" } } as const;
    const { runs, seed } = parseArgs({ options }).values;
    const count = Number(runs);
    if (Number.isInteger(count) && count >= 1 && count <= runsMax) return { runs: count, seed };
    throw new SetupError("env_invalid", `--runs ${runs} cannot be used.`, next);
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new SetupError("env_invalid", error instanceof Error ? error.message : String(error), next);
  }
}

try {
  await main();
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
